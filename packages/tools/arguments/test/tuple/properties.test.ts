import { TupleParser } from "@helve/arguments/tuple";
import type { JsonSchema } from "@helve/core";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tupleSpelling } from "./python-literal.ts";

const names = ["a", "b", "c", "d", "e"];
const schema: JsonSchema = { type: "object", properties: Object.fromEntries(names.map((name) => [name, {}])) };
const parser = new TupleParser();
const exact = new TupleParser({ repair: false, strict: true, coerce: false, bigIntegers: "refuse" });

const soup = fc
  .array(
    fc.constantFrom(
      ..."( ) [ ] { } , : = + - * . ... ' \" ''' \"\"\" \\ # \n \r \t \0 ``` 1 0x1 1_0 1e5 2j x a b set None true b' rb\" f' \\x \\N{A} \ufeff é \ud800".split(
        " ",
      ),
      " ",
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("TupleParser, for any text", () => {
  it("reads every Python spelling without a repair", () => {
    fc.assert(
      fc.property(tupleSpelling, ({ value, text }) => {
        const decoded = exact.decode(text, schema);
        const args = Object.fromEntries(value.map((item, index) => [names[index], item]));
        expect(decoded).toEqual({ ok: true, args, repairs: [] });
      }),
    );
  });

  it("never throws; issues have ranges in the text, repairs the replaced text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          soup,
          fc.string(),
          fc.json(),
          tupleSpelling.map(({ text }) => text),
        ),
        fc.nat(),
        (text, end) => {
          for (const part of [text, text.slice(0, end % (text.length + 1))]) {
            const decoded = parser.decode(part, schema);
            for (const { offset = 0, before, kind } of decoded.repairs) {
              if (typeof before === "string" && kind !== "empty") expect(part.slice(offset)).toContain(before);
            }
            for (const { range } of decoded.ok ? [] : decoded.issues) {
              expect(range?.start.offset).toBeLessThanOrEqual(range?.end.offset ?? -1);
              expect(range?.end.offset).toBeLessThanOrEqual(part.length);
            }
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it("never throws for any value, and returns JSON arguments", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }), (raw) => {
        const decoded = parser.decode(raw, schema);
        if (decoded.ok) expect(JSON.parse(JSON.stringify(decoded.args))).toEqual(decoded.args);
      }),
    );
  });

  it("ignores no character", () => {
    for (let code = 0x21; code < 0x3000; code++) {
      const character = String.fromCharCode(code);
      if ("0123456789.+-".includes(character)) continue;
      expect(exact.decode(`(1, ${character}2,)`, schema).ok, character).toBe(false);
    }
  });

  it.each([
    ["one string", `("${"a\\n".repeat(300_000)}",)`],
    ["strings side by side", `(${"'' ".repeat(200_000)},)`],
    ["many values", `([${"1, ".repeat(200_000)}],)`],
    ["a long name", `(${"x".repeat(1_000_000)},)`],
    ["a long comment", `(1,) #${"x".repeat(1_000_000)}`],
    ["white space", `(1,${" ".repeat(1_000_000)})`],
    ["line breaks", `(1,)${"\n".repeat(500_000)}`],
    ["line breaks between values", `1${",\n1".repeat(200_000)}`],
    ["quotes without an end", "'".repeat(300_001)],
    ["quotes on lines of their own", "'\n".repeat(200_000)],
    ["open brackets", "(".repeat(500_000)],
    ["names", `(${"x, ".repeat(200_000)})`],
    ["a number with exponents", `(${"1e+".repeat(300_000)},)`],
    ["sets within tuples", `({${"(".repeat(90)}1${",)".repeat(90)}},)`],
    ["a large set", `({${Array.from({ length: 100_000 }, (_, index) => index).join(",")}},)`],
    ["backslashes", `('${"\\".repeat(600_000)}',)`],
  ])("comes to an end soon for %s", (_, text) => {
    expect(() => parser.decode(text, schema)).not.toThrow();
  });
});
