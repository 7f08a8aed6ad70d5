import type { Issue, JsonSchema } from "@helve/core";
import type { ErrorObject, ValidateFunction } from "ajv";
import { forget, type Memory, newMemory } from "./interpret-schema/answer-cache.ts";
import { checker } from "./interpret-schema/build-check.ts";
import { type Build, type Check, errorsOf } from "./interpret-schema/check.ts";
import type { Subschema } from "./interpret-schema/covered-schema.ts";
import { checkKeywords } from "./interpret-schema/verify-keywords.ts";
import { InvalidSchemaError } from "./invalid-schema-error.ts";
import { explain, type SchemaValidator } from "./validation-issues.ts";

/**
 * Makes a validator from a JSON Schema without `eval` and `new Function`, for pages and workers that do not allow them. It
 * accepts what that of `compileSchema` accepts and says the same of the rest. It is made once for each schema object.
 *
 * It covers the keywords that zod, valibot and ArkType write, in 2020-12 and draft-07, and references within the schema.
 * Formats other than those of `compileSchema` are ignored; a keyword that is not covered is not.
 *
 * @throws InvalidSchemaError naming every keyword that is not covered or does not hold what it should
 *
 * @example
 * const check = interpretSchema({ type: "object", properties: { timeout: { type: "number" } } });
 * check({ timeout: "soon" }); // [{ code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", … }]
 */
export function interpretSchema(schema: JsonSchema): SchemaValidator {
  const known = interpreted.get(schema);
  if (known !== undefined) return known;
  const validator = interpret(schema);
  interpreted.set(schema, validator);
  return validator;
}

const interpreted = new WeakMap<JsonSchema, SchemaValidator>();

function interpret(schema: JsonSchema): SchemaValidator {
  const memory = newMemory();
  const { build, check } = built(schema, memory);
  const branchValidator = (branch: JsonSchema): ValidateFunction => forExplain(build(branch as Subschema));
  return (value) => {
    try {
      if (check.fits(value)) return [];
      const issues = explain(errorsOf(check, value), { value, schema, branchValidator });
      return issues.length > 0 ? issues : [notChecked("it changes while it is read")];
    } catch (error) {
      return [notChecked(error instanceof RangeError ? "it is nested too deeply" : String(error))];
    } finally {
      forget(memory);
    }
  };
}

function built(schema: JsonSchema, memory: Memory): { readonly build: Build; readonly check: Check } {
  try {
    const root = checkKeywords(schema);
    const { build } = checker(root, memory);
    return { build, check: build(root) };
  } catch (error) {
    if (error instanceof InvalidSchemaError) throw error;
    const [code, says] =
      error instanceof RangeError ? ["depth", "is nested too deeply"] : ["not_compiled", `is not usable: ${error}`];
    throw new InvalidSchemaError([{ code, message: `the schema ${says}`, path: "" }], { cause: error });
  }
}

/** A check in the form of ajv's validators, as far as it takes to explain a union. */
function forExplain(check: Check): ValidateFunction {
  const validator: ExplainedBranch = (value): value is unknown => {
    validator.errors = errorsOf(check, value);
    return validator.errors.length === 0;
  };
  return validator as ValidateFunction;
}

interface ExplainedBranch {
  (value: unknown): value is unknown;
  errors?: ErrorObject[];
}

function notChecked(reason: string): Issue {
  return { code: "not_checked", message: `the value can't be checked: ${reason}`, path: "" };
}
