// Creates, splits and resolves references: `#/schemas/Name` in documents, `#/$defs/Name` in JSON Schema.

import type { JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { ownMember, pointerSegments } from "./json-path.ts";

/** Returns the schema name in a document's reference, `#/schemas/Name`; `undefined` for any other form. */
export function documentSchemaName(ref: string): string | undefined {
  const name = /^#\/schemas\/([^/\p{Surrogate}]+)$/u.exec(ref)?.[1];
  return name?.includes("~") ? pointerSegments(`/${name}`)[0] : name;
}

/** Creates a JSON Schema reference to a definition in `$defs` or, in draft-07, in `definitions`. */
export function definitionReference(name: string, keyword: "$defs" | "definitions" = "$defs"): string {
  return `#/${keyword}/${encodeURIComponent(jsonPointer([name]).slice(1))}`;
}

/** Resolves a local reference (`#`, `#/$defs/Name`); `undefined` if it is not local or names nothing. */
export function resolveReference(ref: string, root: JsonSchema): unknown {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  return referencePath(ref).reduce<unknown>(ownMember, root);
}

/** Splits a local reference into the path from the root to its target: `#/$defs/Name` is `["$defs", "Name"]`. */
export function referencePath(ref: string): readonly string[] {
  return pointerSegments(decodedReference(ref));
}

/** Decodes percent-encoded characters in a reference; returns an invalid encoding unchanged. */
function decodedReference(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
