import type { DocstringRange } from "./docstring.ts";

/** One line of a docstring, or a part of one, its indentation counted. */
export interface Line {
  /** In columns, from the docstring's own margin. */
  readonly indent: number;
  /** Without the white space around it; empty for a blank line. */
  readonly text: string;
  /** Where the text begins in the text that was given; it ends at `start + text.length`. */
  readonly start: number;
  /** Whether it belongs to a fenced block of code. */
  readonly fenced: boolean;
}

/** A line with nothing on it. */
export const blankLine: Line = { indent: 0, text: "", start: 0, fenced: false };

/**
 * The lines of a docstring without their common margin and without blank lines around them, as Python's
 * `inspect.cleandoc` dedents: the first line stands at the margin, wherever it was.
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

/** Lines without the margin that all but the first share, without blank lines around them, fenced code marked. */
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
 * Lines as one text, without the indentation they share and without blank lines around them.
 *
 * @param first - what stands before them, on a line of its own: the rest of the line that they go on from
 */
export function joinLines(lines: readonly Line[], first?: Line): string {
  const margin = commonIndent(lines);
  const body = lines.map((line) => (line.text === "" ? line : { ...line, indent: line.indent - margin }));
  return trimBlankLines(first === undefined ? body : [{ ...first, indent: 0 }, ...body])
    .map((line) => (line.text === "" ? "" : " ".repeat(line.indent) + line.text))
    .join("\n");
}

/** A part of a line, without the white space around it. */
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

/** Where lines stand, from the first that is not blank to the last, to be spread into a part; `{}` when all are blank. */
export function rangeOfLines(lines: readonly (Line | undefined)[]): { readonly range?: DocstringRange } {
  const filled = (line: Line | undefined): boolean => line !== undefined && line.text !== "";
  const first = lines.find(filled);
  const last = lines.findLast(filled);
  return first === undefined || last === undefined
    ? {}
    : { range: { start: first.start, end: last.start + last.text.length } };
}

/** The smallest indentation of the lines that are not blank; 0 when all are. */
export function commonIndent(lines: readonly Pick<Line, "indent" | "text">[]): number {
  const margin = lines.reduce((least, { indent, text }) => (text === "" ? least : Math.min(least, indent)), Infinity);
  return margin === Infinity ? 0 : margin;
}

/** Whether the line below `lines[at]` has text and is indented further. */
export function isNextLineDeeper(lines: readonly Line[], at: number): boolean {
  const below = lines[at + 1];
  return below !== undefined && below.text !== "" && below.indent > (lines[at]?.indent ?? 0);
}

/** A tab ends at the next multiple of 8, an ideographic space is two columns wide. */
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

/** A fence that is never closed is no fence: it would swallow every section after it. */
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

function trimBlankLines(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => line.text !== "");
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line.text !== "") + 1);
}

/** A type or a default may take so many lines; the limit keeps the search for its end linear. */
const maxSpanLines = 20;

/** The lines that what begins at `lines[at]` may take: up to a blank one, or code. */
export function takeSpan(lines: readonly Line[], at: number): readonly Line[] {
  const near = lines.slice(at, at + maxSpanLines);
  const end = near.findIndex((line, index) => index > 0 && (line.text === "" || line.fenced));
  return end === -1 ? near : near.slice(0, end);
}

/** The lines of a span as one text. */
export function joinSpan(span: readonly Line[]): string {
  return span.map((line) => line.text).join("\n");
}

/** The line, and the column on it, that an offset in the text of a span stands for. */
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
