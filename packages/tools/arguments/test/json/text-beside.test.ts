import { JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";

const parser = new JsonParser();
const search: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    limit: { type: "integer" },
    filter: { type: "object", properties: { name: { type: "string" } } },
    dry_run: { type: "boolean" },
  },
};

describe("text beside an object", () => {
  it.each([
    '{"name": "x"}, limit: 5',
    '{"name": "x"} limit=5',
    '{"name": "x"} limit 5',
    '{"name": "x"}, maximum: 5',
    '{"name": "x"}\nLimit: 5',
    '{"name": "x"} --limit 5',
    '{"name": "x"} -l 5',
    '{"name": "x"}\nwith dry_run',
    '{"name": "x"}, 5',
    '{"name": "x"} 5',
    '{"name": "x"} <limit>5</limit>',
    'limit: 5, {"name": "x"}',
    'limit, {"name": "x"}',
    '"y", {"limit": 5}',
    'filter: {"name": "x"}',
    'filter = {"name": "x"}',
    'name: y\n{"name": "x"}',
    'name: "y"\n{"name": "x"}',
    'name: "see <tool_call>{\\"name\\": \\"x\\"}</tool_call>", limit: 5',
    'name: "call {"name": "x"}',
    'name=\'call {"name": "x"}',
    'filter → {"name": "x"}',
    '"filter" = {"name": "x"}',
    '- **filter**: {"name": "x"}',
    'where: {"name": "x"}',
    'where={"name": "x"}',
    'search("y", {"limit": 5})',
    'search filter={"name": "x"}',
    '--filter \'{"name": "x"}\'',
    '<search limit="5">{"name": "x"}</search>',
    'name: {"name": "x"}',
    'name: `{"name": "x"}`',
    '**name**: `{"name": "x"}`',
    '1. name: {"name": "x"}',
    'let name = {"name": "x"};',
    'args.name = {"name": "x"}',
    'args["filter"] = {"name": "x"}',
    'args.filter.name = {"name": "x"}',
    '{"name": "x"}; args.limit = 5',
    '{"name": "x"}\nargs["limit"] := 5',
    '{"name": "x"} | {"name": "y"}',
    'name := {"name": "x"}',
    'name：{"name": "x"}',
    'limit：5\n{"name": "x"}',
    'where: `{"name": "x"}`',
    'where: \'{"name": "x"}\'',
    '{"name": "x"} limit -> 5',
    'limit → 5 {"name": "x"}',
    '{"name": "x"} limit',
    '{"name": "x"}\nSet "limit" to five.',
    '{"name": "x"} [dry_run]',
    'dry_run enabled: {"name": "x"}',
    '| name | limit |\n|---|---|\n| {"name": "x"} | 5 |',
    '名称：{"name": "x"}，数量：3',
  ])("%j is refused, because it may be an argument", (text) => {
    expect(parser.decode(text, search).ok).toBe(false);
  });

  it("names what may be an argument", () => {
    expect(parser.decode('{"name": "x"}\ndry_run: true', search)).toMatchObject({
      ok: false,
      issues: [{ code: "text_beside", range: { start: { line: 2, column: 1 } } }],
    });
  });

  it.each([
    'Sure: {"name": "x"}',
    'I call it like this: {"name": "x"}',
    'arguments = {"name": "x"};',
    'call.arguments = {"name": "x"};',
    '{"name": "x"}\nExplanation: this finds x.',
    'The limit stays as it is. {"name": "x"}',
    'name: x\n{"name": "x"}',
    '<think>limit: 5?</think>{"name": "x"}',
    '<arguments>{"name": "x"}</arguments>',
    'arguments: `{"name": "x"}`',
    'arguments: \'{"name": "x"}\'',
    'I search by this name: `{"name": "x"}`',
    '参数：{"name": "x"}',
    '{"name": "x"}\n注意：这是一个例子。',
  ])("%j is prose", (text) => {
    expect(parser.decode(text, search)).toMatchObject({ ok: true, args: { name: "x" } });
  });

  it.each([
    ['[search(filter={"name": "x"}, limit=5)]', { filter: { name: "x" }, limit: 5 }],
    ['print(default_api.search(filter={"name": "x"}, limit=5))', { filter: { name: "x" }, limit: 5 }],
    ['result = await search({filter: {"name": "x"}})', { filter: { name: "x" } }],
    ['<filter>{"name": "x"}</filter>\n<limit>5</limit>', { filter: { name: "x" }, limit: 5 }],
    ['{"name": "x"}, "dry_run": true}', { name: "x", dry_run: true }],
  ])("%j is read by name", (text, args) => {
    expect(parser.decode(text, search)).toMatchObject({ ok: true, args });
  });
});

describe("an object for a text", () => {
  const named: JsonSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

  it.each(['```json\n{"name": {"value": "x"}}\n```', "{'name': {'value': 'x'}}", "{name: ['x']}"])(
    "%j is not the text of that object",
    (text) => {
      expect(parser.decode(text, named).ok).toBe(false);
    },
  );

  it("is read where the other texts have no quotes either", () => {
    const schema: JsonSchema = { type: "object", properties: { path: { type: "string" }, body: { type: "string" } } };
    const text = '{path: src/a.json, body: {"n": 1}}';
    expect(parser.decode(text, schema)).toMatchObject({ ok: true, args: { path: "src/a.json", body: '{"n": 1}' } });
  });
});

describe("a member that the schema does not name", () => {
  const closed: JsonSchema = {
    type: "object",
    properties: { city: { type: "string" }, project: { type: ["string", "null"] } },
    additionalProperties: false,
  };

  it.each([
    "{'city': {'value': 'Oslo'}, 'reason': 'asked'}",
    "{'project': None, 'reason': 'asked'}",
    '```json\n{"project": null, "reason": "asked"}\n```',
    "{city: Oslo, reason: asked}",
    '{city: {value: "Oslo"},}',
  ])("is not the text of another one in %j", (text) => {
    expect(parser.decode(text, closed).ok).toBe(false);
  });

  it("is reported with every other fault", () => {
    const decoded = parser.decode("{'city': {'value': 'Oslo'}, 'reason': 'asked'}", closed);
    expect(decoded.ok ? [] : decoded.issues.map(({ path }) => path).sort()).toEqual(["/city", "/reason"]);
  });
});

describe("a call object", () => {
  const one: JsonSchema = { type: "object", properties: { x: { type: "integer" } }, required: ["x"] };
  const named: JsonSchema = { type: "object", properties: { name: { type: "string" }, x: { type: "integer" } } };

  it.each([
    { name: "f", arguments: { x: 1 } },
    { name: "f", arguments: '{"x": 1}' },
    [{ name: "f", parameters: { x: 1 } }],
    { id: "1", type: "function", function: { name: "f", arguments: '{"x": 1}' } },
    { tool_calls: [{ name: "f", arguments: { x: 1 } }] },
  ])("%j holds the arguments", (call) => {
    expect(parser.decode(JSON.stringify(call), one)).toMatchObject({ ok: true, args: { x: 1 }, format: "call_object" });
    expect(parser.decode(call, one)).toMatchObject({ ok: true, args: { x: 1 } });
  });

  it("keeps the spelling of numbers and large integers", () => {
    const version: JsonSchema = { type: "object", properties: { v: { type: "string" } }, additionalProperties: false };
    expect(parser.decode('{"name": "f", "arguments": {"v": 1.10}}', version)).toMatchObject({ args: { v: "1.10" } });
    expect(parser.decode('{"arguments": "{\\"v\\": 12345678901234567}"}', version)).toMatchObject({
      args: { v: "12345678901234567" },
    });
  });

  it("is refused with more keys, of two calls, and if it may be the arguments", () => {
    const closed = { ...one, additionalProperties: false };
    expect(parser.decode('{"name": "f", "arguments": {"x": 1}, "y": 2}', closed).ok).toBe(false);
    expect(parser.decode('[{"arguments": {"x": 1}}, {"arguments": {"x": 2}}]', one).ok).toBe(false);
    expect(parser.decode('{"name": "f", "arguments": {"x": 1}}', named)).toMatchObject({
      issues: [{ code: "ambiguous_call" }],
    });
  });

  it("is not cut off where only its own brackets are missing", () => {
    const kinds = (text: string) => parser.decode(text, one).repairs.map(({ kind }) => kind);
    expect(kinds('[{"name": "f", "arguments": {"x": 1}')).toEqual([
      "missing_bracket",
      "missing_bracket",
      "call_object",
    ]);
    expect(kinds('[{"name": "f", "arguments": {"x": 1')).toContain("truncated");
  });

  it("is left alone where a parameter has the name of its key, or the schema names none", () => {
    const forward: JsonSchema = { type: "object", properties: { name: {}, arguments: {} } };
    const call = { name: "f", arguments: { x: 1 } };
    expect(parser.decode(call, forward)).toMatchObject({ ok: true, args: call });
    expect(parser.decode(call, { type: "object" })).toMatchObject({ ok: true, args: call });
  });
});
