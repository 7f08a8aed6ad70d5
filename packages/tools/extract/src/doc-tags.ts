/** Reads the JSDoc tags that describe a value as keywords of JSON Schema: `@minimum 1`, `@format email`. */
import type { JsonSchema } from "@helve/core";
import type { DocTag } from "./compiler.ts";
import { literalOf } from "./literal.ts";

const numbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const sizes = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const texts = ["pattern", "format", "title"];

/**
 * Converts tags to keywords. `@integer`, `@asType integer` and `@type integer` (or `int32`, `uint32`, …) make a number an integer.
 *
 * @returns the keywords, and the tags whose text is not a value of the keyword
 */
export function keywordsOf(tags: readonly DocTag[]): {
  readonly keywords: JsonSchema;
  readonly invalid: readonly DocTag[];
} {
  const keywords: Record<string, unknown> = {};
  const invalid: DocTag[] = [];
  for (const tag of tags) {
    const value = keywordOf(tag);
    if (value === undefined) continue;
    if (value.invalid) invalid.push(tag);
    else keywords[value.keyword] = value.value;
  }
  return { keywords, invalid };
}

/** Reads the keyword of JSON Schema in a tag of a doc comment, such as `@minimum 1`; undefined for other tags. */
function keywordOf({ name, text }: DocTag): { keyword: string; value?: unknown; invalid?: true } | undefined {
  const value = text.trim();
  if (numbers.includes(name) || sizes.includes(name)) {
    const number = Number(value);
    const isValid = value !== "" && Number.isFinite(number) && (numbers.includes(name) || Number.isInteger(number));
    return isValid ? { keyword: name, value: number } : { keyword: name, invalid: true };
  }
  if (name === "pattern" && /^\/.+\/[a-z]*$/.test(value)) {
    const [, source, flags = ""] = /^\/(.+)\/([a-z]*)$/.exec(value) ?? [];
    return /^[gu]*$/.test(flags) ? { keyword: name, value: source } : { keyword: name, invalid: true };
  }
  if (texts.includes(name)) return value === "" ? { keyword: name, invalid: true } : { keyword: name, value };
  if (name === "uniqueItems") return { keyword: name, value: value !== "false" };
  if (name === "deprecated") return { keyword: name, value: true };
  if (name === "default" || name === "defaultValue") {
    const literal = literalOf(value);
    return literal === undefined ? { keyword: "default", invalid: true } : { keyword: "default", value: literal.value };
  }
  const isInteger =
    name === "integer" || ((name === "asType" || name === "type") && /^\{?u?int(?:eger|32|64)?\}?$/.test(value));
  return isInteger ? { keyword: "type", value: "integer" } : undefined;
}
