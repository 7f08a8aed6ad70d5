import { quote } from "@helve/core/internal";

/** A value as an error message quotes it: short, on one line. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? quote(value) : String(value);
}

/** A text, cut after so many characters. */
export function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Values to choose from, as JSON, the first dozen of them. */
export function listed(values: readonly unknown[]): string {
  const first = values.slice(0, most).map((value) => (typeof value === "object" ? cut(value) : shown(value)));
  return values.length > most ? `${first.join(", ")} and ${values.length - most} more` : first.join(", ");
}

const most = 12;

function cut(value: object | null): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : shown(value);
}

/** A JSON type as a noun: `"number"` is `a number`. */
export function noun(type: string): string {
  return nouns.get(type) ?? type;
}

const nouns: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "an integer"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);
