import type { Issue, JsonSchema } from "@helve/core";
import type { ErrorObject, ValidateFunction } from "ajv";
import { createCheckBuilder } from "./interpret-schema/build-check.ts";
import { type BuildCheck, type Check, collectAllErrors } from "./interpret-schema/check.ts";
import { createResultCache, type ResultCache, resetResultCache } from "./interpret-schema/result-cache.ts";
import type { Subschema } from "./interpret-schema/supported-schema.ts";
import { verifyKeywords } from "./interpret-schema/verify-keywords.ts";
import { InvalidSchemaError } from "./invalid-schema-error.ts";
import { issuesFromErrors, type SchemaValidator } from "./validation-issues.ts";

/**
 * Creates a validator from a JSON Schema without `eval` and `new Function`, for pages and workers that do not allow
 * them. It accepts the same values as `compileSchema`'s validator and reports the same issues. It is cached by the
 * schema object.
 *
 * It covers the keywords that zod, valibot and ArkType write, in 2020-12 and draft-07, and references within the
 * schema. Formats that `compileSchema` doesn't know are ignored; an unsupported keyword is an error.
 *
 * @throws InvalidSchemaError naming every keyword that is unsupported or has an invalid value
 *
 * @example
 * const check = interpretSchema({ type: "object", properties: { timeout: { type: "number" } } });
 * check({ timeout: "soon" }); // [{ code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", … }]
 */
export function interpretSchema(schema: JsonSchema): SchemaValidator {
  const cached = validatorCache.get(schema);
  if (cached !== undefined) return cached;
  const validator = createValidator(schema);
  validatorCache.set(schema, validator);
  return validator;
}

const validatorCache = new WeakMap<JsonSchema, SchemaValidator>();

/** Creates a validator without the cache of validators. */
function createValidator(schema: JsonSchema): SchemaValidator {
  const cache = createResultCache();
  const { build, check } = buildRootCheck(schema, cache);
  const branchValidator = (branch: JsonSchema): ValidateFunction => asAjvValidator(build(branch as Subschema));
  return (value) => {
    try {
      if (check.matches(value)) return [];
      const issues = issuesFromErrors(collectAllErrors(check, value), { value, schema, branchValidator });
      return issues.length > 0 ? issues : [notCheckedIssue("it changes while it is read")];
    } catch (error) {
      return [notCheckedIssue(error instanceof RangeError ? "it is nested too deeply" : String(error))];
    } finally {
      resetResultCache(cache);
    }
  };
}

/** Builds the check of a whole schema, and converts every failure to an `InvalidSchemaError`. */
function buildRootCheck(schema: JsonSchema, cache: ResultCache): { readonly build: BuildCheck; readonly check: Check } {
  try {
    const root = verifyKeywords(schema);
    const { build } = createCheckBuilder(root, cache);
    return { build, check: build(root) };
  } catch (error) {
    if (error instanceof InvalidSchemaError) throw error;
    const [code, problem] =
      error instanceof RangeError ? ["depth", "is nested too deeply"] : ["not_compiled", `is not usable: ${error}`];
    throw new InvalidSchemaError([{ code, message: `the schema ${problem}`, path: "" }], { cause: error });
  }
}

/** Wraps a check as an ajv validator, as far as explaining a union requires it. */
function asAjvValidator(check: Check): ValidateFunction {
  const validator: BranchValidator = (value): value is unknown => {
    validator.errors = collectAllErrors(check, value);
    return validator.errors.length === 0;
  };
  return validator as ValidateFunction;
}

interface BranchValidator {
  (value: unknown): value is unknown;
  errors?: ErrorObject[];
}

function notCheckedIssue(reason: string): Issue {
  return { code: "not_checked", message: `the value can't be checked: ${reason}`, path: "" };
}
