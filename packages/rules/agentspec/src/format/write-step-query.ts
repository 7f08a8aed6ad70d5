import type { Duration, Source, StepQuery, ToolPattern } from "@helve/core/program";
import { isValueWord } from "../syntax/vocabulary.ts";
import { patternText, shortPatternText } from "./names.ts";
import { concat, type Doc } from "./pretty-printer.ts";
import type { WriteContext } from "./write-context.ts";

/** Writes `Bank.Transfer where step.args.to == args.to since Session.Clear within 1h`. */
export function writeStepQuery({ patterns, where, since, within }: StepQuery, context: WriteContext): Doc {
  return concat(
    patternsText(patterns, context),
    ...(where === undefined ? [] : [" where ", context.writeCondition(where, context)]),
    since === undefined ? "" : ` since ${patternsText(since, context)}`,
    within === undefined
      ? ""
      : ` within ${within.type === "duration" ? durationText(within) : `${within.steps} steps`}`,
  );
}

/** Writes tool patterns. A toolkit that has the name of a value is in quotes: `once(args.x)` calls a predicate. */
function patternsText(patterns: readonly ToolPattern[], { bindingNames, sharedNames }: WriteContext): string {
  const isBound = (word: string): boolean => bindingNames.has(word) || sharedNames.has(word);
  const texts = patterns.map((pattern) => {
    const { toolkit } = pattern;
    const isValue = isValueWord(toolkit) || isBound(toolkit);
    const text = shortPatternText(pattern, isBound);
    return isValue ? JSON.stringify(toolkit) + text.slice(toolkit.length) : text;
  });
  return texts.join(" | ");
}

/** Writes sources: one alone, several in parentheses. */
export function writeSources(sources: readonly Source[]): string {
  const text = sources.map(sourceText).join(", ");
  return sources.length === 1 ? text : `(${text})`;
}

/** Writes `prompt`, `trusted`, `untrusted` or a tool. */
export function sourceText(source: Source): string {
  return source.type === "named_source" ? source.name : patternText(source);
}

/** Writes `1h`. */
export function durationText({ amount, unit }: Duration): string {
  return `${decimalText(amount)}${unit}`;
}

/** A number without an exponent, which a duration can't have. */
function decimalText(amount: number): string {
  return amount.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 });
}
