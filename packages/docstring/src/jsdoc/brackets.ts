import type { DocstringRange } from "../docstring.ts";
import { joinSpan, type Line, offsetToPosition, restOfLine, takeSpan } from "../lines.ts";
import { findClosingBracket } from "../scan.ts";

/** A bracket that text begins with, and what follows it. */
interface BracketMatch {
  /** What it holds, on one line. */
  readonly content: string;
  readonly range: DocstringRange;
  readonly rest: Line;
  readonly body: readonly Line[];
}

/** Reads the bracket that a line begins with; it may be closed on one of the next lines. */
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

function sourceOffset(span: readonly Line[], offset: number): number {
  const { line, column } = offsetToPosition(span, offset);
  return line.start + column;
}
