import type { JsonSchema } from "@helve/core";
import { compileSchema } from "./compile-schema.ts";
import { interpretSchema } from "./interpret-schema.ts";
import { isCodeGenerationError } from "./invalid-schema-error.ts";
import type { SchemaValidator } from "./validation-issues.ts";

/**
 * Creates a validator from a JSON Schema in any environment: with `compileSchema`, or with `interpretSchema` if `eval`
 * is forbidden. It is cached by the schema object. If you know your environment, import one of them to ship less code.
 *
 * @throws InvalidSchemaError with every issue of the schema, or every keyword that needs `eval`
 */
export function schemaValidator(schema: JsonSchema): SchemaValidator {
  const cached = validatorCache.get(schema);
  if (cached !== undefined) return cached;
  const validator = createValidator(schema);
  validatorCache.set(schema, validator);
  return validator;
}

const validatorCache = new WeakMap<JsonSchema, SchemaValidator>();

/** Compiles a schema, or interprets it if code generation is not allowed. */
function createValidator(schema: JsonSchema): SchemaValidator {
  try {
    return compileSchema(schema);
  } catch (error) {
    if (!isCodeGenerationError(error)) throw error;
    return interpretSchema(schema);
  }
}
