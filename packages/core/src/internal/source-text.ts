import type { TextPosition, TextRange } from "../issue.ts";

/** A text that knows its lines. */
export interface SourceText {
  readonly text: string;
  /** The stretch between two offsets, `end` exclusive. */
  range(start: number, end: number): TextRange;
}

/** A text, with the places in it by line and column. Lines end at `\n`, `\r\n` or `\r`. */
export function sourceText(text: string): SourceText {
  const lines = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (ending) => ending.index + ending[0].length)];
  const position = (offset: number): TextPosition => {
    const line = lineAt(lines, offset);
    return { offset, line: line + 1, column: offset - (lines[line] ?? 0) + 1 };
  };
  return { text, range: (start, end) => ({ start: position(start), end: position(end) }) };
}

/** The last line that begins at or before the offset, 0-based. */
function lineAt(lines: readonly number[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
