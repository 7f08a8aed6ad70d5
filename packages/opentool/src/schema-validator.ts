import type { JsonSchema } from "@helve/core";
import { compileSchema } from "./compile-schema.ts";
import { interpretSchema } from "./interpret-schema.ts";
import { isCodeRefused } from "./invalid-schema-error.ts";
import type { SchemaValidator } from "./validation-issues.ts";

/**
 * Makes a validator from a JSON Schema wherever it runs: by `compileSchema`, or by `interpretSchema` where a policy forbids
 * `eval`. It is made once for each schema object. Import one of them instead where you know which, to ship only that.
 *
 * @throws InvalidSchemaError naming everything that is wrong with the schema, or that can't be checked without `eval`
 */
export function schemaValidator(schema: JsonSchema): SchemaValidator {
  const known = chosen.get(schema);
  if (known !== undefined) return known;
  const validator = choose(schema);
  chosen.set(schema, validator);
  return validator;
}

const chosen = new WeakMap<JsonSchema, SchemaValidator>();

function choose(schema: JsonSchema): SchemaValidator {
  try {
    return compileSchema(schema);
  } catch (error) {
    if (!isCodeRefused(error)) throw error;
    return interpretSchema(schema);
  }
}
