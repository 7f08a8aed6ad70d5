import type { JsonSchema } from "@helve/core";
import { compileSchema, InvalidSchemaError, interpretSchema, type SchemaValidator } from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anySchema, anyValue } from "./any-schema.ts";

describe("interpretSchema compared with compileSchema", () => {
  it.each(["2020-12", "draft-07"] as const)("accepts the same values and reports the same issues (%s)", (draft) => {
    let both = 0;
    fc.assert(
      fc.property(anySchema(draft), fc.array(anyValue, { minLength: 5, maxLength: 5 }), (schema, values) => {
        const compiled = validatorOf(compileSchema, schema);
        const interpreted = validatorOf(interpretSchema, schema);
        // Only interpretSchema refuses circles in which no part of the value is taken.
        if (compiled === undefined || interpreted === undefined) return;
        both++;
        for (const one of values) {
          expect([one, interpreted(one).length === 0]).toEqual([one, compiled(one).length === 0]);
          if (sayTheSame(schema)) expect([one, interpreted(one)]).toEqual([one, compiled(one)]);
        }
      }),
      { numRuns: runs(100) },
    );
    expect(both).toBeGreaterThan(60);
  });
});

/** A property `__proto__` and what a name refers to have words of their own where ajv checks them. */
function sayTheSame(schema: JsonSchema): boolean {
  const text = JSON.stringify(schema);
  return !text.includes('"__proto__"') && !text.includes('"propertyNames"');
}

function validatorOf(make: (schema: JsonSchema) => SchemaValidator, schema: JsonSchema): SchemaValidator | undefined {
  try {
    return make(schema);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSchemaError);
    return undefined;
  }
}
