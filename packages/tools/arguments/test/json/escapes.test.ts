import { JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";

const parser = new JsonParser();
const text: JsonSchema = { type: "object", properties: { s: { type: "string" } } };

describe("a string with an invalid escape sequence", () => {
  it.each([
    "C:\\users\\bob",
    "App\\Http\\base\\Form",
    "C:\\Programs\\x86",
    "D:\\Data\\01",
    "\\alpha \\frac{1}{2}",
    "\\d+\\b",
    "\\x1b[31m",
  ])("keeps its backslashes: %s", (content) => {
    expect(parser.decode(`{"s": "${content}"}`, text)).toMatchObject({ ok: true, args: { s: content } });
    expect(parser.decode(`{'s': '${content}'}`, text)).toMatchObject({ ok: true, args: { s: content } });
  });

  it.each(["C:\\Users\\new", "D:\\work\\test\\x", "\\sum \\nu", "App\\Http\\tests"])(
    "is refused if \\n, \\r or \\t may be a part of a path or of TeX: %s",
    (content) => {
      expect(parser.decode(`{"s": "${content}"}`, text).ok).toBe(false);
    },
  );

  it("has line breaks where they can't be meant otherwise", () => {
    expect(parser.decode(`{"s": "re.match('\\d+')\\nprint()"}`, text)).toMatchObject({
      args: { s: "re.match('\\d+')\nprint()" },
    });
  });
});

describe("a string that ends with another quote", () => {
  const two: JsonSchema = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };

  it.each([`{"a": "x', "b": "y"}`, `{"a": "x”, "b": "y"}`, `{"a": 'x", "b": "y"}`, `{"b": "y", "a": "x'}`])(
    "%s is refused",
    (damaged) => {
      expect(parser.decode(damaged, two).ok).toBe(false);
    },
  );

  it("keeps a pair of quotes", () => {
    expect(parser.decode(`{"a": "say 'x', "b": "y"}`, two)).toMatchObject({ args: { a: "say 'x'", b: "y" } });
  });
});

describe("JSON within a string", () => {
  const nested: JsonSchema = {
    type: "object",
    properties: { o: { type: "object" }, l: { items: { type: "string" }, type: "array" } },
  };

  it("keeps large integers and the spelling of numbers", () => {
    expect(parser.decode('{"o": "{\\"id\\": 2512292042121000001}"}', nested)).toMatchObject({
      args: { o: { id: "2512292042121000001" } },
    });
    expect(parser.decode({ l: "[1.10, 2.50]" }, nested)).toMatchObject({ args: { l: ["1.10", "2.50"] } });
    expect(parser.decode("<function=f><parameter=l>[1.10]</parameter></function>", nested)).toMatchObject({
      args: { l: ["1.10"] },
    });
  });

  it.each([
    [{ bigIntegers: "refuse" }, '{"id": 2512292042121000001}'],
    [{ duplicateKeys: "refuse" }, '{"a": 1, "a": 2}'],
    [{}, '{"a": 1e400}'],
  ] as const)("follows the options %j", (options, json) => {
    expect(new JsonParser(options).decode({ o: json }, nested).ok).toBe(false);
  });

  it("may be in a fence", () => {
    expect(parser.decode({ o: '```json\n{"a": 1}\n```' }, nested)).toMatchObject({ args: { o: { a: 1 } } });
  });
});

describe("a control character in valid JSON", () => {
  const decode = (text: string, options = {}) => new JsonParser(options).decode(text, { type: "object" });

  it.each([
    [String.raw`{"tex": "\frac{1}{2}"}`, "\\f", 10],
    [String.raw`{"pattern": "\bword"}`, "\\b", 14],
    [String.raw`{"tex": "\\alpha \beta"}`, "\\b", 18],
  ])("before a letter is refused: %s", (text, written, column) => {
    const message = `the arguments are ambiguous: ${written} before a letter is a control character (write \\${written} for a backslash), at line 1, column ${column}`;
    expect(decode(text)).toMatchObject({ ok: false, issues: [{ code: "control_escape", message }] });
    expect(decode(text, { repair: false })).toMatchObject({ ok: true, args: JSON.parse(text) });
  });

  it.each([
    [String.raw`{"path": "C:\new\table.txt"}`, "\\n"],
    [String.raw`{"path": "d:\temp\\a.txt"}`, "\\t"],
  ])("after a drive letter is refused: %s", (text, written) => {
    const message = `the arguments are ambiguous: ${written} after a drive letter is a control character (write \\${written} for a backslash), at line 1, column 13`;
    expect(decode(text)).toMatchObject({ ok: false, issues: [{ code: "control_escape", message }] });
  });

  it.each([
    String.raw`{"tex": "\\frac{1}{2}"}`,
    String.raw`{"yaml": "a:\n  b: 1"}`,
    String.raw`{"path": "C:\\new"}`,
    String.raw`{"text": "a\f"}`,
    String.raw`{"text": "\b1\n\tb"}`,
  ])("is accepted elsewhere: %s", (text) => {
    expect(decode(text)).toMatchObject({ ok: true, args: JSON.parse(text), repairs: [] });
  });
});

it("keeps a backslash before a line break in a string with other line breaks", () => {
  expect(parser.decode('{"s": "RUN a \\\n  b\nRUN c"}', text)).toMatchObject({
    ok: true,
    args: { s: "RUN a \\\n  b\nRUN c" },
  });
});
