import type { JsonSchema } from "@helve/core";
import { InvalidSchemaError, interpretSchema, type SchemaValidator } from "@helve/opentool";
import { compileSchema } from "@helve/opentool/compile-schema";
import { runs } from "@helve/testing/property-runs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anySchema, anyValue } from "./any-schema.ts";

const fiveValues = fc.array(anyValue, { minLength: 5, maxLength: 5 });

describe("interpretSchema compared with compileSchema", () => {
  it.each(["2020-12", "draft-07"] as const)("accepts the same values and reports the same issues (%s)", (draft) => {
    let both = 0;
    fc.assert(
      fc.property(anySchema(draft, true), fiveValues, (schema, values) => {
        const compiled = validatorOf(compileSchema, schema);
        const interpreted = validatorOf(interpretSchema, schema);
        expect(compiled === undefined).toBe(interpreted === undefined);
        if (compiled === undefined || interpreted === undefined) return;
        both++;
        for (const value of values) {
          expect([value, compiled.is(value)]).toEqual([value, interpreted.is(value)]);
          expect([value, compiled(value)]).toEqual([value, interpreted(value)]);
          expect([value, compiled.is(value)]).toEqual([value, compiled(value).length === 0]);
        }
      }),
      { numRuns: runs(100) },
    );
    expect(both).toBeGreaterThan(50);
  });
});

describe("both validators compared with ajv", () => {
  it("accept the same values where ajv is right", () => {
    let compared = 0;
    fc.assert(
      fc.property(anySchema("2020-12"), fiveValues, (schema, values) => {
        const validator = validatorOf(compileSchema, schema);
        if (validator === undefined || wrongInAjv.test(JSON.stringify(schema))) return;
        const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true, validateFormats: false });
        const validate = ajv.compile(schema);
        compared++;
        for (const value of values.filter((one) => !wrongInAjv.test(JSON.stringify(one))))
          expect([value, validator.is(value)]).toEqual([value, validate(value)]);
      }),
      { numRuns: runs(150) },
    );
    expect(compared).toBeGreaterThan(20);
  });
});

/** Keywords that ajv evaluates wrongly, names that confuse its comparison of objects, and a pattern that it refuses. */
const wrongInAjv = /"(?:contains|multipleOf|__proto__|constructor|toString|valueOf|hasOwnProperty|\[\\\\w-\.\])"/;

function validatorOf(make: (schema: JsonSchema) => SchemaValidator, schema: JsonSchema): SchemaValidator | undefined {
  try {
    return make(schema);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSchemaError);
    return undefined;
  }
}
