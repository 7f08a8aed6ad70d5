import type { JsonSchema } from "@helve/core";
import type { OpenTool, Return } from "../document.ts";
import { parametersSchema } from "../parameters-schema.ts";
import { isSchema, referenced } from "../subschemas.ts";

/**
 * The JSON Schema (2020-12) of what a function returns, with the schemas that are used as `$defs`. Its root is no
 * reference.
 */
export function returnSchema({ schema }: Return, schemas: OpenTool["schemas"]): JsonSchema {
  const parameters = [{ name: "result", schema, required: true }];
  const { properties, $defs } = parametersSchema({ name: "", description: "", parameters }, schemas);
  const definitions = $defs === undefined ? {} : { $defs };
  let root = properties?.["result"];
  const passed = new Set<unknown>();
  while (isSchema(root) && root.$ref !== undefined && !passed.has(root)) {
    passed.add(root);
    root = { ...Object(referenced(root.$ref, definitions)) };
  }
  return { ...Object(root), ...definitions };
}
