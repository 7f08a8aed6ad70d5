import { clientSettings, hookCommand, type SettingsClient } from "@helve/hooks/node";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { addHooks, ownEntries, removeHooks } from "../../src/install/edit-settings.ts";

const clients = (Object.keys(clientSettings) as SettingsClient[]).filter((client) => !clientSettings[client].isPlugin);
const add = (client: SettingsClient, before?: string): string =>
  addHooks(before, client, (event) => hookCommand(["helve"], client, event, { decides: true }));

describe.each(clients)("the settings of %s", (client) => {
  const { events, member } = clientSettings[client];

  it("call Helve for each event, once", () => {
    const text = add(client);
    for (const { name } of events) expect(ownEntries(text, client, name)).toHaveLength(1);
    expect(add(client, text)).toBe(text);
  });

  it("are as before when the hooks are removed", () => {
    const anySettings = fc
      .record({
        others: fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()),
        foreign: fc.dictionary(
          fc.constantFrom("PreToolUse", "preToolUse", "Other"),
          fc.array(fc.jsonValue(), { minLength: 1 }),
        ),
        indent: fc.constantFrom(undefined, 2, 4, "\t"),
      })
      .map(({ others, foreign, indent }) => {
        const hooks = Object.keys(foreign).length === 0 ? {} : { [member]: foreign };
        return JSON.stringify({ ...others, [member]: undefined, ...hooks }, null, indent);
      });
    fc.assert(
      fc.property(anySettings, (before) => {
        const after = removeHooks(add(client, before), client);
        const { version: _, ...others } = JSON.parse(before);
        if (after === undefined) expect(others).toEqual({});
        else expect(JSON.parse(after)).toEqual(JSON.parse(before));
      }),
    );
  });

  it("keep comments and the hooks of others", () => {
    const [{ name } = { name: "" }] = events;
    const before = `{\n\t// mine\n\t"${member}": {\n\t\t"${name}": [{ "command": "lint" }] // first\n\t}\n}\n`;
    const text = add(client, before);
    expect(text).toContain("// mine");
    expect(text).toContain("// first");
    expect(parse(text)[member][name]).toHaveLength(2);
    expect(parse(text)[member][name][1]).toEqual({ command: "lint" });
    expect(parse(removeHooks(text, client) ?? "")).toEqual(parse(before));
  });

  it.each([
    ["{", "syntax error in line 1"],
    ["[]", "must be a JSON object"],
    [`{"${member}": []}`, `"${member}" must be an object`],
    [`{"${member}": {"${events[0]?.name}": {}}}`, "must be a list"],
  ])("refuse %s", (before, message) => {
    expect(() => add(client, before)).toThrow(message);
  });
});
