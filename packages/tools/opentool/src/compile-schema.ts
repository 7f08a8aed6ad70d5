/** The subpath `@helve/opentool/compile-schema`: validators that are compiled at once. It loads ajv. */
import type { JsonSchema } from "@helve/core";
import { ajvTest } from "./ajv-test.ts";
import { createValidator, type SchemaValidator } from "./create-validator.ts";
import type { FromJsonSchema } from "./from-json-schema.ts";
import { createInterpreter } from "./interpret-schema.ts";
import type { SchemaOptions } from "./schema-options.ts";
import { cachedBySchema } from "./validator-cache.ts";

/**
 * Compiles a JSON Schema to a validator: draft-07 if its `$schema` says so, 2020-12 otherwise. The validator is cached
 * by the schema object, unless there are other `schemas`.
 *
 * Unknown keywords are ignored, `default` is not applied, and `format` is an annotation unless `assertFormats` is set.
 * Compiling uses ajv and `new Function`. Where that is not allowed, and if ajv evaluates a keyword wrongly, the whole schema is
 * interpreted as by `interpretSchema`.
 *
 * @returns a validator whose issues have the keyword as their `code` and point into the value with `path`
 * @throws InvalidSchemaError with every keyword that has an invalid value and every reference that names no schema
 *
 * @example
 * const check = compileSchema({ type: "object", properties: { timeout: { type: "number" } } });
 * check({ timeout: "soon" }); // [{ code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", … }]
 *
 * @example
 * compileSchema({ $ref: "https://example.com/point" }, { schemas: [{ $id: "https://example.com/point", type: "object" }] });
 */
export function compileSchema<const Schema extends JsonSchema | boolean>(
  schema: Schema,
  options: SchemaOptions = {},
): SchemaValidator<FromJsonSchema<Schema>> {
  return cachedCompiler(schema, options) as SchemaValidator<FromJsonSchema<Schema>>;
}

/** Ajv tests whether a value is valid, as fast as possible. The interpreter explains why a value is not. */
const cachedCompiler = cachedBySchema((schema, options) => {
  const interpreter = createInterpreter(schema, options);
  return createValidator({ ...interpreter, matches: ajvTest(interpreter.root) ?? interpreter.matches });
});
