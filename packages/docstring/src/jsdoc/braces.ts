import { closing } from "../brackets.ts";
import type { DocstringRange } from "../docstring.ts";
import { restOf } from "../fields/field.ts";
import { blankLine, type Line } from "../lines.ts";

/** A bracket that text begins with, and what follows it. */
export interface Bracketed {
  /** What it holds, on one line. */
  readonly inside: string;
  readonly range: DocstringRange;
  readonly rest: Line;
  readonly body: readonly Line[];
}

/** A type or a default may go on over so many lines; the limit keeps the search for its end linear. */
const longest = 20;

/** Reads the bracket that a line begins with; it may be closed on one of the next lines. */
export function bracketAt(first: Line, body: readonly Line[]): Bracketed | undefined {
  const span = spanOf(first, body);
  const text = span.map((line) => line.text).join("\n");
  const own = closing(first.text, 0);
  const end = own === -1 ? closing(text, 0) : own;
  if (end === -1) return undefined;

  const inside = text.slice(1, end);
  const from = end - inside.trimStart().length;
  const { line, column, index } = placeOf(span, text, end);
  return {
    inside: inside.trim().replace(/\s*\n\s*/g, " "),
    range: {
      start: offsetOf(span, text, from),
      end: offsetOf(span, text, Math.max(from, 1 + inside.trimEnd().length)),
    },
    rest: restOf(line, column + 1),
    body: body.slice(index),
  };
}

/** The line and the column that an offset in the text joined from lines stands for. */
function placeOf(
  lines: readonly Line[],
  text: string,
  offset: number,
): { readonly line: Line; readonly column: number; readonly index: number } {
  const before = text.slice(0, offset).split("\n");
  const index = before.length - 1;
  return { line: lines[index] ?? blankLine, column: before[index]?.length ?? 0, index };
}

function offsetOf(lines: readonly Line[], text: string, offset: number): number {
  const { line, column } = placeOf(lines, text, offset);
  return line.start + column;
}

function spanOf(first: Line, body: readonly Line[]): readonly Line[] {
  const blank = body.slice(0, longest).findIndex((line) => line.text === "" || line.fenced);
  return [first, ...body.slice(0, blank === -1 ? longest : blank)];
}
