import { ArgumentError } from "@helve/arguments";
import { TupleParser } from "@helve/arguments/tuple";
import type { JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";
import type { DecodeOptions } from "../../src/decode-options.ts";

const schema = {
  type: "object",
  properties: { command: { type: "string" }, timeout: { type: "number" }, env: { type: "object" } },
  required: ["command"],
  additionalProperties: false,
} as const satisfies JsonSchema;

const parser = new TupleParser();
const exact = new TupleParser({ repair: false });

/** The value of the only parameter that a text gives, or the messages of what is wrong. */
function readOne(text: string, options: DecodeOptions = {}): unknown {
  const decoded = new TupleParser(options).decode(text, { type: "object", properties: { value: {} } });
  return decoded.ok ? decoded.args["value"] : decoded.issues.map(({ message }) => message);
}

function messages(raw: unknown, of: JsonSchema = schema, by: TupleParser = parser): readonly string[] {
  const decoded = by.decode(raw, of);
  return decoded.ok ? [] : decoded.issues.map(({ message }) => message);
}

function kinds(raw: unknown, of: JsonSchema = schema): readonly string[] {
  return parser.decode(raw, of).repairs.map(({ kind }) => kind);
}

describe("TupleParser: values for parameters", () => {
  it.each([
    '("ls", 5, {"A": "b"})',
    '"ls", 5, {"A": "b"}',
    '["ls", 5, {"A": "b"}]',
    '("ls", 5, {"A": "b"},)',
    ' (\n"ls", # what to run\n5, {"A": "b"})\n',
  ])("binds %j in the order of the schema's properties", (text) => {
    expect(exact.decode(text, schema)).toEqual({
      ok: true,
      args: { command: "ls", timeout: 5, env: { A: "b" } },
      repairs: [],
    });
  });

  it("assigns an array by position and an object by name", () => {
    expect(exact.decode(["ls", 5], schema)).toEqual({ ok: true, args: { command: "ls", timeout: 5 }, repairs: [] });
    expect(exact.decode({ timeout: 5, command: "ls" }, schema)).toMatchObject({ ok: true, args: { command: "ls" } });
  });

  it("counts every property as a position, also an optional one before a required one", () => {
    const late: JsonSchema = { type: "object", properties: { a: {}, b: {} }, required: ["b"] };
    expect(parser.decode("(1, 2)", late)).toMatchObject({ ok: true, args: { a: 1, b: 2 } });
    expect(messages("(1,)", late)).toEqual(['"b" is required: it is value 2 of 2 (got 1)']);
  });

  it.each([
    ["()", ['"command" is required: it is value 1 of 3 (got 0)']],
    [
      '("ls", 5, {}, 4, 5)',
      ['the tool takes at most 3 values: "command", "timeout", "env" (got 5), at line 1, column 15'],
    ],
    ['("ls", command="x")', ['"command" has more than one value, at line 1, column 16']],
    ['("ls", tiemout=3)', ['"tiemout" is not a parameter: did you mean "timeout"?, at line 1, column 16']],
    [
      '("ls", cwd="/", speed=3)',
      [
        '"cwd" is not a parameter: the tool takes "command", "timeout", "env", at line 1, column 12',
        '"speed" is not a parameter: the tool takes "command", "timeout", "env", at line 1, column 23',
      ],
    ],
    [
      '(timeout=3, "ls")',
      ["a value without a name can't follow a named value: write it with its parameter's name, at line 1, column 13"],
    ],
  ])("names what is wrong with %j", (text, expected) => {
    expect(messages(text)).toEqual(expected);
  });

  it("reports too many values together with invalid values", () => {
    const decoded = parser.decode([["ls"], "soon", {}, 4], schema);
    expect(!decoded.ok && decoded.issues.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["too_many_arguments", "type"]),
    );
    expect(messages([1], { type: "object" })).toEqual(["the tool takes no values (got 1)"]);
  });

  it("reports the range of an invalid value", () => {
    const decoded = parser.decode('("ls",\n  "soon", {"a": [1]})', {
      ...schema,
      properties: {
        ...schema.properties,
        env: { type: "object", additionalProperties: { items: { type: "string" } } },
      },
    });
    expect(!decoded.ok && decoded.issues).toMatchObject([
      { code: "type", path: "/timeout", range: { start: { line: 2, column: 3 }, end: { line: 2, column: 9 } } },
    ]);
  });

  it("coerces values, fills in defaults, and reports both", () => {
    const timed: JsonSchema = {
      type: "object",
      properties: { command: { type: "string" }, timeout: { type: "number", default: 60 }, quiet: { type: "boolean" } },
      required: ["command", "timeout"],
    };
    expect(parser.decode("('ls',)", timed)).toMatchObject({ ok: true, args: { command: "ls", timeout: 60 } });
    expect(kinds("('ls',)", timed)).toEqual(["default"]);
    const bent = parser.decode("('ls', '5', 'true')", timed);
    expect(bent).toMatchObject({ ok: true, args: { command: "ls", timeout: 5, quiet: true } });
    expect(bent.repairs.map(({ path }) => path)).toEqual(["/timeout", "/quiet"]);
    expect(messages("('ls', '5')", timed, new TupleParser({ coerce: false }))).toEqual([
      '"timeout" must be a number (got "5")',
    ]);
  });

  it("treats names such as __proto__ as data", () => {
    const decoded = parser.decode('({"__proto__": {"polluted": True}, "constructor": 1},)', {
      type: "object",
      properties: { value: {} },
    });
    expect(decoded.ok && Object.keys(Object(decoded.args["value"]))).toEqual(["__proto__", "constructor"]);
    const named = parser.decode('(__proto__={"polluted": True})', { type: "object", additionalProperties: true });
    expect(named.ok && Object.keys(named.args)).toEqual(["__proto__"]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("TupleParser: Python syntax", () => {
  it.each([
    ["('a' \"b\" '''c''' u'd' r'\\n',)", "abcd\\n"],
    ["('\\x41\\u00e9\\U0001F600\\101\\0\\d\\\n!',)", "Aé😀A\0\\d!"],
    ["('''a\r\nb\rc''',)", "a\nb\nc"],
    ["([0x1F, 0o17, 0b11, 1_000, .5, 5., 1e3, -1, +1],)", [31, 15, 3, 1000, 0.5, 5, 1000, -1, 1]],
    ["([None, True, False],)", [null, true, false]],
    ["([1, (2,), (), {'a': {}}],)", [1, [2], [], { a: {} }]],
    ["({'a': 1, 'a': 2},)", { a: 2 }],
  ])("reads %j", (text, value) => {
    expect(readOne(text)).toEqual(value);
  });

  it.each([
    ["(f'{1}',)", "an f-string is not evaluated: write the resulting text"],
    ["(rF'{1}' 'a',)", "an f-string is not evaluated: write the resulting text"],
    ["(t'{1}',)", "a t-string is not evaluated: write the resulting text"],
    [
      "('\\N{DASH}',)",
      '"\\\\N{DASH}" names a character: write the character itself, or its code point as \\u and four digits',
    ],
    ["('\\x4',)", "\\x4 is incomplete: expected 2 hexadecimal digits"],
    ["('\\U00110000',)", "\\U00110000 is not a character: expected a character up to \\U0010FFFF"],
    ["(2.5j,)", '"2.5j" is a complex number, which JSON does not have'],
    ["(1+2j,)", "JSON has no complex numbers"],
    ["(...,)", '"..." is not a value: write the value itself'],
    ["(b'\\xff',)", "JSON has no bytes: write a string, without the b before the quote"],
    ["(b'é',)", 'bytes hold ASCII characters only (got "é"): leave out the b before the quote'],
    ["('a' b'b',)", "bytes and text can't be concatenated: put a comma between them"],
    ["(010,)", '"010" starts with a zero: write the number without it, or a string in quotes'],
    ["(1__0,)", '"1__0" is not a number: each "_" must be between two digits'],
    ["(1.2.3,)", '"1.2.3" is not a number: write a string in quotes'],
    ["(1e999,)", "the number is too large: expected at most 1.7976931348623157e+308"],
    ["(ls,)", '"ls" is a name without a value: put strings in quotes'],
    ["({[1]},)", "a set can't contain a list: write a list, in [ ]"],
    ["({(1, 2): 3},)", "a key must be a string (got a tuple)"],
    [
      "({'a': 1, 'b'},)",
      "some values in { } have a key and some don't: write each as key: value, or put the values in [ ]",
    ],
    ["((1, a=2),)", '"a=" is allowed only in the outermost parentheses: write {"a": …}'],
    ["(1 + 1,)", 'expressions are not evaluated: write the result, or a string in quotes (got "+")'],
    ["(not True,)", 'expressions are not evaluated: write the result, or a string in quotes (got "not")'],
    ["(f(1),)", 'functions and attributes are not evaluated: write the value of "f"'],
    ["(os.name,)", 'functions and attributes are not evaluated: write the value of "os"'],
    ["__import__('os').system('ls')", 'functions and attributes are not evaluated: write the value of "__import__"'],
    ["('ls", "a string is not closed: expected ' (a quote within the text is written \\')"],
    ["(1, , 2)", 'not a Python tuple: expected a value or ")" (got ",")'],
    ["(1 2)", 'not a Python tuple: expected "," or ")" (got "2")'],
    ["(1, 2]", 'not a Python tuple: expected "," or ")" (got "]")'],
    ["(1, 2))", 'not a Python tuple: expected nothing more (got ")")'],
    ["({'a': ", "not a Python tuple: expected a value (got the end of the text)"],
    [
      "Here you are: ('ls',)",
      'the arguments are not a tuple: expected a tuple in parentheses, with strings in quotes (got "Here", and more)',
    ],
    ["('a\0b',)", "a string can't contain the character U+0000: write \\0"],
    [`(${"9".repeat(5000)},)`, "a number has at most 4300 digits (got 5000)"],
    [`${"[".repeat(200)}1`, "the values are nested too deep: expected at most 100 levels"],
  ])("refuses %j by name", (text, message) => {
    expect(readOne(text)).toEqual([expect.stringMatching(/, at line 1, column \d+$/)]);
    expect(readOne(text)).toEqual([expect.stringContaining(message)]);
  });

  it("reports every refused part exactly once", () => {
    expect(messages("(f'', 2j, {1: b'\\xff'})")).toHaveLength(3);
    expect(messages(`(${"x, ".repeat(1000)})`, { type: "object", properties: { a: {} } }).length).toBeLessThan(110);
  });
});

describe("TupleParser: repairs", () => {
  const one: JsonSchema = { type: "object", properties: { value: {} }, required: ["value"] };

  it.each([
    ["```python\n('ls',)\n```", ["fence"]],
    ["('ls',", ["truncated"]],
    ["('ls'", ["truncated", "single_value"]],
    ["('ls', 5, {'a': [1, (2,", ["truncated"]],
    ["('ls')", ["single_value"]],
    ["'ls'", ["single_value"]],
    ["'ls',\n5", ["line_break"]],
    ["('ls', timeout=5)", ["named_arguments"]],
    ["{'command': 'ls'}", ["named_arguments"]],
    ["('ls', 5, {'a': true, 'b': null})", ["json_literal", "json_literal"]],
    ["(b'ls',)", ["python_bytes"]],
    ["('ls', 5, {'a': {1, 1}})", ["python_set"]],
    ["('ls', 5, {1: 2})", ["key_form"]],
    ["('ls', 5, {'a': 1, 'a': 2})", ["duplicate_key"]],
    ["('ls', 5, {'a': 12345678901234567890123})", ["big_integer"]],
    ["", ["empty"]],
  ])("mends %j and says so", (text, expected) => {
    const open = { ...schema, required: text === "" ? [] : ["command"] };
    const decoded = parser.decode(text, open);
    expect(decoded.ok).toBe(true);
    expect(decoded.repairs.map(({ kind }) => kind)).toEqual(expected);
    if (expected[0] !== "duplicate_key") expect(exact.decode(text, open).ok).toBe(false);
  });

  it("reports offset, before and after", () => {
    expect(parser.decode("('ls', timeout=5, env={'a': {b'x', 1}})", schema).repairs).toEqual([
      { kind: "named_arguments", path: "/timeout", offset: 7, before: "timeout=5", after: "5" },
      { kind: "named_arguments", path: "/env", offset: 18, before: "env={'a': {b'x', 1}}", after: "{'a': {b'x', 1}}" },
      { kind: "python_bytes", path: "/env/a/0", offset: 29, before: "b'x'", after: "x" },
      { kind: "python_set", path: "/env/a", offset: 28, before: "{b'x', 1}", after: ["x", 1] },
    ]);
  });

  it("reads a set as a list of distinct members", () => {
    expect(readOne("({'b', 'a', 1, 1.0, True, (1, 2), (1, 2)},)")).toEqual(["b", "a", 1, [1, 2]]);
    expect(readOne("(set(),)")).toEqual([]);
    expect(readOne("({'a'},)", { repair: false })).toEqual([
      "JSON has no sets: write a list, in [ ], at line 1, column 2",
    ]);
  });

  it("converts keys like Python's json module", () => {
    expect(readOne("({1: 'a', None: 'b', True: 'c', -2: 'd'},)")).toEqual({ 1: "a", null: "b", true: "c", "-2": "d" });
  });

  it("applies the policies for large integers, infinities and duplicate keys", () => {
    const big = "(12345678901234567890123,)";
    expect(readOne(big)).toBe("12345678901234567890123");
    expect(readOne(big, { bigIntegers: "round" })).toBe(Number("12345678901234567890123"));
    expect(readOne(big, { bigIntegers: "refuse" })).toEqual([expect.stringContaining("exactly")]);
    expect(readOne("(100000000000000000000,)", { bigIntegers: "refuse" })).toBe(1e20);
    expect(readOne("(-1e999,)", { nonFinite: "text" })).toBe("-Infinity");
    expect(readOne("(1e999,)", { nonFinite: "null" })).toBeNull();
    expect(readOne("({'a': 1, 'a': 2},)", { duplicateKeys: "first" })).toEqual({ a: 1 });
    expect(readOne("({'a': 1, 'a': 2},)", { duplicateKeys: "refuse" })).toEqual([
      'the key "a" appears more than once, at line 1, column 11',
    ]);
  });

  it("uses a list or dict as the value of the only parameter if its type requires it", () => {
    const paths: JsonSchema = { type: "object", properties: { paths: { type: "array" } }, required: ["paths"] };
    for (const raw of ["(['a', 'b'])", "['a', 'b']", ["a", "b"]]) {
      expect(parser.decode(raw, paths)).toMatchObject({ ok: true, args: { paths: ["a", "b"] } });
      expect(kinds(raw, paths)).toEqual(["single_value"]);
    }
    expect(parser.decode("(['a', 'b'],)", paths)).toEqual({ ok: true, args: { paths: ["a", "b"] }, repairs: [] });
    const options: JsonSchema = { type: "object", properties: { options: { type: "object" } } };
    expect(parser.decode("{'a': 1}", options)).toMatchObject({ ok: true, args: { options: { a: 1 } } });
    expect(parser.decode("{'options': {'a': 1}}", options)).toMatchObject({ ok: true, args: { options: { a: 1 } } });
  });

  it("adds nothing to the arguments if strict", () => {
    const strict = new TupleParser({ strict: true });
    for (const raw of ["'ls'", "", undefined]) expect(strict.decode(raw, one).ok).toBe(false);
    expect(strict.decode("('ls',)", one)).toEqual({ ok: true, args: { value: "ls" }, repairs: [] });
  });

  it("respects maxLength and maxDepth", () => {
    expect(messages("('ls',)", schema, new TupleParser({ maxLength: 5 }))).toEqual([
      "the arguments are too long: expected at most 5 characters (got 7), at line 1, column 1",
    ]);
    expect(readOne("([[1]],)", { maxDepth: 2 })).toEqual([expect.stringContaining("at most 2 levels")]);
    expect(readOne("([[1]],)", { maxDepth: 3 })).toEqual([[1]]);
  });

  it.each([
    [5, "a number"],
    [null, "null"],
    [true, "a boolean"],
  ])("wants a tuple, not %j", (raw, got) => {
    expect(messages(raw)).toEqual([
      `the arguments must be a tuple, its values in the order of the parameters (got ${got})`,
    ]);
  });

  it("refuses values that JSON can't represent", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    for (const raw of [[new Date(0)], [1n], [undefined], circle, () => 1])
      expect(parser.decode(raw, one).ok).toBe(false);
  });
});

describe("decodeOrThrow", () => {
  it("returns the arguments or throws one error with every issue", () => {
    expect(parser.decodeOrThrow("('ls',)", schema)).toEqual({ command: "ls" });
    try {
      parser.decodeOrThrow("([1, 2], {})", schema);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ArgumentError);
      expect(error).toMatchObject({ code: "invalid_arguments", issues: [{}, {}] });
      expect(error instanceof ArgumentError && error.forModel()).toContain("[1, 2]");
    }
  });
});
