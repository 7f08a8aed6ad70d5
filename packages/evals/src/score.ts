import type { JsonObject } from "@helve/core";

/**
 * A value that a scorer gives: `"C"` (correct), `"I"` (incorrect), `"P"` (partly correct), `"N"` (no answer), any number, text or
 * truth value, or several of these by their names.
 */
export type ScoreValue = SingleValue | Readonly<Record<string, SingleValue>>;

/** One value. */
export type SingleValue = string | number | boolean;

/** How good an answer is. Plain JSON. */
export interface Score {
  readonly value: ScoreValue;
  /** The part of the output that was taken as the answer. */
  readonly answer?: string | undefined;
  /** Why, for people. */
  readonly explanation?: string | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** The value of a correct answer. */
export const correct = "C";
/** The value of an incorrect answer. */
export const incorrect = "I";
/** The value of a partly correct answer. */
export const partial = "P";
/** The value of a sample without an answer. */
export const noAnswer = "N";

/**
 * Converts a value to a number (Inspect `value_to_float`): `"C"` is 1, `"P"` 0.5, `"I"` and `"N"` 0; `yes` and `true` are 1, `no` and
 * `false` 0; a text with a number is that number.
 *
 * @returns `undefined` for any other value
 */
export function valueToNumber(value: ScoreValue): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const known = numbers.get(value) ?? numbers.get(value.toLowerCase());
  if (known !== undefined) return known;
  return /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : undefined;
}

/** Letters count as they are written, words in any case. */
const numbers: ReadonlyMap<string, number> = new Map([
  ...([
    [correct, 1],
    [partial, 0.5],
    [incorrect, 0],
    [noAnswer, 0],
  ] as const),
  ...([
    ["yes", 1],
    ["true", 1],
    ["no", 0],
    ["false", 0],
  ] as const),
]);

/** Returns a score with its members, also if the scorer returned the value alone. */
export function scoreOf(score: Score | ScoreValue): Score {
  const isScore = typeof score === "object" && Object.hasOwn(score, "value") && Object.keys(score).every(isMember);
  return isScore ? (score as Score) : { value: score as ScoreValue };
}

function isMember(name: string): boolean {
  return ["value", "answer", "explanation", "metadata"].includes(name);
}
