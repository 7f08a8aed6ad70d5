import type { JsonSchema } from "@helve/core";
import { createValidator, type SchemaValidator, type ValidatorParts } from "./create-validator.ts";
import type { FromJsonSchema } from "./from-json-schema.ts";
import { createCheckBuilder } from "./interpret-schema/build-check.ts";
import { collectAllErrors } from "./interpret-schema/check.ts";
import { cycleIssues } from "./interpret-schema/reference-cycles.ts";
import { createResultCache, resetResultCache } from "./interpret-schema/result-cache.ts";
import { InvalidSchemaError } from "./invalid-schema-error.ts";
import { applySchema } from "./schema-application.ts";
import { indexSchema, type SchemaNode } from "./schema-index.ts";
import type { SchemaOptions } from "./schema-options.ts";
import { cachedBySchema } from "./validator-cache.ts";

/**
 * Creates a validator from a JSON Schema without `eval` and `new Function`, for pages and workers that do not allow
 * them, and for schemas that validate few values. It accepts the same values as `compileSchema`'s validator and reports
 * the same issues. The validator is cached by the schema object, unless there are other `schemas`.
 *
 * @throws InvalidSchemaError with every keyword that has an invalid value and every reference that names no schema
 *
 * @example
 * const check = interpretSchema({ type: "object", properties: { timeout: { type: "number" } } });
 * check({ timeout: "soon" }); // [{ code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", … }]
 */
export function interpretSchema<const Schema extends JsonSchema | boolean>(
  schema: Schema,
  options: SchemaOptions = {},
): SchemaValidator<FromJsonSchema<Schema>> {
  return cachedInterpreter(schema, options) as SchemaValidator<FromJsonSchema<Schema>>;
}

const cachedInterpreter = cachedBySchema((schema, options) => createValidator(createInterpreter(schema, options)));

/** The interpreted form of a schema. */
export interface Interpreter extends ValidatorParts {
  readonly root: SchemaNode | boolean;
}

/**
 * Verifies a schema and builds its checks.
 *
 * @throws InvalidSchemaError
 */
export function createInterpreter(schema: JsonSchema | boolean, options: SchemaOptions): Interpreter {
  try {
    const root = indexSchema(schema, options);
    const cache = createResultCache();
    const { build, built } = createCheckBuilder(cache);
    const check = build(typeof root === "boolean" ? root : applySchema(root));
    const issues = cycleIssues(built.keys());
    if (issues.length > 0) throw new InvalidSchemaError(issues);
    return {
      root,
      matches: check.matches,
      collectErrors: (value) => collectAllErrors(check, value),
      reset: () => resetResultCache(cache),
    };
  } catch (error) {
    throw error instanceof InvalidSchemaError ? error : unusableSchemaError(error);
  }
}

/** Creates the error of a schema that can't be read, for example because of a getter that throws. */
function unusableSchemaError(cause: unknown): InvalidSchemaError {
  const [code, problem] =
    cause instanceof RangeError ? ["depth", "is nested too deeply"] : ["not_usable", `is not usable: ${cause}`];
  return new InvalidSchemaError([{ code, message: `the schema ${problem}`, path: "" }], { cause });
}
