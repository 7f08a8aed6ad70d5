/**
 * The number that a text surely is: JSON's way of writing one, with a `+` or without a `0` before the point if need be.
 *
 * @returns `undefined` for anything else: leading zeros, other bases, separators of thousands, `NaN`, what is too large
 *   and what has more digits than a JavaScript number holds
 *
 * @example
 * numberIn(" 4.2e1 "); // 42
 * numberIn("1,000"); // undefined: a thousand here is one elsewhere
 */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  const [, whole = "", fraction = "", exponent = ""] = form.exec(trimmed) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return undefined;
  return exponent === "" && Math.abs(number) > Number.MAX_SAFE_INTEGER ? undefined : number;
}

const form = /^[+-]?(0|[1-9]\d*)?(\.\d+)?(e[+-]?\d+)?$/i;

/** The integer that a text surely is: `"42.0"` and `"4.2e1"` are 42, `"4.2"` is none. */
export function integerIn(text: string): number | undefined {
  const number = numberIn(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** What stands for true or false where nothing else may: `true`, `yes`, `on`, `1` and their opposites in any case. */
export function booleanIn(value: unknown): boolean | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return booleans.get(String(value).trim().toLowerCase());
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);

/** Whether a text is JSON's or Python's word for nothing. */
export function isNullWord(text: string): boolean {
  return /^(?:null|none)$/i.test(text.trim());
}

/** A number as text; `undefined` where the digits that the model wrote may be others: `1e21`, `-0`. */
export function textOf(number: number): string | undefined {
  const text = String(number);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER && !text.includes("e") && !Object.is(number, -0)
    ? text
    : undefined;
}
