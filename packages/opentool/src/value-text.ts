import { quote } from "@helve/core/internal";

/** A value as messages quote it: short, on one line. */
export function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? quote(value) : String(value);
}

/** A text, cut after so many characters. */
export function truncate(text: string, maxListed: number): string {
  return text.length <= maxListed ? text : `${text.slice(0, maxListed).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Values to choose from, as JSON, the first dozen of them. */
export function valueList(values: readonly unknown[]): string {
  const first = values.slice(0, most).map((value) => (typeof value === "object" ? jsonText(value) : valueText(value)));
  return values.length > most ? `${first.join(", ")} and ${values.length - most} more` : first.join(", ");
}

const most = 12;

function jsonText(value: object | null): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : valueText(value);
}

/** A JSON type as a noun: `"number"` is `a number`. */
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
