import type { JsonSchemaType } from "@helve/core";

const words: Readonly<Record<JsonSchemaType, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
  object: "an object",
};

/** Types as a message names them: `a string or null`. */
export function typeWords(types: ReadonlySet<JsonSchemaType> | undefined): string {
  return [...(types ?? [])].map((type) => (Object.hasOwn(words, type) ? words[type] : type)).join(" or ");
}
