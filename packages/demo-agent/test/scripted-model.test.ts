import { loadFile, parseScript, withFileName } from "@helve/demo-agent";
import { describe, expect, it } from "vitest";

const say = (content: string) => JSON.stringify({ role: "assistant", content });

describe("parseScript", () => {
  it("parses one turn from each non-empty line, with the raw arguments of its calls", () => {
    const call = { id: "call_1", function: { name: "Terminal-Execute", arguments: "{command: 'ls'" } };
    const turns = parseScript(
      `${say("one")}\n\n${JSON.stringify({ role: "assistant", content: null, tool_calls: [call] })}`,
    );
    expect(turns).toEqual([
      { content: "one", calls: [] },
      { content: "", calls: [{ id: "call_1", name: "Terminal-Execute", arguments: "{command: 'ls'" }] },
    ]);
  });

  it("reports every line that is not an assistant message", () => {
    const script = `${say("one")}\n{"role": "user"}\n{"role": "assistant", "tool_calls": [{"id": 1}]}\n{"role"`;
    expect(() => withFileName("script.jsonl", () => parseScript(script))).toThrow(
      expect.objectContaining({
        code: "usage",
        message: expect.stringMatching(/^script\.jsonl:2:.*\n(script\.jsonl:3:.*\n)+script\.jsonl:4:\d+: .*$/),
      }),
    );
    expect(() => parseScript("\n")).toThrow("expected an assistant message");
  });
});

describe("fromFile", () => {
  it("names a file that can't be read", async () => {
    await expect(loadFile("no-such-file", String)).rejects.toThrow(/^no-such-file:1:1: can't be read: /);
  });
});
