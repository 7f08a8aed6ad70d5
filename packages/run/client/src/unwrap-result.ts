import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { interpretSchema, type Return } from "@helve/opentool";

/**
 * Returns the value in a result. Results are objects on the wire, and a value that is not an object is under the name of the function's return:
 * `{ "sum": 3 }`. Whether a result is such an object is decided by the schema of the return.
 *
 * @param returned - `null` if the function returns nothing, `undefined` if it is not known what it returns
 * @param schema - the schema of the value
 */
export function unwrapResult(
  result: unknown,
  returned: Return | null | undefined,
  schema: JsonSchema | undefined,
): unknown {
  if (returned === null) return undefined;
  if (returned === undefined || schema === undefined || !isObject(result) || !Object.hasOwn(result, returned.name))
    return result;
  if (Object.keys(result).length !== 1) return result;
  const isValid = interpretSchema(schema);
  const value = result[returned.name];
  return isValid(result).length > 0 && isValid(value).length === 0 ? value : result;
}
