/** Splits a docstring into dedented lines that keep their source offsets, and joins lines to text again. */
import type { DocstringRange } from "./docstring.ts";

/** One line of a docstring, or a slice of one. */
export interface Line {
  /** The indentation in columns, relative to the docstring's margin. */
  readonly indent: number;
  /** The text without surrounding white space; empty for a blank line. */
  readonly text: string;
  /** The offset of the text in the parsed string; the text ends at `start + text.length`. */
  readonly start: number;
  /** Whether the line belongs to a fenced code block. */
  readonly fenced: boolean;
}

/** A line without text. */
export const blankLine: Line = { indent: 0, text: "", start: 0, fenced: false };

/**
 * Splits a docstring into dedented lines without blank lines at the ends, like Python's `inspect.cleandoc`: the first
 * line has indentation 0, whatever precedes it.
 */
export function splitLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const ending of [...text.matchAll(/\r\n?|\n/g), undefined]) {
    lines.push(createLine(text.slice(start, ending?.index), start));
    start = (ending?.index ?? 0) + (ending?.[0].length ?? 0);
  }
  return dedentLines(lines);
}

/**
 * Removes the common indentation of all lines but the first, removes blank lines at the ends, and marks fenced code.
 */
export function dedentLines(lines: readonly Line[]): readonly Line[] {
  const margin = commonIndent(lines.slice(1));
  const fenced = findFencedLines(lines);
  return trimBlankLines(
    lines.map((line, index) => ({
      ...line,
      indent: index === 0 ? 0 : Math.max(0, line.indent - margin),
      fenced: fenced.has(index),
    })),
  );
}

/**
 * Joins lines to one text, without their common indentation and without blank lines at the ends.
 *
 * @param first - text to put before them on its own line: the rest of the line that they continue
 */
export function joinLines(lines: readonly Line[], first?: Line): string {
  const margin = commonIndent(lines);
  const body = lines.map((line) => (line.text === "" ? line : { ...line, indent: line.indent - margin }));
  return trimBlankLines(first === undefined ? body : [{ ...first, indent: 0 }, ...body])
    .map((line) => (line.text === "" ? "" : " ".repeat(line.indent) + line.text))
    .join("\n");
}

/** A slice of a line, without surrounding white space and with its own offset. */
export function sliceLine(line: Line, from: number, to: number = line.text.length): Line {
  const text = line.text.slice(from, to);
  const content = text.trimStart();
  const before = from + text.length - content.length;
  return { ...line, indent: line.indent + before, text: content.trimEnd(), start: line.start + before };
}

/** The text of a line from an index on, as a line without indentation. */
export function restOfLine(line: Line, from: number): Line {
  return { ...sliceLine(line, from), indent: 0 };
}

/**
 * Returns `{ range }` from the first to the last line with text, to be spread into a part; `{}` if all lines are
 * blank.
 */
export function rangeOfLines(lines: readonly (Line | undefined)[]): { readonly range?: DocstringRange } {
  const hasText = (line: Line | undefined): boolean => line !== undefined && line.text !== "";
  const first = lines.find(hasText);
  const last = lines.findLast(hasText);
  return first === undefined || last === undefined
    ? {}
    : { range: { start: first.start, end: last.start + last.text.length } };
}

/** The smallest indentation of the lines with text; 0 if all lines are blank. */
export function commonIndent(lines: readonly Pick<Line, "indent" | "text">[]): number {
  const margin = lines.reduce(
    (smallest, { indent, text }) => (text === "" ? smallest : Math.min(smallest, indent)),
    Infinity,
  );
  return margin === Infinity ? 0 : margin;
}

/** Whether the line below `lines[at]` has text and is indented further. */
export function isNextLineDeeper(lines: readonly Line[], at: number): boolean {
  const below = lines[at + 1];
  return below !== undefined && below.text !== "" && below.indent > (lines[at]?.indent ?? 0);
}

/**
 * Measures the indentation of a raw line. A tab ends at the next multiple of 8; an ideographic space is two columns
 * wide.
 */
function createLine(raw: string, start: number): Line {
  const content = raw.trimStart();
  const space = raw.length - content.length;
  let indent = 0;
  for (const character of raw.slice(0, space)) {
    if (character === "\t") indent += 8 - (indent % 8);
    else indent += character === "\u3000" ? 2 : 1;
  }
  return { indent, text: content.trimEnd(), start: start + space, fenced: false };
}

/**
 * The indexes of lines in fenced code blocks. A fence without an end is ignored; otherwise it would hide all sections
 * after it.
 */
function findFencedLines(lines: readonly { readonly text: string }[]): ReadonlySet<number> {
  const fenced = new Set<number>();
  let open: number | undefined;
  for (const [index, { text }] of lines.entries()) {
    if (!/^```[^`]*$/.test(text)) continue;
    if (open === undefined) {
      open = index;
      continue;
    }
    for (let inside = open; inside <= index; inside++) fenced.add(inside);
    open = undefined;
  }
  return fenced;
}

/** Removes blank lines at both ends. */
function trimBlankLines(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => line.text !== "");
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line.text !== "") + 1);
}

/** The maximum number of lines of a type or default. The limit keeps the search for its end linear. */
const maxSpanLines = 20;

/** The lines that a type or default starting at `lines[at]` can cover: up to a blank line, code, or the limit. */
export function takeSpan(lines: readonly Line[], at: number): readonly Line[] {
  const limited = lines.slice(at, at + maxSpanLines);
  const end = limited.findIndex((line, index) => index > 0 && (line.text === "" || line.fenced));
  return end === -1 ? limited : limited.slice(0, end);
}

/** The lines of a span as one string, for a search with offsets. */
export function joinSpan(span: readonly Line[]): string {
  return span.map((line) => line.text).join("\n");
}

/** Converts an offset in the string of `joinSpan` to the line, its index in the span, and the column. */
export function offsetToPosition(
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
