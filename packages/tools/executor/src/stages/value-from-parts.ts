import type { ResultPart } from "@helve/core";

/** Returns a value that settles to the parts: the content of a single text or JSON part, else the parts themselves. */
export function valueFromParts(parts: readonly ResultPart[]): unknown {
  const [part, ...more] = parts;
  return more.length === 0 && (part?.type === "text" || part?.type === "json") ? part.content : part && parts;
}
