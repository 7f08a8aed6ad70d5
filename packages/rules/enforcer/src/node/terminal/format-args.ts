/** Formats the arguments of an action for a person at the terminal, one line or block for each argument. */
import type { Args } from "@helve/core";
import { shownValue, visibleJson } from "@helve/core/internal";

/** The most lines and UTF-16 units of one argument that are shown. */
const limits = { lines: 40, units: 4000 };

/** Arguments formatted as lines. */
export interface FormattedArgs {
  readonly lines: readonly string[];
  /** Whether a long argument was cut. */
  readonly isShortened: boolean;
}

/**
 * Formats arguments for a person: a text as it is, with a bar before each line, and any other value as JSON. Of a secret, only the length is
 * shown.
 *
 * @param showAll - whether long arguments are shown completely
 */
export function formatArgs(args: Args, showAll: boolean): FormattedArgs {
  const names = Object.keys(args).map(formatName);
  if (names.length === 0) return { lines: ["(no arguments)"], isShortened: false };
  const width = Math.min(24, Math.max(...names.map((name) => name.length)));
  let isShortened = false;
  const lines = Object.entries(args).flatMap(([name, value], index) => {
    const [shown, hiddenUnits] = shortenText(shownValue(name, value), showAll);
    isShortened ||= hiddenUnits > 0;
    const bar = typeof value === "string" ? "│ " : "  ";
    const more = hiddenUnits === 0 ? [] : [`… and ${hiddenUnits} characters more`];
    const valueLines = shown.split("\n").map((line) => `${bar}${line}`);
    return [...valueLines, ...more].map((line, lineIndex) => {
      return `${(lineIndex === 0 ? (names[index] ?? "") : "").padEnd(width)} ${line}`;
    });
  });
  return { lines, isShortened };
}

/** The name of an argument, in quotes unless it is a plain word. */
export function formatName(name: string): string {
  return /^[\p{L}\p{N}_.$-]+$/u.test(name) ? name : visibleJson(name);
}

/** Formats a value for display: text unchanged, everything else as JSON. */
export function displayText(value: unknown): string {
  if (typeof value === "string") return value;
  const line = visibleJson(value);
  return line.length <= 72 ? line : (JSON.stringify(value, null, 2) ?? "");
}

/** The start of a long text, and how many UTF-16 units are hidden. */
function shortenText(text: string, showAll: boolean): readonly [shown: string, hiddenUnits: number] {
  if (showAll) return [text, 0];
  const shown = text.slice(0, limits.units).split("\n", limits.lines).join("\n");
  return [shown, text.length - shown.length];
}
