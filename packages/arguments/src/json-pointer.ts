// Reads JSON pointers (RFC 6901), and finds the schema that a `$ref` points to.

import type { JsonSchema } from "@helve/core";

/** The schema that a `$ref` within a document (`#`, `#/$defs/Name`) points to; `undefined` if there is none. */
export function resolveReference(ref: string, root: JsonSchema): unknown {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  return pointerParts(uriDecoded(ref)).reduce<unknown>(ownMember, root);
}

/** The unescaped parts of a JSON pointer (RFC 6901): `["a", "0"]` for `/a/0`. */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An own member of an object or list; `undefined` if there is none. */
export function ownMember(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<PropertyKey, unknown>>)[key];
}

/** A `$ref` with its percent-encoding decoded; unchanged if that is invalid. */
function uriDecoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
