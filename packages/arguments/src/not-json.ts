import { canonicalJson, type Issue, NotJsonError } from "@helve/core";

/** What JSON can't say in a value, or can't say again: nesting of more than a thousand levels. */
export function notJson(value: unknown): readonly Issue[] {
  try {
    canonicalJson(value);
    return [];
  } catch (error) {
    if (error instanceof NotJsonError) return error.issues;
    return [{ code: "not_json", message: "the arguments can't be read", path: "" }];
  }
}
