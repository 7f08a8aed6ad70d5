/**
 * A place in a value, as a person would write it; `""` is the whole.
 *
 * @param path - property names, and numbers for places in a list
 *
 * @example
 * place(["items", 2, "name"]); // items[2].name
 * place(["headers", "x y"]); // headers['x y']
 */
export function place(path: readonly PropertyKey[]): string {
  return path.map((part, index) => step(part, index === 0)).join("");
}

function step(part: PropertyKey, first: boolean): string {
  if (typeof part === "number") return `[${part}]`;
  const key = /^.{0,60}/su.exec(String(part))?.[0] ?? "";
  if (first) return key;
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) ? `.${key}` : `['${key}']`;
}

/**
 * The parts of a JSON pointer (RFC 6901), with numbers for places in a list.
 *
 * @param root - the value that the pointer points into
 */
export function pathOf(pointer: string, root: unknown): readonly PropertyKey[] {
  let value = root;
  return pointerParts(pointer).map((key) => {
    const part = Array.isArray(value) ? Number(key) : key;
    value = member(value, key);
    return part;
  });
}

/** The parts of a JSON pointer as they stand. */
export function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An own member of an object or a list; `undefined` when there is none. */
export function member(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<PropertyKey, unknown>>)[key];
}
