import type { Args } from "@helve/core";
import { escapeInvisible, visibleJson } from "@helve/core/internal";

/** The most lines, and UTF-16 units, that are shown of one argument. */
const most = { lines: 40, units: 4000 };

/** The lines that show arguments, and whether something was left out of them. */
export interface ArgsText {
  readonly lines: readonly string[];
  readonly isShortened: boolean;
}

/**
 * Arguments for a person: a text as it is, with a bar before each of its lines, anything else as JSON.
 *
 * @param isWhole - whether long ones are shown to their end
 */
export function argsText(args: Args, isWhole: boolean): ArgsText {
  const names = Object.keys(args).map(argumentName);
  if (names.length === 0) return { lines: ["(no arguments)"], isShortened: false };
  const width = Math.min(24, Math.max(...names.map((name) => name.length)));
  let isShortened = false;
  const lines = Object.values(args).flatMap((value, index) => {
    const [shown, left] = shortened(valueText(value), isWhole);
    isShortened ||= left > 0;
    const bar = typeof value === "string" ? "│ " : "  ";
    const more = left === 0 ? [] : [`… and ${left} characters more`];
    return [...shown.split("\n").map((line) => `${bar}${escapeInvisible(line)}`), ...more].map((line, at) => {
      return `${(at === 0 ? (names[index] ?? "") : "").padEnd(width)} ${line}`;
    });
  });
  return { lines, isShortened };
}

/** An argument's name; one that is no plain word is in quotes. */
export function argumentName(key: string): string {
  return /^[\p{L}\p{N}_.$-]+$/u.test(key) ? key : visibleJson(key);
}

/** A text is itself, anything else is JSON, on several lines where one would be long. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  const line = visibleJson(value);
  return line.length <= 72 ? line : (JSON.stringify(value, null, 2) ?? "");
}

function shortened(text: string, isWhole: boolean): readonly [shown: string, left: number] {
  if (isWhole) return [text, 0];
  const lines = text.slice(0, most.units).split("\n", most.lines).join("\n");
  return [lines, text.length - lines.length];
}
