/** Reads valid JSON with `JSON.parse`. */

/** The result of `JSON.parse`; `undefined` if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a result of `JSON.parse` surely equals the text: every number has at most 15 integer digits, and nothing is
 * nested deeper than `maxDepth`.
 */
export function isLossless(value: unknown, maxDepth: number): boolean {
  if (typeof value === "number") return hasFewDigits(value);
  return typeof value !== "object" || value === null || isLosslessContainer(value, maxDepth);
}

/** Whether `JSON.parse` kept a value exactly, checked recursively. */
function isLosslessContainer(value: object, levels: number): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === "number" && !hasFewDigits(item)) return false;
      if (typeof item === "object" && item !== null && !isLosslessContainer(item, levels - 1)) return false;
    }
    return true;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    const member = members[key];
    if (typeof member === "number" && !hasFewDigits(member)) return false;
    if (typeof member === "object" && member !== null && !isLosslessContainer(member, levels - 1)) return false;
  }
  return true;
}

/** Whether a number has at most 15 integer digits, so that `JSON.parse` reads its integer digits exactly. */
function hasFewDigits(value: number): boolean {
  return value < 1e15 && value > -1e15;
}
