/** Scorers that compare the output with the targets: `match`, `includes` and `exact`. */
import { correct, incorrect, type Score } from "../score.ts";
import type { Scorer } from "../scorer.ts";
import { plainForm } from "./decorated.ts";
import { numbersIn, parseNumber, sameNumber } from "./numbers.ts";

/** Options of {@link match}. */
export interface MatchOptions {
  /** Where the target stands in the output; `end` by default. */
  readonly location?: "begin" | "end" | "any" | "exact" | undefined;
  /** Whether a target that is a number is compared with the first, last or any number of the output; `false` by default. */
  readonly numeric?: boolean | undefined;
  /** `true` by default. */
  readonly ignoreCase?: boolean | undefined;
}

/**
 * Compares the begin, the end, any part or all of the output with the targets (Inspect `match`). Spaces and punctuation around
 * them don't matter.
 *
 * @example
 * const scorer = match({ numeric: true }); // "So the sum is 1,024." matches "1024"
 */
export function match(options: MatchOptions = {}): Scorer {
  return {
    name: "match",
    score: ({ output }, target) => firstMatch(output, target, (value) => compare(output, value, options)),
  };
}

/** Finds the targets anywhere in the output (Inspect `includes`). */
export function includes({ ignoreCase = true }: { readonly ignoreCase?: boolean | undefined } = {}): Scorer {
  return {
    name: "includes",
    score: ({ output }, target) => {
      return firstMatch(output, target, (value) => {
        const text = folded(output, ignoreCase);
        return { answer: output, isMatch: value === "" ? text === "" : text.includes(folded(value, ignoreCase)) };
      });
    },
  };
}

/** Compares the whole output with the targets, without case, punctuation, articles and double spaces (Inspect `exact`). */
export function exact(): Scorer {
  return {
    name: "exact",
    score: ({ output }, target) => {
      return firstMatch(output, target, (value) => ({
        answer: output,
        isMatch: plainWords(output) === plainWords(value),
      }));
    },
  };
}

interface Comparison {
  readonly answer: string;
  readonly isMatch: boolean;
}

/** Returns the comparison with the first target that matches. */
function firstMatch(output: string, targets: readonly string[], compareWith: (target: string) => Comparison): Score {
  const comparisons = targets.map(compareWith);
  const found = comparisons.find(({ isMatch }) => isMatch);
  const answer = (found ?? comparisons.at(-1))?.answer;
  return {
    value: found === undefined ? incorrect : correct,
    answer,
    explanation: output,
  };
}

/** Compares the output with one target. */
function compare(output: string, target: string, options: MatchOptions): Comparison {
  const { location = "end", numeric = false, ignoreCase = true } = options;
  const number = numeric ? parseNumber(plainForm(target)) : undefined;
  if (number !== undefined) return compareNumbers(plainForm(output), number, location);
  const answer = output.trim();
  const whole = folded(target, ignoreCase).trim();
  if (whole === "") return { answer, isMatch: answer === "" };
  const plain = withoutPunctuation(whole);
  // A target such as `+` is compared as it is.
  const wanted = plain === "" ? whole : plain;
  const text = plain === "" ? folded(answer, ignoreCase) : withoutPunctuation(folded(answer, ignoreCase));
  switch (location) {
    case "begin":
      return { answer, isMatch: text.startsWith(wanted) };
    case "end":
      return { answer, isMatch: text.endsWith(wanted) };
    case "any":
      return { answer, isMatch: text.includes(wanted) };
    case "exact":
      return { answer, isMatch: text === wanted };
  }
}

/** As numbers, so that `25` does not end with `5`. */
function compareNumbers(output: string, wanted: number, location: NonNullable<MatchOptions["location"]>): Comparison {
  if (location === "exact") {
    const number = parseNumber(output);
    return { answer: output.trim(), isMatch: number !== undefined && sameNumber(number, wanted) };
  }
  const numbers = numbersIn(output);
  const candidates = location === "any" ? numbers : numbers.slice(location === "begin" ? 0 : -1).slice(0, 1);
  const found = candidates.find((number) => sameNumber(number, wanted)) ?? candidates.at(-1);
  if (found === undefined) return { answer: output.trim(), isMatch: false };
  return { answer: Number.isNaN(found) ? output.trim() : String(found), isMatch: sameNumber(found, wanted) };
}

/** Normalizes text for comparison. */
function folded(text: string, ignoreCase: boolean): string {
  const plain = plainForm(text);
  return ignoreCase ? plain.toLowerCase() : plain;
}

/** ASCII punctuation, as Python's `string.punctuation`, and punctuation of other scripts. */
const punctuation = "[!-\\/:-@\\[-`\\{-~\\p{P}]";

function withoutPunctuation(text: string): string {
  return text.replace(new RegExp(`^(?:\\s|${punctuation})+`, "u"), "").replace(trailing, "");
}

/** A sticky look-behind keeps a long run of punctuation in the middle from being read again and again. */
const trailing = new RegExp(`(?<!\\s|${punctuation})(?:\\s|${punctuation})+$`, "u");

/** Reduces a text to words for `exact`. */
function plainWords(text: string): string {
  const number = parseNumber(text);
  if (number !== undefined) return String(number);
  const words = plainForm(text)
    .toLowerCase()
    .replaceAll(new RegExp(punctuation, "gu"), "")
    .replaceAll(/(?<![\p{L}\p{M}\p{N}_])(?:a|an|the)(?![\p{L}\p{M}\p{N}_])/gu, " ")
    .trim()
    .replaceAll(/\s+/g, " ");
  // A text such as `+` or `A` has no other words.
  return words === "" ? text.trim().toLowerCase() : words;
}
