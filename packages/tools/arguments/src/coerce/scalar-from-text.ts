/** Converts texts to numbers and booleans where the meaning is unambiguous. */
import { parsedJson } from "../valid-json.ts";

/**
 * The number that a string unambiguously spells: in JSON's form, also with a leading `+` or without the `0` before the point.
 *
 * @returns `undefined` for anything else: leading zeros, other bases, thousands separators, `NaN`, numbers that are too
 *   large or have more digits than a JavaScript number holds
 *
 * @example
 * numberFromText(" 4.2e1 "); // 42
 * numberFromText("1,000"); // undefined: 1000 in English, 1 in German
 */
export function numberFromText(text: string): number | undefined {
  const trimmed = text.trim();
  const [, whole = "", fraction = "", exponent = ""] = jsonNumberForm.exec(trimmed) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return undefined;
  return exponent === "" && Math.abs(number) > Number.MAX_SAFE_INTEGER ? undefined : number;
}

const jsonNumberForm = /^[+-]?(0|[1-9]\d*)?(\.\d+)?(e[+-]?\d+)?$/i;

/** The integer that a string unambiguously spells: 42 for `"42.0"` and `"4.2e1"`; `undefined` for `"4.2"`. */
export function integerFromText(text: string): number | undefined {
  const number = numberFromText(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The boolean that a word or number means: `true`, `yes`, `on`, `1` and their opposites, in any case; `undefined` otherwise. */
export function booleanFrom(value: unknown): boolean | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return booleans.get(String(value).trim().toLowerCase());
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);

/** Whether a string is `null` or `None`, in any case. */
export function isNullWord(text: string): boolean {
  return /^(?:null|none)$/i.test(text.trim());
}

/** A number as a string; `undefined` if the model may have written other digits: `1e21`, `-0`. */
export function textFromNumber(number: number): string | undefined {
  const text = String(number);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER && !text.includes("e") && !Object.is(number, -0)
    ? text
    : undefined;
}

/**
 * The JSON value within a string: an object or a list, also within a Markdown fence, or a JSON string.
 *
 * @param readJson - reads an object or a list
 * @returns `undefined` if the string contains none of these
 */
export function jsonFromText(text: string, readJson: (text: string) => unknown): unknown {
  const trimmed = withoutFence(text.trim());
  if (trimmed.length < 2) return undefined;
  const ends = `${trimmed[0]}${trimmed.at(-1)}`;
  if (ends !== '""' && ends !== "{}" && ends !== "[]") return undefined;
  if (ends === '""') return parsedJson(trimmed);
  const json = readJson(trimmed);
  return typeof json === "object" && json !== null && Array.isArray(json) === (ends === "[]") ? json : undefined;
}

/** Returns the JSON inside a Markdown fence. */
function withoutFence(text: string): string {
  return /^```\w*\s+([{[].*[}\]])\s+```$/s.exec(text)?.[1] ?? text;
}
