import { formatIssue } from "@helve/core";
import { jsonSyntaxIssue } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("jsonSyntaxIssue", () => {
  it.each([
    ["", "1:1: not JSON: expected a value (got the end of the text)"],
    ["{info: 1}", '1:2: not JSON: expected a property name in double quotes or "}" (got "info")'],
    ['{"a": 1,\n}', '2:1: not JSON: expected a property name in double quotes (got "}")'],
    ['{"a" 1}', '1:6: not JSON: expected ":" (got "1")'],
    ["[1, 2}", '1:6: not JSON: expected "," or "]" (got "}")'],
    ["[1,]", '1:4: not JSON: expected a value (got "]")'],
    ["{\n  \"a\": 'b'\n}", '2:8: not JSON: expected a value (got "\'")'],
    ["{} {}", '1:4: not JSON: expected nothing more (got "{")'],
    ['["abc', '1:6: not JSON: unclosed string (expected "\\"")'],
    ['["a\nb"]', '1:4: not JSON: a string can\'t hold "\\n" as it is (write a backslash and a letter)'],
    ['["\\x"]', '1:3: not JSON: "\\\\x" stands for no character'],
  ])("%j", (text, message) => {
    const issue = jsonSyntaxIssue(text);
    expect(issue && formatIssue(issue)).toBe(message);
  });

  it("has its place as a range", () => {
    expect(jsonSyntaxIssue('{\n"a": nope}')?.range).toEqual({
      start: { offset: 7, line: 2, column: 6 },
      end: { offset: 11, line: 2, column: 10 },
    });
  });

  it("is found wherever JSON.parse finds issue, with a place within the text", () => {
    const broken = fc.tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "}", "]", "\\", "e", "\t", "0", ":"));
    fc.assert(
      fc.property(broken, ([json, at, insert]) => {
        const offset = at % (json.length + 1);
        const text = json.slice(0, offset) + insert + json.slice(offset + 1);
        const range = jsonSyntaxIssue(text)?.range;
        expect(range !== undefined).toBe(!isJson(text));
        if (range !== undefined) expect(range.start.offset).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
