import { blankLine, type Line } from "./lines.ts";

/** A type or a default may take so many lines; the limit keeps the search for its end linear. */
const longest = 20;

/** The lines that what begins at `lines[at]` may take: up to a blank one, or code. */
export function spanAt(lines: readonly Line[], at: number): readonly Line[] {
  const near = lines.slice(at, at + longest);
  const end = near.findIndex((line, index) => index > 0 && (line.text === "" || line.fenced));
  return end === -1 ? near : near.slice(0, end);
}

/** The lines of a span as one text. */
export function spanText(span: readonly Line[]): string {
  return span.map((line) => line.text).join("\n");
}

/** The line, and the column on it, that an offset in the text of a span stands for. */
export function placeIn(
  span: readonly Line[],
  offset: number,
): { readonly line: Line; readonly column: number; readonly index: number } {
  let column = offset;
  for (const [index, line] of span.entries()) {
    if (column <= line.text.length) return { line, column, index };
    column -= line.text.length + 1;
  }
  return { line: blankLine, column: 0, index: span.length };
}
