import { isDeepStrictEqual } from "node:util";
import { schemaValidator } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coerce } from "../src/coerce.ts";
import { anySchema, anyValue } from "./any-schema.ts";
import { replay } from "./replay.ts";

describe("coerce, for any value and any schema", () => {
  it("keeps a valid value unchanged", () => {
    fc.assert(
      fc.property(anyValue, anySchema, (value, schema) => {
        if (schemaValidator(schema)(value).length > 0) return;
        const coerced = coerce(value, schema, { enums: "prefix" });
        expect(coerced.value).toBe(value);
        expect(coerced.repairs).toEqual([]);
      }),
    );
  });

  it("never throws, never changes its input, and reports every change", () => {
    fc.assert(
      fc.property(anyValue, anySchema, (value, schema) => {
        const before = structuredClone(value);
        const coerced = coerce(value, schema);
        expect(isDeepStrictEqual(value, before)).toBe(true);
        expect(isDeepStrictEqual(replay(value, coerced.repairs), coerced.value)).toBe(true);
        if (coerced.repairs.length === 0) expect(coerced.value).toBe(value);
      }),
    );
  });

  it("changes nothing in a value that it made valid", () => {
    fc.assert(
      fc.property(anyValue, anySchema, (value, schema) => {
        const coerced = coerce(value, schema);
        if (schemaValidator(schema)(coerced.value).length > 0) return;
        const again = coerce(coerced.value, schema);
        expect(again.value).toBe(coerced.value);
        expect(again.repairs).toEqual([]);
      }),
    );
  });

  it("never throws for values that are not JSON", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withMap: true, withSparseArray: true }), anySchema, (value, schema) => {
        coerce(value, schema);
      }),
    );
  });
});
