/** Formats values, lists and types for messages. */
import { quote } from "@helve/core/internal";

/** Formats a value for a message: short, on one line. */
export function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? quote(value) : String(value);
}

/** Shortens a string to a maximum length, with `…` at the end. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Formats a list of values for a message, as JSON; at most twelve of them. */
export function valueList(values: readonly unknown[]): string {
  const first = values
    .slice(0, maxListed)
    .map((value) => (typeof value === "object" ? jsonText(value) : valueText(value)));
  return values.length > maxListed ? `${first.join(", ")} and ${values.length - maxListed} more` : first.join(", ");
}

const maxListed = 12;

/** Formats an object or list as JSON if that is short, and as `an object` or `a list` otherwise. */
function jsonText(value: object | null): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : valueText(value);
}

/** Returns the noun of a JSON type for a message: `"number"` is `a number`. */
export function typeNoun(type: string): string {
  return typeNouns.get(type) ?? type;
}

const typeNouns: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "an integer"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);
