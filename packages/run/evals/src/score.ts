/** The score of a sample's answer, and its value as a number. */
import type { JsonObject } from "@helve/core";
import { isObject } from "@helve/core/internal";

/**
 * A value that a scorer gives: `"C"` (correct), `"I"` (incorrect), `"P"` (partly correct), `"N"` (no answer), any number, text or
 * truth value, or several of these by their names.
 */
export type ScoreValue = SingleValue | Readonly<Record<string, SingleValue>>;

/** One value. */
export type SingleValue = string | number | boolean;

/** The score of an answer. Plain JSON. */
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

/**
 * Returns a score with its members, also if the scorer returned the value alone.
 *
 * @param scorer - its name, for errors
 * @throws TypeError if the value is missing, not a finite number, or no value at all
 */
export function scoreOf(returned: Score | ScoreValue, scorer: string): Score {
  const score = isScore(returned) ? returned : { value: returned };
  const { value, answer, explanation }: { readonly [Member in keyof Score]: unknown } = score;
  const expected = "a finite number, a text, a truth value, or several of these by name";
  if (!isSingle(value) && !isRecord(value)) {
    throw new TypeError(`the scorer ${JSON.stringify(scorer)} must return ${expected} (got ${shown(value)})`);
  }
  for (const [member, text] of Object.entries({ answer, explanation })) {
    if (text === undefined || typeof text === "string") continue;
    throw new TypeError(`the scorer ${JSON.stringify(scorer)} must return a text as ${member} (got ${shown(text)})`);
  }
  return score;
}

function isScore(value: Score | ScoreValue): value is Score {
  return isObject(value) && Object.hasOwn(value, "value") && Object.keys(value).every(isMember);
}

function isMember(name: string): boolean {
  return ["value", "answer", "explanation", "metadata"].includes(name);
}

function isRecord(value: unknown): boolean {
  if (!isObject(value)) return false;
  const values = Object.values(value);
  return values.length > 0 && values.every(isSingle);
}

function isSingle(value: unknown): value is SingleValue {
  return typeof value === "number" ? Number.isFinite(value) : ["string", "boolean"].includes(typeof value);
}

/** Writes a value for a message. */
function shown(value: unknown): string {
  return typeof value === "object" ? (JSON.stringify(value) ?? "an object") : String(value);
}
