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

describe("a control character in a string", () => {
  const decode = (text: unknown, options = {}) => new JsonParser(options).decode(text, { type: "object" });
  const issue = (written: string, place: string) => ({
    ok: false,
    issues: [
      {
        code: "control_escape",
        message: `"line" is ambiguous: ${written} ${place} is a control character (write \\${written} for a backslash)`,
        path: "/line",
      },
    ],
  });

  it.each([
    [String.raw`{"line": "\frac{1}{2}"}`, "\\f"],
    [String.raw`{"line": "\bword"}`, "\\b"],
    [String.raw`{"line": "\\alpha \beta"}`, "\\b"],
  ])("before a letter is refused: %s", (text, written) => {
    expect(decode(text)).toMatchObject(issue(written, "before a letter"));
    expect(decode(JSON.parse(text))).toMatchObject(issue(written, "before a letter"));
    expect(decode(text, { repair: false })).toMatchObject({ ok: true, args: JSON.parse(text) });
  });

  it.each([
    [String.raw`{"line": "C:\new\table.txt"}`, "\\n"],
    [String.raw`{"line": "d:\temp\\a.txt"}`, "\\t"],
    [String.raw`{"line": "dir C:\temp"}`, "\\t"],
    [String.raw`{"line": "type C:\temp\new.txt and go on"}`, "\\t"],
    [String.raw`{"line": "cd 'C:\new'"}`, "\\n"],
    [String.raw`{"line": "copy \"C:\run.log\" b"}`, "\\r"],
    [String.raw`{"line": "del C:\temp /q"}`, "\\t"],
    [String.raw`{"line": "cd C:\temp && dir"}`, "\\t"],
    [String.raw`{"line": "set X=C:\temp"}`, "\\t"],
    [String.raw`{'line': 'dir C:\temp'}`, "\\t"],
    [String.raw`f(line='C:\new')`, "\\n"],
  ])("after a drive letter is refused: %s", (text, written) => {
    expect(decode(text)).toMatchObject(issue(written, "after a drive letter"));
  });

  it.each([
    [String.raw`{"line": "$\theta$"}`, "\\t"],
    [String.raw`{"line": "3 \times 4"}`, "\\t"],
    [String.raw`{"line": "\\alpha \text{ if } x"}`, "\\t"],
    [String.raw`{"line": "\nabla f",}`, "\\n"],
    [String.raw`{"line": "\\left( x \right)"}`, "\\r"],
  ])("in a command of LaTeX is refused: %s", (text, written) => {
    expect(decode(text)).toMatchObject(issue(written, "in a command of LaTeX"));
  });

  it("is named with its place in lists and objects", () => {
    expect(decode(String.raw`{"o": {"l": ["a", "C:\temp"]}}`)).toMatchObject({
      ok: false,
      issues: [{ path: "/o/l/1" }],
    });
  });

  it("is a line break between tags", () => {
    expect(decode("<parameter=line>C:\nnew</parameter>")).toMatchObject({ ok: true, args: { line: "C:\nnew" } });
    expect(decode("<parameter=line>dir C:\\temp</parameter>")).toMatchObject({
      ok: true,
      args: { line: "dir C:\\temp" },
    });
  });

  it.each([
    String.raw`{"tex": "\\frac{1}{2}"}`,
    String.raw`{"yaml": "a:\n  b: 1"}`,
    String.raw`{"path": "C:\\new"}`,
    String.raw`{"text": "a\f"}`,
    String.raw`{"text": "\b1\n\tb"}`,
    String.raw`{"text": "Plan B:\nread a.txt"}`,
    String.raw`{"text": "A:\tx\nB:\ty"}`,
    String.raw`{"text": "Q:\nWhat is it?\nA:\nA test"}`,
    String.raw`{"text": "def f(x):\n\treturn x\n"}`,
    String.raw`{"text": "C:\\temp\nC:\\new"}`,
    String.raw`{"tex": "\\theta \\times \\text{x}"}`,
    String.raw`{"keys": "ls\rexit\r"}`,
    String.raw`{"text": "a\text\there"}`,
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
