import type { JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { member, pointerParts } from "./json-path.ts";

/** The name in a document's reference, `#/schemas/Name`; `undefined` for a reference of any other form. */
export function referencedName(ref: string): string | undefined {
  const name = /^#\/schemas\/([^/\p{Surrogate}]+)$/u.exec(ref)?.[1];
  return name?.includes("~") ? pointerParts(`/${name}`)[0] : name;
}

/** The reference of a JSON Schema to one of its definitions, which stand in `$defs` or, in draft-07, in `definitions`. */
export function definitionRef(name: string, keyword: "$defs" | "definitions" = "$defs"): string {
  return `#/${keyword}/${encodeURIComponent(jsonPointer([name]).slice(1))}`;
}

/** What a local reference (`#`, `#/$defs/Name`) names; `undefined` when it names nothing, or is not local. */
export function referenced(ref: string, root: JsonSchema): unknown {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  return referencePath(ref).reduce<unknown>(member, root);
}

/** From the root to what a local reference names. */
export function referencePath(ref: string): readonly string[] {
  return pointerParts(decoded(ref));
}

function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
