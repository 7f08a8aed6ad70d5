import type { Duration, Source, StepQuery, ToolPattern } from "@helve/core/program";
import { patternText } from "./names.ts";
import { concat, type Doc } from "./pretty-printer.ts";
import type { WriteContext } from "./write-context.ts";

/** Writes `Bank.Transfer where step.args.to == args.to since Session.Clear within 1h`. */
export function writeStepQuery({ patterns, where, since, within }: StepQuery, context: WriteContext): Doc {
  return concat(
    patternsText(patterns),
    ...(where === undefined ? [] : [" where ", context.writeCondition(where, context)]),
    since === undefined ? "" : ` since ${patternsText(since)}`,
    within === undefined
      ? ""
      : ` within ${within.type === "duration" ? durationText(within) : `${within.steps} steps`}`,
  );
}

function patternsText(patterns: readonly ToolPattern[]): string {
  return patterns.map(patternText).join(" | ");
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
