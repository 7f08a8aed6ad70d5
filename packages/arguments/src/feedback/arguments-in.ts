import { readJsonText } from "../json/read-json-text.ts";
import { expectedOf } from "../json/reading.ts";
import { resolveOptions } from "../options.ts";

/** The arguments that a model sent, as a value; `undefined` for a text that can't be read. */
export function argumentsIn(given: unknown): { readonly value: unknown } | undefined {
  if (typeof given !== "string") return { value: given };
  try {
    return { value: JSON.parse(given) };
  } catch {
    const { value, issues } = readJsonText(given, resolveOptions(), expectedOf({}));
    return issues.length === 0 && typeof value === "object" ? { value } : undefined;
  }
}
