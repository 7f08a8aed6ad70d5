/**
 * A JSON pointer (RFC 6901) from its parts.
 *
 * @example
 * jsonPointer(["paths", "/a~b", 0]); // "/paths/~1a~0b/0"
 */
export function jsonPointer(parts: readonly PropertyKey[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
