import type { Literal } from "./literal.ts";

/**
 * The literal at a place in the arguments; where there is none, the innermost one around it.
 *
 * @param pointer - a JSON pointer into the arguments
 * @returns `undefined` for the arguments as a whole
 */
export function literalAt(pointer: string, values: ReadonlyMap<string, Literal>): Literal | undefined {
  const [name, ...path] = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  let literal = name === undefined ? undefined : values.get(name);
  for (const key of path) {
    const inner = literal && memberOf(literal, key);
    if (inner === undefined) break;
    literal = inner;
  }
  return literal;
}

function memberOf(literal: Literal, key: string): Literal | undefined {
  if (literal.type === "tuple") return literal.items[Number(key)]?.value;
  if (literal.type === "list") return literal.items[Number(key)];
  if (literal.type !== "dict") return undefined;
  return literal.entries.findLast((entry) => entry.key.type === "text" && entry.key.value === key)?.value;
}
