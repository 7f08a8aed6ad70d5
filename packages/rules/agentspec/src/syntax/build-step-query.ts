/** Builds windows, durations and sources from tokens, and reports mistakes that the grammar can't detect. */
import type { TextRange } from "@helve/core";
import type { Duration, DurationUnit, NamedSource, Source, StepWindow, ToolPattern } from "@helve/core/program";
import type { IToken } from "chevrotain";
import { type ParserState, quoteShort, reportIssue, tokenRange } from "./parser-state.ts";
import { replacementFix } from "./unsupported-syntax.ts";
import { durationUnits, sourceNames } from "./vocabulary.ts";

/** Builds a duration: `1h`. */
export function buildDuration(token: IToken, state: ParserState): Duration {
  const unit = durationUnits.find((name) => token.image.endsWith(name)) ?? "s";
  const amount = Number(token.image.slice(0, -unit.length));
  return { type: "duration", amount, unit, range: tokenRange(state, token) };
}

const unitsByWord: ReadonlyMap<string, DurationUnit> = new Map([
  ...wordsFor("ms", "milliseconds millisecond millis"),
  ...wordsFor("s", "seconds second secs sec"),
  ...wordsFor("m", "minutes minute mins min"),
  ...wordsFor("h", "hours hour"),
  ...wordsFor("d", "days day"),
  ...wordsFor("w", "weeks week"),
]);

/** Pairs a unit of time with the words for it: `minutes`, `min`. */
function wordsFor(unit: DurationUnit, words: string): readonly (readonly [string, DurationUnit])[] {
  return [unit, ...words.split(" ")].map((word) => [word, unit] as const);
}

/** Builds `10 steps`; reports a missing or another unit. */
export function buildStepWindow(
  amount: IToken,
  unit: IToken | undefined,
  range: TextRange,
  state: ParserState,
): StepWindow {
  const steps = Number(amount.image);
  const expected = "a number of steps or a duration, such as 10 steps or 1h";
  if (unit?.image !== "steps" && unit?.image !== "step") {
    const meant = unitsByWord.get(unit?.image ?? "");
    const text = meant === undefined ? `${amount.image} steps` : `${amount.image}${meant}`;
    reportIssue(state, "invalid_window", {
      message: `expected ${expected} (got ${quoteShort(textOf(range, state))})`,
      range,
      expected,
      quickFix: replacementFix(range, textOf(range, state), text),
    });
  } else if (!Number.isSafeInteger(steps) || steps < 1) {
    const message = `expected a whole number of at least 1 (got ${quoteShort(amount.image)})`;
    reportIssue(state, "invalid_window", {
      message,
      range: tokenRange(state, amount),
      expected: "at least 1 step",
    });
  }
  return { type: "step_window", steps: Math.max(1, Math.trunc(steps)), range };
}

/** Returns the source text in a range. */
function textOf({ start, end }: TextRange, { source }: ParserState): string {
  return source.text.slice(start.offset, end.offset);
}

/** Reports a clause of a step query after one that it must precede. */
export function reportClauseOrder(next: IToken, state: ParserState): void {
  const { image } = next;
  if (image !== "where" && image !== "since" && image !== "within") return;
  const expected = "where, since and within in this order, each at most once";
  reportIssue(state, "unexpected_token", {
    message: `expected ${expected} (got ${quoteShort(image)})`,
    range: tokenRange(state, next),
    expected,
  });
}

/** The source of a tool pattern: `prompt`, `trusted` and `untrusted` alone are no tools. */
export function buildSource(pattern: ToolPattern, state: ParserState): Source {
  const { toolkit, tool, range } = pattern;
  const name = sourceNames.find((word) => word === tool && textOf(range, state) === word);
  return toolkit === "any" && name !== undefined ? namedSource(name, range) : pattern;
}

function namedSource(name: NamedSource["name"], range: TextRange): NamedSource {
  return { type: "named_source", name, range };
}
