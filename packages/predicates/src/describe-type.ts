/** The type of a value with its article, for messages: `a list`. */
export function describeType(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? "a list" : `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}
