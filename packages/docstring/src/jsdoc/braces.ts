import { closing } from "../brackets.ts";
import type { DocstringRange } from "../docstring.ts";
import { restOf } from "../fields/field.ts";
import type { Line } from "../lines.ts";
import { placeIn, spanAt, spanText } from "../span.ts";

/** A bracket that text begins with, and what follows it. */
export interface Bracketed {
  /** What it holds, on one line. */
  readonly inside: string;
  readonly range: DocstringRange;
  readonly rest: Line;
  readonly body: readonly Line[];
}

/** Reads the bracket that a line begins with; it may be closed on one of the next lines. */
export function bracketAt(first: Line, body: readonly Line[]): Bracketed | undefined {
  const span = spanAt([first, ...body], 0);
  const text = spanText(span);
  const own = closing(first.text, 0);
  const end = own === -1 ? closing(text, 0) : own;
  if (end === -1) return undefined;

  const inside = text.slice(1, end);
  const from = end - inside.trimStart().length;
  const { line, column, index } = placeIn(span, end);
  return {
    inside: inside.trim().replaceAll("\n", " "),
    range: {
      start: offsetIn(span, from),
      end: offsetIn(span, Math.max(from, 1 + inside.trimEnd().length)),
    },
    rest: restOf(line, column + 1),
    body: body.slice(index),
  };
}

function offsetIn(span: readonly Line[], offset: number): number {
  const { line, column } = placeIn(span, offset);
  return line.start + column;
}
