import type { JsonSchema } from "@helve/core";

/** Type words as docstrings write them, in Python's, JavaScript's and Lagent's spelling. */
const words: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ...["str", "string"].map((word) => [word, { type: "string" }] as const),
  ...["int", "integer"].map((word) => [word, { type: "integer" }] as const),
  ...["float", "number", "double"].map((word) => [word, { type: "number" }] as const),
  ...["bool", "boolean"].map((word) => [word, { type: "boolean" }] as const),
  ...["list", "array", "tuple", "set", "sequence"].map((word) => [word, { type: "array" }] as const),
  ...["dict", "object", "mapping", "record"].map((word) => [word, { type: "object" }] as const),
  ...["none", "null"].map((word) => [word, { type: "null" }] as const),
]);

/**
 * The JSON Schema of a type as a docstring writes it: `int`, `List[str]`, `str[]`, `Optional[float]`, `str | None`.
 * A type it does not know accepts any value.
 */
export function typeSchema(text: string): JsonSchema {
  const type = text.trim();
  const members = splitTopLevel(type, "|");
  if (members.length > 1) return { anyOf: members.map(typeSchema) };
  if (type.endsWith("[]")) return { type: "array", items: typeSchema(type.slice(0, -2)) };

  const [, word = "", inside] = /^(?:typing\.)?([\p{L}\p{N}_.]+)(?:[[<](.*)[\]>])?$/u.exec(type) ?? [];
  const name = word.toLowerCase();
  if (name === "optional" && inside !== undefined) return { anyOf: [typeSchema(inside), { type: "null" }] };
  if (name === "union" && inside !== undefined) return { anyOf: splitTopLevel(inside, ",").map(typeSchema) };
  const schema = words.get(name) ?? {};
  if (schema.type !== "array" || inside === undefined) return schema;
  return { type: "array", items: typeSchema(splitTopLevel(inside, ",")[0] ?? "") };
}

/** Splits at a character that stands outside of brackets. */
function splitTopLevel(text: string, separator: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if ("[<({".includes(character)) depth++;
    if ("]>)}".includes(character)) depth--;
    if (character === separator && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + character);
  }
  return parts;
}
