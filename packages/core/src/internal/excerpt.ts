import type { Evidence } from "../predicate.ts";
import type { Args } from "../tool-call.ts";
import { escapeInvisible } from "./escape-invisible.ts";

/** One line of an argument as it can be shown, with what an answer rests on in its middle. */
export interface ExcerptLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** How much is shown. */
export interface ExcerptOptions {
  /** Of one line, in UTF-16 units; 100 by default. */
  readonly width?: number;
  /** How many lines; 4 by default. */
  readonly lines?: number;
}

/**
 * The lines of an argument that a predicate's answer rests on; what is left out of them is a `…`.
 *
 * @param args - of the action that the evidence is about
 * @returns none when the evidence points to no text
 */
export function excerpt(
  { path, start, end }: Evidence,
  args: Args,
  { width = 100, lines: most = 4 }: ExcerptOptions = {},
): readonly ExcerptLine[] {
  const text = textAt(path, args);
  if (text === undefined) return [];
  const lines: ExcerptLine[] = [];
  let from = text.lastIndexOf("\n", start - 1) + 1;
  if (start === 0) from = 0;
  while (from < Math.max(end, start + 1) && from <= text.length) {
    if (lines.length === most) return [...lines, { before: "", marked: "…", after: "" }];
    const ending = text.indexOf("\n", from);
    const to = ending < 0 ? text.length : ending;
    lines.push(lineOf(text, { from, to, start: Math.max(from, start), end: Math.min(to, end) }, width));
    from = to + 1;
  }
  return lines;
}

/**
 * An excerpt without colour: each line, and under it the characters marked with `^`.
 *
 * @example
 * withCarets(excerpt({ path: "/command", start: 3, end: 4, text: "x" }, { command: "rm x" })); // ["rm x", "   ^"]
 */
export function withCarets(lines: readonly ExcerptLine[]): readonly string[] {
  return lines.flatMap(({ before, marked, after }) => [
    `${before}${marked}${after}`,
    `${under(before, " ")}${under(marked, "^") || "^"}`,
  ]);
}

interface Stretch {
  /** The line. */
  readonly from: number;
  readonly to: number;
  /** What is marked of it. */
  readonly start: number;
  readonly end: number;
}

function lineOf(text: string, { from, to, start, end }: Stretch, width: number): ExcerptLine {
  const isLong = to - from > width;
  const first = isLong ? wholeAt(text, Math.max(from, start - Math.floor(width / 4))) : from;
  const last = isLong ? wholeAt(text, Math.min(to, first + width)) : to;
  const marked = Math.max(start, Math.min(end, last));
  return {
    before: `${first > from ? "…" : ""}${escapeInvisible(text.slice(first, start))}`,
    marked: `${escapeInvisible(text.slice(start, marked))}${marked < end ? "…" : ""}`,
    after: marked < end ? "" : `${escapeInvisible(text.slice(marked, last))}${last < to ? "…" : ""}`,
  };
}

/** The same place, or the one before it when that is in the middle of a character. */
function wholeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** As wide as a text is on screen. */
function under(text: string, sign: string): string {
  return Array.from(text, (char) => (char === "\t" ? char : sign.repeat(cellsOf(char)))).join("");
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

function cellsOf(char: string): number {
  if (/\p{M}/u.test(char)) return 0;
  return wide.test(char) ? 2 : 1;
}

function textAt(pointer: string, args: Args): string | undefined {
  let at: unknown = args;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return typeof at === "string" ? at : undefined;
}
