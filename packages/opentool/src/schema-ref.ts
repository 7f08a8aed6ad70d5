import { jsonPointer } from "@helve/core";
import { pointerParts } from "./place.ts";

/** The name in a document's reference, `#/schemas/Name`; `undefined` for a reference of any other form. */
export function referencedName(ref: string): string | undefined {
  return /^#\/schemas\/[^/\p{Surrogate}]+$/u.test(ref) ? pointerParts(ref)[1] : undefined;
}

/** The reference of a JSON Schema to one of its `$defs`. */
export function definitionRef(name: string): string {
  return `#/$defs/${encodeURIComponent(jsonPointer([name]).slice(1))}`;
}
