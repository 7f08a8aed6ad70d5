import { jsonPointer } from "@helve/core/internal";

import { pointerParts } from "./place.ts";

/** The name in a document's reference, `#/schemas/Name`; `undefined` for a reference of any other form. */
export function referencedName(ref: string): string | undefined {
  const name = /^#\/schemas\/([^/\p{Surrogate}]+)$/u.exec(ref)?.[1];
  return name?.includes("~") ? pointerParts(`/${name}`)[0] : name;
}

/** The reference of a JSON Schema to one of its definitions, which stand in `$defs` or, in draft-07, in `definitions`. */
export function definitionRef(name: string, keyword: "$defs" | "definitions" = "$defs"): string {
  return `#/${keyword}/${encodeURIComponent(jsonPointer([name]).slice(1))}`;
}
