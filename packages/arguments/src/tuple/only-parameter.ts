import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { parametersOf } from "../bind.ts";

/**
 * Whether a list of so many values is itself the value of the only parameter: that takes a list, and there are too many
 * values to be one for each parameter.
 */
export function isOneValue(count: number, schema: JsonSchema): boolean {
  return count > 1 && onlyTakes("array", schema) !== undefined;
}

/** The name of the only parameter, when there is but one and its schema names the type. */
export function onlyTakes(type: JsonSchemaType, schema: JsonSchema): string | undefined {
  const [name, ...others] = parametersOf(schema);
  const parameter = name === undefined || others.length > 0 ? undefined : schema.properties?.[name];
  if (typeof parameter !== "object") return undefined;
  return [parameter.type ?? []].flat().includes(type) ? name : undefined;
}
