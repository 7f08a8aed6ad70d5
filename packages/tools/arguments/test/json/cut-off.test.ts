import { JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";

const shell: JsonSchema = {
  type: "object",
  properties: { command: { type: "string" }, dryRun: { type: "boolean" } },
  required: ["command"],
};
const lists: JsonSchema = {
  type: "object",
  properties: { paths: { type: "array", items: { type: "string" } }, n: { type: "integer" } },
  required: ["paths"],
};
const request: JsonSchema = {
  type: "object",
  properties: { headers: { type: "object", additionalProperties: { type: "string" } }, body: { type: "string" } },
};

/** Whether arguments are used although the text may be cut off. */
function runs(text: string, schema: JsonSchema): boolean {
  const decoded = new JsonParser().decode(text, schema);
  return decoded.ok && !decoded.repairs.some(({ kind }) => kind === "truncated");
}

describe("a text that is cut off", () => {
  it.each([
    '{"command": "rm -rf "${HOME}/build" --x',
    '{"command": "rm -rf "${HOME}',
    '{"command": "rm -rf ${HOME}/build", /',
    '{"command": "rm -rf ${HOME}/build", "dryRun" tr',
    '{\\"command\\": \\"rm -rf ${HOME}/build\\",\\',
    '{"command": "k = "v"\n}\n\n```',
    "{command: rm -rf ${HOME}",
    '{"command": "{"k": "v"}',
    "<tool_call>t\n<arg_key>command</arg_key>\n<arg_value>rm -rf build</arg_value>\n",
  ])("does not run half a command: %j", (text) => {
    expect(runs(text, shell)).toBe(false);
  });

  it.each([
    "<tool_call>t\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n</tool_call>",
    "<tool_call>\n<function=t>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>",
    '```json\n{"command": ls}\n```',
  ])("differs from one that is complete: %j", (text) => {
    expect(new JsonParser().decode(text, shell)).toMatchObject({ ok: true, args: { command: "ls" } });
    expect(runs(text, shell)).toBe(true);
  });

  it.each([
    'Here is the call:\n```json\n{\n "command": "echo \\"done\\"}',
    't(command="echo \\"done\\"}',
    "<function=t>\n<parameter=command",
    "<tool_call>\n<function=t>\n<parameter=command",
    "t(command=",
    't(command="echo \\"done\\"',
    'command: "rm -rf build"\ndryRun: tr',
    '"{\\"command\\": \\"rm -rf /home/ann/build\\",\\',
    '"rm -rf build',
    "<tool_call",
    "`",
  ])("is not the value of the only string parameter: %j", (text) => {
    expect(runs(text, shell)).toBe(false);
  });
});

describe("a quote that is misplaced", () => {
  it.each<[string, JsonSchema]>([
    ['{"paths": ["/tmp/d \\"e""], "n": 1}', lists],
    ['{"paths": ["/tmp/a", "/t\n "/tmp/d \\"e\\""]}', lists],
    ['{"paths": ["/tmp/a", ""/tmp/b, c", "x"], "n": 1}', lists],
    ['{"command"": "rm -rf build", "dryRun": true}', shell],
    ['{"headers": {"A": "b:"D": "e, f"}}', request],
    ['{"command": "rm -rf \\"${HOME}/a b\\ && echo"}', shell],
  ])("is an issue: %j", (text, schema) => {
    expect(new JsonParser().decode(text, schema).ok).toBe(false);
  });
});

describe("a list without commas", () => {
  it.each([
    ["that is cut off", `{"paths": [\n${'  "src/a.ts"\n'.repeat(20_000)}], "n": 1`, true],
    ["that is complete", `{"paths": [${'"a" '.repeat(20_000)}]}`, true],
  ])("%s is read however long it is", (_, text, ok) => {
    expect(new JsonParser().decode(text, lists).ok).toBe(ok);
  });
});
