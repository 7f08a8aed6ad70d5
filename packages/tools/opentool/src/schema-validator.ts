import type { JsonSchema } from "@helve/core";
import { createValidator, type SchemaValidator } from "./create-validator.ts";
import type { FromJsonSchema } from "./from-json-schema.ts";
import { createInterpreter } from "./interpret-schema.ts";
import type { SchemaOptions } from "./schema-options.ts";
import { cachedBySchema } from "./validator-cache.ts";

/**
 * Creates a validator that interprets the schema, and compiles it once it has validated many values. ajv is loaded then, so that a
 * program whose schemas validate few values starts without it. The validator is cached by the schema object, unless there are other
 * `schemas`.
 *
 * It accepts the same values as `compileSchema`'s validator, and reports the same issues.
 *
 * @throws InvalidSchemaError with every keyword that has an invalid value and every reference that names no schema
 *
 * @example
 * const check = schemaValidator({ type: "object", properties: { timeout: { type: "number" } } });
 * check({ timeout: "soon" }); // [{ code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", … }]
 */
export function schemaValidator<const Schema extends JsonSchema | boolean>(
  schema: Schema,
  options: SchemaOptions = {},
): SchemaValidator<FromJsonSchema<Schema>> {
  return cachedValidator(schema, options) as SchemaValidator<FromJsonSchema<Schema>>;
}

/** Compiling takes about as long as interpreting this many values. */
const usesBeforeCompiling = 200;

const cachedValidator = cachedBySchema((schema, options) => {
  const interpreter = createInterpreter(schema, options);
  let { matches } = interpreter;
  let uses = 0;
  const compile = async (): Promise<void> => {
    const { ajvTest } = await import("./ajv-test.ts");
    matches = ajvTest(interpreter.root) ?? matches;
  };
  const countedMatches = (value: unknown): boolean => {
    uses += 1;
    // Without ajv, the schema stays interpreted.
    if (uses === usesBeforeCompiling) compile().catch(() => undefined);
    return matches(value);
  };
  return createValidator({ ...interpreter, matches: countedMatches });
});
