import type { TextPosition, TextRange } from "../issue.ts";
import { lastIndexWhere } from "./last-index-where.ts";

/** A text with its line starts, for converting offsets to lines and columns. */
export interface SourceText {
  readonly text: string;
  /** Converts two offsets to a range; `end` is exclusive. */
  range(start: number, end: number): TextRange;
}

/** Indexes the lines of a text. Lines end at `\n`, `\r\n` or `\r`. */
export function sourceText(text: string): SourceText {
  const lines = lineStarts(text);
  // Offsets are usually converted in the order of the text.
  let latest = 0;
  const position = (offset: number): TextPosition => {
    const isLater = (lines[latest] ?? 0) <= offset;
    if (!isLater || offset >= (lines[latest + 1] ?? Number.POSITIVE_INFINITY)) {
      const isNext = isLater && offset < (lines[latest + 2] ?? Number.POSITIVE_INFINITY);
      latest = isNext ? latest + 1 : lineAt(lines, offset);
    }
    const line = latest;
    return { offset, line: line + 1, column: offset - (lines[line] ?? 0) + 1 };
  };
  return { text, range: (start, end) => ({ start: position(start), end: position(end) }) };
}

/** The offsets at which lines start. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  const next = (character: string, from: number): number => {
    const at = text.indexOf(character, from);
    return at < 0 ? text.length : at;
  };
  let [feed, carriageReturn] = [next("\n", 0), next("\r", 0)];
  for (;;) {
    const ending = Math.min(feed, carriageReturn);
    if (ending === text.length) return starts;
    const start = ending === carriageReturn && feed === ending + 1 ? ending + 2 : ending + 1;
    starts.push(start);
    if (feed < start) feed = next("\n", start);
    if (carriageReturn < start) carriageReturn = next("\r", start);
  }
}

/** Finds the line that contains an offset (0-based). */
function lineAt(lines: readonly number[], offset: number): number {
  return Math.max(
    0,
    lastIndexWhere(lines.length, (index) => (lines[index] ?? 0) <= offset),
  );
}
