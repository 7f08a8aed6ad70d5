import { canonicalJson, type Issue, NotJsonError } from "@helve/core";
import { isFrozenJson, jsonCopy } from "@helve/core/internal";

/**
 * Reads arguments that are a JavaScript value already. The value is copied, so that what is validated can't change later; a
 * value that is known to be frozen JSON is returned unchanged.
 *
 * @returns the value, with an issue for each part that JSON can't represent: functions, cycles, more than a thousand levels
 */
export function readParsedValue(raw: unknown): { readonly value: unknown; readonly issues: readonly Issue[] } {
  if (isFrozenJson(raw)) return { value: raw, issues: [] };
  try {
    const value = jsonCopy(raw);
    if (value !== undefined) return { value, issues: [] };
    canonicalJson(raw); // names every part that JSON can't represent
  } catch (error) {
    if (error instanceof NotJsonError) return { value: undefined, issues: error.issues };
  }
  return { value: undefined, issues: [unreadable] };
}

const unreadable: Issue = { code: "not_json", message: "the arguments can't be read as JSON", path: "" };
