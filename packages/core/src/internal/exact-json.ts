/**
 * Formats a value as JSON that is equal only for the same value: unlike `canonicalJson`, it keeps the order of keys, and `-0`. Texts are compared by
 * their UTF-16 units, so composed and decomposed letters differ. For what a person approves: that, and nothing equal to it, may run.
 *
 * @param value - plain JSON; members that are `undefined` are left out
 */
export function exactJson(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(exactJson).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${exactJson(member)}`).join(",")}}`;
}
