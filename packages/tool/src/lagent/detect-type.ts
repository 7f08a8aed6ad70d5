import type { JsonSchema } from "@helve/core";

/**
 * The schema of Lagent's type for a text, which it finds by the letters in it (`_detect_type`): `Point` has an `int` in
 * it and `List[str]` a `list` only in lower case.
 */
export function detectType(text: string): JsonSchema {
  if (text.includes("list")) return { type: "array" };
  if (text.includes("str")) return { type: "string" };
  if (text.includes("float")) return { type: "number" };
  if (text.includes("int")) return { type: "integer" };
  return { type: text.includes("bool") ? "boolean" : "string" };
}
