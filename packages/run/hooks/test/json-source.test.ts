import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonSource, memberSource } from "../src/json-source.ts";

/** A value as JSON in two spellings. */
const spellings = fc
  .jsonValue({ stringUnit: "grapheme" })
  .map((value) => ({ value, plain: JSON.stringify(value), spaced: spaced(JSON.stringify(value, null, "\t")) }));

/** The same JSON with other whitespace and escaped letters. */
function spaced(text: string): string {
  return ` ${text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) => string.replaceAll("a", "\\u0061").replaceAll("/", "\\/"))}\r\n`;
}

describe("jsonSource", () => {
  it("is the same for all spellings of the same value, and parses as it", () => {
    fc.assert(
      fc.property(spellings, ({ plain, spaced }) => {
        expect(jsonSource(spaced)).toBe(jsonSource(plain));
        expect(JSON.parse(jsonSource(spaced))).toEqual(JSON.parse(plain));
        expect(jsonSource(jsonSource(spaced))).toBe(jsonSource(spaced));
      }),
      { numRuns: runs(300) },
    );
  });

  it("differs where parsed values differ", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
        expect(jsonSource(left) === jsonSource(right)).toBe(left === right);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['{"a":9007199254740992}', '{"a":9007199254740993}'],
    ['{"a":1e400}', '{"a":2e400}'],
    ['{"a":-0}', '{"a":0}'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a":"\\u00e9"}', '{"a":"e\\u0301"}'],
    ['{"a":"\\ud800"}', '{"a":"\\ufffd"}'],
    ['{"a":"1"}', '{"a":1}'],
    ['{"a":"b c"}', '{"a":"bc"}'],
  ])("tells %s and %s apart", (one, other) => {
    expect(jsonSource(one)).not.toBe(jsonSource(other));
  });

  it("takes a time that grows with the length of the text", () => {
    expect(jsonSource(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)).toHaveLength(200_000);
    expect(jsonSource(`["${"\\\\".repeat(1_000_000)}"]`)).toHaveLength(2_000_004);
  });
});

describe("memberSource", () => {
  it("is the text of the value that JSON.parse finds", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.string(), (members, name) => {
        const source = jsonSource(JSON.stringify(members));
        for (const key of [...Object.keys(members), name]) {
          const found = memberSource(source, key);
          const parsed: unknown = JSON.parse(source);
          const isOwn = Object.hasOwn(parsed as object, key);
          expect(found).toBe(isOwn ? jsonSource(JSON.stringify(members[key])) : undefined);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("is the last one of several with the same key, also if one is escaped", () => {
    expect(memberSource(jsonSource('{"a": 1, "b": {"a": 2}, "\\u0061": [3, {}], "c": "}"}'), "a")).toBe("[3,{}]");
    expect(memberSource("[1]", "0")).toBeUndefined();
    expect(memberSource("{}", "a")).toBeUndefined();
  });
});
