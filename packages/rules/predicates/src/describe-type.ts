/** The type of a value with its article, for messages: `a list`, `null`. */
export function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "a list" : `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}
