/**
 * A JSON pointer (RFC 6901) from its parts.
 *
 * @example
 * jsonPointer(["paths", "/a~b", 0]); // "/paths/~1a~0b/0"
 */
export function jsonPointer(parts: readonly PropertyKey[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * The unescaped parts of a JSON pointer (RFC 6901), all as strings. Inverse of `jsonPointer`.
 *
 * @example
 * pointerParts("/paths/~1a~0b/0"); // ["paths", "/a~b", "0"]
 */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns an own member of an object or a list; `undefined` if not found. */
export function ownMember(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}
