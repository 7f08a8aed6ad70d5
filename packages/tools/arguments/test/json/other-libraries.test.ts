// One test for each row of the README's table of what jsonrepair and json_repair repair.

import { JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";

const schema: JsonSchema = {
  type: "object",
  properties: {
    a: { type: "string" },
    n: { type: "integer" },
    ok: { type: ["boolean", "null"] },
    list: { type: "array", items: { type: "integer" } },
    o: { type: "object", properties: { n: { type: "integer" } } },
  },
};

describe("what jsonrepair and json_repair repair, and JsonParser", () => {
  it.each<[feature: string, text: string, args: unknown]>([
    ["keys without quotes", '{a: "x"}', { a: "x" }],
    ["missing quotes", '{"a": "x, "n": 1}', { a: "x", n: 1 }],
    ["values without quotes", '{"a": git log, "n": 1}', { a: "git log", n: 1 }],
    ["missing escape characters", '{"a": "say "hi" now"}', { a: 'say "hi" now' }],
    ["missing commas", '{"a": "x" "list": [1 2]}', { a: "x", list: [1, 2] }],
    ["missing colons", '{"a" "x"}', { a: "x" }],
    ["missing brackets", '{"list": [1, 2, "n": 1}', { list: [1, 2], n: 1 }],
    ["superfluous brackets", '{"n": 1}}', { n: 1 }],
    ["single quotes", "{'a': 'x'}", { a: "x" }],
    ["typographic quotes", "{“a”: “x”}", { a: "x" }],
    ["special white space", '{"a":\u00a0"x"}', { a: "x" }],
    ["Python's constants", '{"ok": None}', { ok: null }],
    ["trailing commas", '{"n": 1,}', { n: 1 }],
    ["comments", '{"n": 1 /* one */}', { n: 1 }],
    ["fences", '```json\n{"n": 1}\n```', { n: 1 }],
    ["prose", 'Sure: {"n": 1} Done.', { n: 1 }],
    ["JSONP", 'callback({"n": 1});', { n: 1 }],
    ["escaped strings", '{\\"n\\": 1}', { n: 1 }],
    ["concatenated strings", '{"a": "x" + "y"}', { a: "xy" }],
    ["numbers with a leading zero", '{"a": 007}', { a: "007" }],
    ["values of another type", '{"n": "1", "list": "[1]"}', { n: 1, list: [1] }],
  ])("repairs %s", (_, text, args) => {
    expect(new JsonParser().decode(text, schema)).toMatchObject({ ok: true, args });
  });

  it.each([
    ["an ellipsis", '{"list": [1, 2, ...]}'],
    ["a type of MongoDB", '{"o": ObjectId("12")}'],
    ["newline-delimited JSON", '{"n": 1}\n{"n": 2}'],
    ["a key without a value in the middle", '{"a", "n": 1}'],
    ["a missing value", '{"ok": , "n": 1}'],
    ["a missing quote with two readings", '{"a": "x}'],
  ])("refuses %s", (_, text) => {
    expect(new JsonParser().decode(text, schema).ok).toBe(false);
  });

  it("marks truncated text", () => {
    expect(new JsonParser().decode('{"a": "x', schema)).toMatchObject({
      ok: true,
      repairs: [{ kind: "truncated" }, {}],
    });
  });
});
