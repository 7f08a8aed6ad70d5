/** Creates references and reads the names in them: `#/schemas/Name` in documents, `#/$defs/Name` in JSON Schema. */
import { jsonPointer, pointerParts } from "@helve/core/internal";

/** Returns the schema name in a document's reference, `#/schemas/Name`; `undefined` for any other form. */
export function documentSchemaName(ref: string): string | undefined {
  const name = /^#\/schemas\/([^/\p{Surrogate}]+)$/u.exec(ref)?.[1];
  return name?.includes("~") ? pointerParts(`/${name}`)[0] : name;
}

/** Creates a JSON Schema reference to a definition in `$defs` or, in draft-07, in `definitions`. */
export function definitionReference(name: string, keyword: "$defs" | "definitions" = "$defs"): string {
  return `#/${keyword}/${encodeURIComponent(jsonPointer([name]).slice(1))}`;
}

/** A reference into the positional `items` of draft-07, as one into `prefixItems`. */
export function positionalReference(ref: string): string {
  return ref.replace(/\/items(?=\/\d+(?:\/|$))/g, "/prefixItems");
}
