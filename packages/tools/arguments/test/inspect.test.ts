import { readFileSync } from "node:fs";
import { canonicalJson, type JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";
import { JsonParser } from "../src/json-parser.ts";

interface Goldens {
  readonly tool_param: { readonly cases: readonly ParamCase[] };
  readonly validate_tool_input: { readonly cases: readonly InputCase[] };
  readonly parse_tool_call: { readonly cases: readonly CallCase[] };
}

interface ParamCase {
  readonly type: string;
  readonly input: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface InputCase {
  readonly schema: JsonSchema;
  readonly arguments: unknown;
  readonly message: string | null;
}

interface CallCase {
  readonly function: string;
  readonly tools: readonly string[] | null;
  readonly arguments: string;
  readonly result: { readonly arguments: unknown; readonly parse_error: string | null };
}

const goldens = JSON.parse(
  readFileSync(new URL("fixtures/inspect-arguments.json", import.meta.url), "utf8"),
) as Goldens;

const parser = new JsonParser();

/** How many cases come to the same. Each of the others has its reason in a table. */
const agreed = { params: 54, inputs: 10, calls: 8 } as const;

describe("tool_param of Inspect: a value for a parameter of a type", () => {
  const integer = { type: "integer" } as const;
  const string = { type: "string" } as const;
  const object = (properties: Readonly<Record<string, JsonSchema>>, ...required: readonly string[]): JsonSchema => ({
    type: "object",
    properties,
    required,
    additionalProperties: false,
  });
  const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] });
  const listOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });
  const color = { type: "string", enum: ["red", "blue"] } as const;
  const dataclass = object({ x: integer, y: { ...string, default: "dflt" } }, "x");
  const model = object({ n: integer, s: { ...string, default: "d" } }, "n");
  const schemas: Readonly<Record<string, JsonSchema>> = {
    int: integer,
    float: { type: "number" },
    str: string,
    bool: { type: "boolean" },
    Any: {},
    bytes: {},
    "datetime.datetime": { type: "string", format: "date-time" },
    date: { type: "string", format: "date" },
    time: { type: "string", format: "time" },
    Color: color,
    Level: { type: "integer", enum: [1, 2] },
    TD: object({ a: integer, b: string }, "a", "b"),
    TDO: object({ a: integer, b: string }),
    DC: dataclass,
    DCN: object({ inner: dataclass, many: listOf(dataclass) }, "inner", "many"),
    PM: model,
    list: { type: "array" },
    "list[int]": listOf(integer),
    "List[str]": listOf(string),
    "list[Color]": listOf(color),
    "Sequence[int]": listOf(integer),
    "set[str]": { ...listOf(string), uniqueItems: true },
    "tuple[int, str]": { type: "array", prefixItems: [integer, string], items: false, minItems: 2 },
    dict: { type: "object" },
    "dict[str, int]": { type: "object", additionalProperties: integer },
    "dict[int, str]": { type: "object", additionalProperties: string },
    "Optional[int]": orNull(integer),
    "Optional[str]": orNull(string),
    "Optional[Color]": orNull(color),
    "Optional[DC]": orNull(dataclass),
    "Optional[list[int]]": orNull(listOf(integer)),
    "int | None": orNull(integer),
    "None | int": { anyOf: [{ type: "null" }, integer] },
    "Union[int, str]": { anyOf: [integer, string] },
    "Union[str, int]": { anyOf: [string, integer] },
    "DC | PM": { anyOf: [dataclass, model] },
    "Literal[1, 2]": { enum: [1, 2] },
  };

  /** Where Helve does better, and why; `value` is what comes of it, no `value` an issue. */
  const better: Readonly<Record<string, { readonly why: string; readonly value?: unknown }>> = {
    "int 1.9": { why: "nothing is cut off" },
    "int false": { why: "false is no number" },
    'int "1e3"': { why: "it is 1000 without doubt", value: 1000 },
    'int "1_000"': { why: "only decimal digits are sure" },
    "float true": { why: "true is no number" },
    'float "nan"': { why: "JSON has no such number" },
    'float "inf"': { why: "JSON has no such number" },
    "str 1": { why: "JSON.parse makes 1.0 and 1 the same number", value: "1" },
    "str true": { why: "JSON and Python write it in two ways" },
    'bool "false"': { why: "the text says false", value: false },
    'bool "False"': { why: "the text says false", value: false },
    "bool 2": { why: "only 0 and 1 stand for false and true" },
    "bool null": { why: "null is not false" },
    'datetime.datetime "2025-04-17T12:00:00Z"': { why: "dates stay texts", value: "2025-04-17T12:00:00Z" },
    'date "20250417"': { why: "the format is that of RFC 3339" },
    'time "12:00:00"': { why: "the format is that of RFC 3339, with a zone" },
    'time "12:00:00.5"': { why: "the format is that of RFC 3339, with a zone" },
    'Level "1"': { why: "it stands for one of the choices only", value: 1 },
    'TD {"a":1}': { why: 'what is not given is not the text "None"' },
    'TDO {"b":"x"}': { why: "what is optional may be left out", value: { b: "x" } },
    'DC {"x":1,"y":"q","z":2}': { why: "what is not known is named, not dropped" },
    "list 5": { why: "a single value is a list of one", value: [5] },
    'list[int] "12"': { why: "a text is no list of its characters", value: [12] },
    "list[int] 5": { why: "a single value is a list of one", value: [5] },
    "List[str] [1,null,true]": { why: 'null is not the text "None", nor true "True"' },
    'List[str] "ab"': { why: "a text is no list of its characters", value: ["ab"] },
    'set[str] ["a","b","a"]': { why: "no item is dropped" },
    'tuple[int, str] ["1","2"]': { why: "each item has a type of its own", value: [1, "2"] },
    'dict[str, int] {"a":"1","b":2.5}': { why: "nothing is cut off" },
    'Literal[1, 2] "1"': { why: "it stands for one of the choices only", value: 1 },
    'Sequence[int] ["1"]': { why: "a sequence is a list", value: [1] },
  };

  it.each(goldens.tool_param.cases)("$type of $input", ({ type, input, result, error }) => {
    const schema = schemas[type];
    expect(schema).toBeDefined();
    const decoded = parser.decode({ v: input }, { properties: { v: schema ?? {} }, required: ["v"] });
    const theirs = error === undefined ? { value: plain(result) } : {};
    const { why: _why, ...ours } = better[`${type} ${canonicalJson(input)}`] ?? { why: "", ...theirs };
    expect(decoded.ok ? { value: decoded.args["v"] } : {}).toEqual(ours);
  });

  it(`agrees in ${agreed.params} of ${goldens.tool_param.cases.length} cases`, () => {
    const keys = goldens.tool_param.cases.map(({ type, input }) => `${type} ${canonicalJson(input)}`);
    expect(Object.keys(better).filter((key) => !keys.includes(key))).toEqual([]);
    expect(keys.filter((key) => better[key] === undefined).length).toBe(agreed.params);
  });
});

/** A golden's value as JSON: of a Python object what it was made of. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  const [tag] = Object.keys(value);
  const inner: unknown = tag?.startsWith("$") ? Reflect.get(value, "value" in value ? "value" : tag) : undefined;
  if (inner !== undefined) return plain(inner);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

describe("validate_tool_input of Inspect: arguments by a schema", () => {
  const better: Readonly<Record<string, string>> = {
    '{"x":"1","y":2}': "the text is a number without doubt",
    '{"s":1}': "a number where a text is wanted",
  };

  it.each(goldens.validate_tool_input.cases)("$id: $arguments", ({ schema, arguments: given, message }) => {
    const decoded = parser.decode(given, schema);
    expect(decoded.ok).toBe(message === null || better[canonicalJson(given)] !== undefined);
    if (decoded.ok && message === null) expect(decoded.args).toEqual(given);
  });

  it(`agrees in ${agreed.inputs} of ${goldens.validate_tool_input.cases.length} cases`, () => {
    const given = goldens.validate_tool_input.cases.map((one) => canonicalJson(one.arguments));
    expect(given.filter((text) => better[text] === undefined)).toHaveLength(agreed.inputs);
  });

  it("finds as many issues as Inspect", () => {
    for (const { schema, arguments: given, message } of goldens.validate_tool_input.cases) {
      const decoded = new JsonParser({ coerce: false, strict: true }).decode(given, schema);
      const theirs = message === null ? 0 : message.split("\n- ").length - 1;
      expect(decoded.ok ? 0 : decoded.issues.length).toBe(theirs);
    }
  });
});

describe("parse_tool_call of Inspect: the text of a call", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { p1: { type: "string" }, p2: { type: "integer" } },
    required: ["p1"],
    additionalProperties: false,
  };
  const withTool = goldens.parse_tool_call.cases.filter((one) => one.function === "t" && one.tools !== null);

  /** Where Helve does better, and why; `args` is what comes of it, no `args` issues. */
  const better: Readonly<Record<string, { readonly why: string; readonly args?: unknown }>> = {
    "{}'": { why: "the required argument is missed by name" },
    True: { why: "it may be a boolean" },
    true: { why: "true is no text, nor arguments" },
    no: { why: "a text for a text", args: { p1: "no" } },
    on: { why: "a text for a text", args: { p1: "on" } },
    "~": { why: "a text for a text", args: { p1: "~" } },
    "3.14": { why: "a number is no text, nor arguments" },
    "[1, 2]": { why: "a list is no text, nor arguments" },
    "a: 1": { why: "it may be an argument by name" },
    "2025-01-01": { why: "a text for a text", args: { p1: "2025-01-01" } },
    "1:30": { why: "a text for a text", args: { p1: "1:30" } },
    "`x`": { why: "it may be Markdown" },
    "multi\nline": { why: "it may be an explanation" },
    '{"p1": NaN}': { why: "JSON has no such number" },
    '{"nested": {"a": [1, {"b": null}]}}': { why: "the arguments are validated" },
    '{"p1": "line\nbreak"}': { why: "a line break in a string is kept", args: { p1: "line\nbreak" } },
    '\ufeff{"p1":1}': { why: "a byte order mark is no argument", args: { p1: "1" } },
  };

  it.each(withTool)("$arguments", ({ arguments: text, result }) => {
    const decoded = parser.decode(text, schema);
    const theirs = result.parse_error === null ? { args: result.arguments } : {};
    const { why: _why, ...ours } = better[text] ?? { why: "", ...theirs };
    expect(decoded.ok ? { args: decoded.args } : {}).toEqual(ours);
  });

  it(`agrees in ${agreed.calls} of ${withTool.length} cases`, () => {
    expect(withTool.filter(({ arguments: text }) => better[text] === undefined)).toHaveLength(agreed.calls);
  });

  it("refuses arguments for a tool without parameters", () => {
    const { ok } = parser.decode('{"p1": 1}', { type: "object", properties: {}, additionalProperties: false });
    expect(ok).toBe(false);
  });
});
