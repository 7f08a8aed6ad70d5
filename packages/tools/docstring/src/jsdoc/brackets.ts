/** Reads a type in braces or a name in square brackets at the start of a JSDoc tag's text: `{number}`, `[x=3]`. */
import type { DocstringRange } from "../docstring.ts";
import { joinSpan, type Line, offsetToPosition, restOfLine, takeSpan } from "../lines.ts";
import { findClosingBracket } from "../scan.ts";

/** The content of a bracket, and the text after it. */
interface BracketMatch {
  /** The text between the brackets, on one line. */
  readonly content: string;
  readonly range: DocstringRange;
  /** The text after the bracket on the same line. */
  readonly rest: Line;
  /** The following lines. */
  readonly body: readonly Line[];
}

/** Reads the bracket that a line starts with; it may be closed on one of the next lines. */
export function readBracket(first: Line, body: readonly Line[]): BracketMatch | undefined {
  const span = takeSpan([first, ...body], 0);
  const text = joinSpan(span);
  const own = findClosingBracket(first.text, 0);
  const end = own === -1 ? findClosingBracket(text, 0) : own;
  if (end === -1) return undefined;

  const inside = text.slice(1, end);
  const from = end - inside.trimStart().length;
  const { line, column, index } = offsetToPosition(span, end);
  return {
    content: inside.trim().replaceAll("\n", " "),
    range: {
      start: sourceOffset(span, from),
      end: sourceOffset(span, Math.max(from, 1 + inside.trimEnd().length)),
    },
    rest: restOfLine(line, column + 1),
    body: body.slice(index),
  };
}

/** Converts an offset in a span to an offset in the source text. */
function sourceOffset(span: readonly Line[], offset: number): number {
  const { line, column } = offsetToPosition(span, offset);
  return line.start + column;
}
