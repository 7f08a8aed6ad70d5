import {
  hasExactNumbers,
  markNumbers,
  parseExactJson,
  readableNumbers,
  roundedNumbers,
  unmarkNumbers,
} from "@helve/core/internal";
import { cpuTime } from "@helve/testing/cpu-time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("parseExactJson", () => {
  it.each([
    '{"id":7960607143101464577}',
    '{"id":7960607143101464576,"list":[1e400,-1E5,1.0,0.1000000000000000055,-0]}',
    '["7960607143101464577","a \\" 7960607143101464577"]',
    '{"7960607143101464577":[{"a\\\\":1.50}]}',
    "7960607143101464577",
    '{"__proto__":{"x":9007199254740993}}',
  ])("keeps the numbers of %s as they are written", (text) => {
    expect(JSON.stringify(parseExactJson(text))).toBe(text);
  });

  it("is JSON.parse for what JavaScript prints", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const printed = JSON.stringify(JSON.parse(text));
        expect(JSON.stringify(parseExactJson(printed))).toBe(printed);
      }),
    );
  });

  it.each(["", "{", '{"a":01}', '{"a":1.}', "[1,,2]", '"\\', "7960607143101464577x"])("rejects %j", (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it("reads any depth, but rejects such a number that is nested too deeply", () => {
    const nested = (inner: string) => `${"[".repeat(100_000)}${inner}${"]".repeat(100_000)}`;
    expect(hasExactNumbers(parseExactJson(nested("1")))).toBe(false);
    expect(() => parseExactJson(nested("7960607143101464577"))).toThrow("nested more than 1000 levels");
  });

  it("takes linear time for a long text", () => {
    const text = JSON.stringify({ data: '\\"'.repeat(500_000), id: 1 });
    expect(cpuTime(() => parseExactJson(text))).toBeLessThan(5000);
  });
});

describe("exact numbers", () => {
  const value = parseExactJson('{"id":7960607143101464577,"price":1.0,"far":1e400,"list":[2]}');

  it("are readable as numbers or as texts", () => {
    expect(readableNumbers(value)).toEqual({ id: "7960607143101464577", price: 1, far: "1e400", list: [2] });
    expect(roundedNumbers(value)).toEqual({ id: 7960607143101465000, price: 1, far: Number.MAX_VALUE, list: [2] });
    expect(hasExactNumbers(value)).toBe(true);
    expect(hasExactNumbers(readableNumbers(value))).toBe(false);
  });

  it("survive another parser as marked texts, which nobody else can write", () => {
    const marked = markNumbers('{"id":7960607143101464577,"text":"number:x:1"}') ?? "";
    expect(JSON.stringify(unmarkNumbers(JSON.parse(marked)))).toBe('{"id":7960607143101464577,"text":"number:x:1"}');
    expect(markNumbers('{"id":1}')).toBeUndefined();
  });
});
