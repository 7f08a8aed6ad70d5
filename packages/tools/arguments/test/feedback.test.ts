import type { Issue, JsonSchema } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArgumentError } from "../src/argument-error.ts";
import { issueText } from "../src/feedback/issue-text.ts";
import { feedback } from "../src/feedback.ts";
import { JsonParser } from "../src/json-parser.ts";
import { anySchema, anyValue } from "./any-schema.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    command: { type: "string" },
    timeout: { type: "number" },
    rows: { type: "array", items: { type: "integer" } },
    mode: { type: "object", properties: { level: { type: "integer", minimum: 3 } }, required: ["name"] },
  },
  required: ["command"],
  additionalProperties: false,
};

function issuesOf(value: unknown): readonly Issue[] {
  return schemaValidator(schema)(value);
}

describe("feedback", () => {
  it("marks each invalid place in the model's own arguments", () => {
    const given = { timeout: "soon", rows: [1, "x"], mode: { level: 1 }, timeuot: 5 };
    expect(feedback(JSON.stringify(given), issuesOf(given))).toBe(
      `
Correct what "// ←" marks:
{
  "timeout": "soon", // ← must be a number
  "rows": [
    1,
    "x" // ← must be an integer
  ],
  "mode": {
    "level": 1 // ← must be at least 3
    // ← "mode.name" is required
  },
  "timeuot": 5 // ← is not a known property, did you mean "timeout"?
  // ← "command" is required
}`.trim(),
    );
  });

  it("lists the known names once, and for a value either its choices or its type", () => {
    const properties = { unit: { type: "string", enum: ["C", "F"] }, city: { type: "string" } } as const;
    const schema = { type: "object", properties, additionalProperties: false } as const;
    const text = JSON.stringify(JSON.stringify({ unit: 5, one: 1, two: 2 }));
    const decoded = new JsonParser().decode(text, schema);
    expect(decoded.ok ? "" : feedback(text, decoded.issues)).toBe(
      `
Correct what "// ←" marks:
{
  "unit": 5, // ← must be one of "C", "F"
  "one": 1, // ← is not a known property (known: "unit", "city")
  "two": 2 // ← is not a known property
}`.trim(),
    );
  });

  it("writes the same in Chinese", () => {
    const given = { timeout: "soon", mode: { name: "", level: 1 }, timeuot: 5 };
    expect(feedback(given, issuesOf(given), { locale: "zh" })).toBe(
      `
参数有误，请修改 “// ←” 标出的地方：
{
  "timeout": "soon", // ← 必须是数字
  "mode": {
    "name": "",
    "level": 1 // ← 必须不小于 3
  },
  "timeuot": 5 // ← 不是已知的参数，是不是 "timeout"？
  // ← "command" 是必需的，但没有给出
}`.trim(),
    );
  });

  it.each<readonly [JsonSchema, unknown, string]>([
    [{ type: ["integer", "null"] }, "x", '"v" 必须是整数或 null'],
    [{ type: "boolean" }, "x", '"v" 必须是 true 或 false'],
    [{ enum: ["a", "b"] }, "x", '"v" 必须是以下之一："a", "b"'],
    [{ const: 1 }, 2, '"v" 必须是 1'],
    [{ exclusiveMinimum: 3 }, 3, '"v" 必须大于 3'],
    [{ multipleOf: 5 }, 3, '"v" 必须是 5 的倍数'],
    [{ maxLength: 2 }, "xyz", '"v" 必须至多有 2 个字符'],
    [{ minItems: 1 }, [], '"v" 必须至少有 1 个元素'],
    [{ pattern: "^a" }, "x", '"v" 必须匹配正则表达式 ^a'],
    [{ format: "date" }, "x", '"v" 必须符合格式 "date"'],
    [{ uniqueItems: true }, [1, 1], '"v" 不能有重复的元素'],
    [{ items: { properties: { a: { type: "array" } } } }, [{ a: 1 }], '"v[0].a" 必须是数组'],
    [{ not: {} }, 1, '"v" must not match the schema in "not" (got 1)'],
  ])("says in Chinese what %j wants of %j", (wanted, value, says) => {
    const [issue] = schemaValidator({ properties: { v: wanted } }, { assertFormats: true })({ v: value });
    expect(issue && issueText(issue, "zh")).toBe(says);
  });

  it("shortens valid parts", () => {
    const given = { command: "x".repeat(500), rows: [...Array(100).keys(), "x", 1] };
    expect(feedback(given, issuesOf(given))).toBe(
      `
Correct what "// ←" marks:
{
  "command": "${"x".repeat(79)}…",
  "rows": [
    0,
    1,
    2,
    3,
    … and 96 more
    "x", // ← must be an integer
    1
  ]
}`.trim(),
    );
  });

  it("marks a string that should be an object", () => {
    const issues = [{ code: "type", message: '"mode.level" must be an integer (got "x")', path: "/mode/level" }];
    expect(feedback({ command: "ls", mode: '{"level": "x"}' }, issues)).toContain(
      String.raw`  "mode": "{\"level\": \"x\"}" // ← "mode.level" must be an integer (got "x")`,
    );
  });

  it("marks the position in a text that can't be read", () => {
    const at = { offset: 12, line: 1, column: 13 };
    const issues = [{ code: "json", message: "a comma is missing", path: "", range: { start: at, end: at } }];
    expect(feedback('{"a" = }} 1 [ "b": 2', issues)).toBe(
      `
Correct what "// ←" marks:
{"a" = }} 1 
// ← a comma is missing
[ "b": 2`.trim(),
    );
  });

  it("marks each issue of a text that has a range", () => {
    const range = (start: number, end: number): NonNullable<Issue["range"]> => ({
      start: { offset: start, line: 1, column: start + 1 },
      end: { offset: end, line: 1, column: end + 1 },
    });
    const text = '("ls", "soon", None)';
    const issues = [
      { code: "type", message: '"count" must be an integer (got null)', path: "/count", range: range(15, 19) },
      { code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", range: range(7, 13) },
      { code: "required", message: '"path" is required', path: "/path" },
    ];
    expect(feedback(text, issues)).toBe(
      `
Correct what "// ←" marks:
("ls", "soon"
// ← "timeout" must be a number (got "soon")
, None
// ← "count" must be an integer (got null)
)
// ← "path" is required`.trim(),
    );
  });

  it("shows only the parts of a long text near a mark", () => {
    const at = { offset: 500, line: 1, column: 501 };
    const issues = [{ code: "json", message: "a comma is missing", range: { start: at, end: at } }];
    expect(feedback("x".repeat(1000), issues)).toBe(
      `
Correct what "// ←" marks:
…${"x".repeat(80)}
// ← a comma is missing
${"x".repeat(80)}…`.trim(),
    );
  });

  it("lists only the issues if the arguments don't fit in maxLength", () => {
    const given = { timeout: "soon", timeuot: 5, mode: {} };
    expect(feedback(given, issuesOf(given), { maxLength: 100 })).toBe(
      `
The arguments are invalid:
- "command" is required
… and 3 more`.trim(),
    );
  });

  it.each(["en", "zh"] as const)("says every issue, in no more room than there is (%s)", (locale) => {
    fc.assert(
      fc.property(anyValue, anySchema, fc.nat(300), (value, anyone, maxLength) => {
        const issues = schemaValidator(anyone)(value);
        const all = feedback(value, issues, { locale, maxLength: 1e6 });
        for (const issue of issues) {
          const text = issueText(issue, locale).replace(/[\r\n\u2028\u2029]/g, " ");
          // Beside its value, a message has neither the value's name nor the value.
          const short = text.replace(/^"[^"]*" /, "").replace(/ \(got .*\)$/, "");
          expect(all.includes(text) || all.includes(short)).toBe(true);
        }
        expect(feedback(value, issues, { locale, maxLength }).length).toBeLessThanOrEqual(maxLength);
      }),
    );
  });

  it("never throws for any input", () => {
    const path = fc.constantFrom("", "/a", "/a/b", "/0", "/__proto__", "/constructor/name");
    const issue = fc.record({ code: fc.string(), message: fc.string(), path, expected: fc.string() });
    const place = fc.nat(20).map((offset) => ({ offset, line: 1, column: offset + 1 }));
    const placed = fc.record({
      message: fc.string(),
      code: fc.string(),
      range: fc.record({ start: place, end: place }),
    });
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.json(), fc.string()),
        fc.array(fc.oneof(issue, placed)),
        (given, issues) => {
          feedback(given, issues, { locale: "zh" });
        },
      ),
    );
  });
});

describe("ArgumentError.forModel", () => {
  it("shows what was sent", () => {
    const raw = '{"timeout": "soon"}';
    const error = new ArgumentError(issuesOf(JSON.parse(raw)), { raw });
    expect(error.forModel()).toBe(feedback(raw, error.issues));
  });

  it("shows the input of a parser", () => {
    expect.assertions(1);
    try {
      new JsonParser().decodeOrThrow('{"timeout": "soon"}', schema);
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error;
      expect(error.forModel({ locale: "zh" })).toContain('"timeout": "soon" // ← 必须是数字');
    }
  });

  it("lists only the issues if the input is unknown", () => {
    expect(new ArgumentError(issuesOf({ timeout: "soon" })).forModel()).toBe(
      `
The arguments are invalid:
- "command" is required
- "timeout" must be a number (got "soon")`.trim(),
    );
  });
});
