import { type DecodeOptions, JsonParser, type RepairKind } from "@helve/arguments";
import { describe, expect, it } from "vitest";

type Said = readonly [kind: RepairKind, path: string, offset: number, before: unknown, after: unknown];

function said(text: string, options: DecodeOptions = {}): readonly unknown[] {
  const { repairs } = new JsonParser(options).decode(text, {});
  return repairs.map(({ kind, path, offset, before, after }) => [kind, path, offset, before, after]);
}

describe("repairs of a text and their offsets", () => {
  const cases: readonly (readonly [text: string, said: readonly Said[]])[] = [
    ['{"a": 1,}', [["trailing_comma", "", 7, ",", ""]]],
    ['{"a": [1,, 2]}', [["extra_comma", "/a", 9, ",", ""]]],
    ['{"a": 1 "b": 2}', [["missing_comma", "", 8, "", ","]]],
    ['{"a" 1}', [["missing_colon", "", 5, "", ":"]]],
    ['{"a" => 1}', [["other_colon", "", 5, "=>", ":"]]],
    ['{"a": [1, 2}', [["missing_bracket", "/a", 11, "", "]"]]],
    ['{"a": 1]}', [["extra_bracket", "", 7, "]", ""]]],
    ['{"a": (1, 2)}', [["tuple", "/a", 6, "(1, 2)", [1, 2]]]],
    ['{"a": 1 /* one */}', [["comment", "", 8, "/* one */", ""]]],
    ['{"a":\u00a01}', [["white_space", "/a", 5, "\u00a0", " "]]],
    ["{a: 1}", [["unquoted_key", "", 1, "a", "a"]]],
    ['{"a": red}', [["unquoted_string", "/a", 6, "red", "red"]]],
    ["{\"a\": 'x'}", [["single_quotes", "/a", 6, "'x'", "x"]]],
    ['{"a": “x”}', [["typographic_quotes", "/a", 6, "“x”", "x"]]],
    ['{"a": """x"""}', [["triple_quotes", "/a", 6, '"""x"""', "x"]]],
    ['{"a": b"x"}', [["string_prefix", "/a", 6, "b", ""]]],
    ['{"a": "x, "b": 1}', [["missing_quote", "/a", 8, '"x', "x"]]],
    ['{"a": \\"x\\"}', [["escaped_quotes", "/a", 6, '\\"x\\"', "x"]]],
    ['{"a": "x "y" z"}', [["unescaped_quote", "/a", 9, '"x "y" z"', 'x "y" z']]],
    ['{"a": "x\ny"}', [["unescaped_control", "/a", 8, '"x\ny"', "x\ny"]]],
    ['{"a": "\\d"}', [["bad_escape", "/a", 7, '"\\d"', "\\d"]]],
    ['{"a": "x" + "y"}', [["string_concatenation", "/a", 6, '"x" + "y"', "xy"]]],
    ['{"a": None}', [["python_literal", "/a", 6, "None", null]]],
    ['{"a": undefined}', [["javascript_literal", "/a", 6, "undefined", null]]],
    ['{"a": TRUE}', [["literal_spelling", "/a", 6, "TRUE", true]]],
    ['{"a": .5}', [["number_form", "/a", 6, ".5", 0.5]]],
    ['{"a": 12345678901234567}', [["big_integer", "/a", 6, "12345678901234567", "12345678901234567"]]],
    ['{"a": 1}<|call|>', [["special_token", "", 8, "<|call|>", ""]]],
    ['Here: {"a": 1}', [["prose", "", 0, "Here:", ""]]],
    ['{"a": 1} {"a": 1}', [["several_objects", "", 9, { a: 1 }, { a: 1 }]]],
    ["run(a=1)", [["call_syntax", "", 0, "run(a=1)", { a: 1 }]]],
    ["<parameter=a>x</parameter>", [["parameter_tags", "/a", 0, "<parameter=a>x</parameter>", "x"]]],
    [
      "First <parameter=a>x</parameter></s>",
      [
        ["prose", "", 0, "First", ""],
        ["parameter_tags", "/a", 6, "<parameter=a>x</parameter>", "x"],
        ["special_token", "", 32, "</s>", ""],
      ],
    ],
    [
      "<arg_key>a</arg_key><arg_value>x</arg_value><arg_key>b</arg_key>",
      [
        ["parameter_tags", "/a", 0, "<arg_key>a</arg_key><arg_value>x</arg_value>", "x"],
        ["truncated_member", "/b", 44, "<arg_key>b</arg_key>", ""],
        ["truncated", "/b", 64, "<arg_key>b</arg_key>", ""],
      ],
    ],
    [
      '{"a": "x',
      [
        ["truncated", "/a", 8, '"x', "x"],
        ["truncated", "", 8, "", "}"],
      ],
    ],
    [
      '{"a": 1, "b"',
      [
        ["truncated_member", "/b", 9, '"b"', ""],
        ["truncated", "", 12, "", "}"],
      ],
    ],
    [
      "{'a': 1, 'a': 2}",
      [
        ["single_quotes", "", 1, "'a'", "a"],
        ["single_quotes", "", 9, "'a'", "a"],
        ["duplicate_key", "/a", 9, 1, 2],
      ],
    ],
  ];

  it.each(cases)("%s", (text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("reports the position within lists and objects as a JSON pointer", () => {
    expect(said('{"a/b": [{"c": None}]}')).toEqual([["python_literal", "/a~1b/0/c", 15, "None", null]]);
  });

  it("reports no offset within JSON in a string", () => {
    expect(said('"{\\"a\\": None}"')).toEqual([
      ["escaped_json", "", undefined, '"{\\"a\\": None}"', '{"a": None}'],
      ["python_literal", "/a", undefined, "None", null],
    ]);
  });
});

describe("policies", () => {
  const read = (text: string, options: DecodeOptions): unknown => {
    const decoded = new JsonParser(options).decode(text, {});
    return decoded.ok ? decoded.args : decoded.issues.map(({ code, path }) => [code, path]);
  };

  it.each([
    ["last", { a: 2 }],
    ["first", { a: 1 }],
    ["refuse", [["duplicate_key", "/a"]]],
  ] as const)("duplicate keys: %s", (duplicateKeys, expected) => {
    expect(read('{"a": 1, "a": 2}', { duplicateKeys })).toEqual(expected);
    expect(read("{'a': 1, 'a': 2}", { duplicateKeys })).toEqual(expected);
    const tagged = read("<parameter=a>1</parameter><parameter=a>2</parameter>", { duplicateKeys });
    expect(JSON.stringify(tagged).replace(/"(\d)"/, "$1")).toBe(JSON.stringify(expected));
  });

  it("ignores an invalid later object only if the first one is used", () => {
    const text = '{"a": 1} {"b": "x" "y" "z"}';
    expect(read(text, {})).toEqual([["json", ""]]);
    expect(read(text, { severalObjects: "first" })).toEqual({ a: 1 });
  });

  it.each([
    ["text", { a: "9007199254740993" }],
    ["round", { a: 9007199254740992 }],
    ["refuse", [["big_integer", "/a"]]],
  ] as const)("integers that no number holds: %s", (bigIntegers, expected) => {
    expect(read('{"a": 9007199254740993}', { bigIntegers })).toEqual(expected);
    expect(read("{a: 9007199254740993}", { bigIntegers })).toEqual(expected);
  });

  it("keeps a large integer that a number holds exactly", () => {
    expect(read('{"a": 1152921504606846976, "b": 1e20, "c": 0.12345678901234567890}', {})).toEqual({
      a: 2 ** 60,
      b: 1e20,
      c: 0.12345678901234568,
    });
  });

  it.each([
    ["null", { a: null, b: [null] }],
    ["text", { a: "NaN", b: ["-Infinity"] }],
    [
      "refuse",
      [
        ["non_finite", "/a"],
        ["non_finite", "/b/0"],
      ],
    ],
  ] as const)("what is no finite number: %s", (nonFinite, expected) => {
    expect(read('{"a": NaN, "b": [-Infinity]}', { nonFinite })).toEqual(expected);
  });

  it.each([
    ["first", { a: 1 }],
    ["last", { a: 2, b: 3 }],
    ["merge", { a: 2, b: 3 }],
    ["refuse", [["several_objects", ""]]],
  ] as const)("several objects: %s", (severalObjects, expected) => {
    expect(read('{"a": 1} {"a": 2, "b": 3}', { severalObjects })).toEqual(expected);
  });

  it("chooses the object with parameters of the tool", () => {
    const schema = { type: "object", properties: { command: { type: "string" } } } as const;
    const decoded = new JsonParser().decode('{"thought": "list"} {"command": "ls"}', schema);
    expect(decoded).toMatchObject({ ok: true, args: { command: "ls" } });
  });

  it("leaves a fence in a string of valid JSON as it is after invalid text", () => {
    const text = '{"md": "```[1]```"}';
    const parser = new JsonParser();
    parser.decode("{md: 1}", {});
    expect(parser.decode(text, {})).toEqual({ ok: true, args: { md: "```[1]```" }, repairs: [] });
    expect(new JsonParser({ duplicateKeys: "refuse" }).decode(text, {})).toMatchObject({ ok: true, repairs: [] });
  });

  it("reports a duplicate key in the same way after invalid text", () => {
    const parser = new JsonParser();
    const text = '{"a": 1, "a": 2}';
    const first = parser.decode(text, {});
    parser.decode("{a: 1}", {});
    expect(parser.decode(text, {})).toEqual(first);
  });

  it("reads nesting up to maxDepth", () => {
    expect(new JsonParser({ maxDepth: 1000 }).decode('{"a":'.repeat(1000), {}).ok).toBe(true);
    expect(new JsonParser({ maxDepth: 5000 }).decode('{"a":'.repeat(1001), {}).ok).toBe(false);
  });

  it("limits length and depth", () => {
    expect(read('{"a": 1}', { maxLength: 7 })).toEqual([["too_long", ""]]);
    expect(read('{"a": [[1]]}', { maxDepth: 3 })).toEqual({ a: [[1]] });
    expect(read('{"a": [[1]]}', { maxDepth: 2 })).toEqual([["too_deep", ""]]);
    expect(read("{'a': [[1]]}", { maxDepth: 2 })).toEqual([["too_deep", ""]]);
  });
});
