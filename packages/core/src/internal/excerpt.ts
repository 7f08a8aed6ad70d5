import type { Evidence } from "../finding.ts";
import { ownMember, pointerParts } from "../json-pointer.ts";
import type { Args } from "../tool-call.ts";
import { escapeInvisible } from "./escape-invisible.ts";
import { characterWidth } from "./text-width.ts";

/**
 * Extracts the lines of an argument that a finding is based on; omitted parts are shown as `…`.
 *
 * @param args - the arguments of the action
 * @returns an empty list if the evidence does not point to a string
 */
export function excerpt(
  { path, start, end }: Evidence,
  args: Args,
  { width = 100, lines: most = 4 }: ExcerptOptions = {},
): readonly ExcerptLine[] {
  const text = stringAt(path, args);
  if (text === undefined) return [];
  const lines: ExcerptLine[] = [];
  let from = text.lastIndexOf("\n", start - 1) + 1;
  if (start === 0) from = 0;
  while (from < Math.max(end, start + 1) && from <= text.length) {
    if (lines.length === most) return [...lines, { before: "", marked: "…", after: "" }];
    const ending = text.indexOf("\n", from);
    const to = ending < 0 ? text.length : ending;
    lines.push(excerptLine(text, { from, to, start: Math.max(from, start), end: Math.min(to, end) }, width));
    from = to + 1;
  }
  return lines;
}

/** One line of an argument, split around the part that a finding is based on. */
export interface ExcerptLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Limits of an excerpt. */
export interface ExcerptOptions {
  /** Maximum length of a line in UTF-16 units; 100 by default. */
  readonly width?: number;
  /** Maximum number of lines; 4 by default. */
  readonly lines?: number;
}

/**
 * Formats an excerpt as plain text: each line, followed by a line with `^` under the marked characters.
 *
 * @example
 * withCarets(excerpt({ path: "/command", start: 3, end: 4, text: "x" }, { command: "rm x" })); // ["rm x", "   ^"]
 */
export function withCarets(lines: readonly ExcerptLine[]): readonly string[] {
  return lines.flatMap(({ before, marked, after }) => [
    `${before}${marked}${after}`,
    `${signsUnder(before, " ")}${signsUnder(marked, "^") || "^"}`,
  ]);
}

interface LineRange {
  /** Start and end of the line. */
  readonly from: number;
  readonly to: number;
  /** Start and end of the marked part. */
  readonly start: number;
  readonly end: number;
}

/** Cuts one line of an excerpt to the width, around the marked characters. */
function excerptLine(text: string, { from, to, start, end }: LineRange, width: number): ExcerptLine {
  const isLong = to - from > width;
  const first = isLong ? characterStart(text, Math.max(from, start - Math.floor(width / 4))) : from;
  const last = isLong ? characterStart(text, Math.min(to, first + width)) : to;
  const marked = Math.max(start, Math.min(end, last));
  return {
    before: `${first > from ? "…" : ""}${escapeInvisible(text.slice(first, start))}`,
    marked: `${escapeInvisible(text.slice(start, marked))}${marked < end ? "…" : ""}`,
    after: marked < end ? "" : `${escapeInvisible(text.slice(marked, last))}${last < to ? "…" : ""}`,
  };
}

/** Moves an offset out of the middle of a surrogate pair, to its start. */
function characterStart(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** Repeats a sign to the width of a text. */
function signsUnder(text: string, sign: string): string {
  return Array.from(text, (char) => (char === "\t" ? char : sign.repeat(characterWidth(char)))).join("");
}

/** Returns the string at a JSON pointer in arguments. */
function stringAt(pointer: string, args: Args): string | undefined {
  const value = pointerParts(pointer).reduce<unknown>(ownMember, args);
  return typeof value === "string" ? value : undefined;
}
