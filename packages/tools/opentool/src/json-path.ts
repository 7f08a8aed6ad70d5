/** Formats paths for messages. */

/**
 * Formats a path for messages, as a person would write it; the path of the whole value is `""`.
 *
 * @param path - property names, and numbers for list indexes
 *
 * @example
 * pathText(["items", 2, "name"]); // items[2].name
 * pathText(["headers", "x y"]); // headers['x y']
 */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, index) => segmentText(part, index === 0)).join("");
}

/** Formats one segment of a path: `[2]`, `.name` or `['x y']`. */
function segmentText(part: PropertyKey, first: boolean): string {
  if (typeof part === "number") return `[${part}]`;
  const key = /^.{0,60}/su.exec(String(part))?.[0] ?? "";
  if (first) return key;
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) ? `.${key}` : `['${key}']`;
}
