import type { JsonSchema } from "@helve/core";

/** What a reference within a schema (`#`, `#/$defs/Name`) names; `undefined` when it names nothing there. */
export function referenced(ref: string, root: JsonSchema): unknown {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  return pointerParts(decoded(ref)).reduce<unknown>(ownMember, root);
}

/** The parts of a JSON pointer (RFC 6901). */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An own member of an object or a list; `undefined` when there is none. */
export function ownMember(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<PropertyKey, unknown>>)[key];
}

function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
