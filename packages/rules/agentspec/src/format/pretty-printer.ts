/** A pretty printer: breaks a text into lines of limited width, at the places that its author allows. */

/**
 * A document of a pretty printer (as in Wadler's "A prettier printer"): text whose line endings are chosen when it is printed. A
 * group is printed on one line if it fits; otherwise each of its lines ends.
 */
export type Doc = TextDoc | LineDoc | ConcatDoc | WrapperDoc;

interface Measures {
  /** The width when the document is printed on one line; infinite if it can't be. */
  readonly flatWidth: number;
  /** The width up to the first possible line ending. */
  readonly firstLineWidth: number;
  /** Whether the document contains a possible line ending. */
  readonly hasLine: boolean;
}

interface TextDoc extends Measures {
  readonly kind: "text";
  readonly text: string;
}

interface LineDoc extends Measures {
  readonly kind: "line";
  /** The text printed instead of a line ending when the group is printed on one line. */
  readonly flat: string;
}

interface ConcatDoc extends Measures {
  readonly kind: "concat";
  readonly parts: readonly Doc[];
}

interface WrapperDoc extends Measures {
  readonly kind: "group" | "indent";
  readonly content: Doc;
}

/** A line ending; a space when the group around it is printed on one line. */
export const line: Doc = { kind: "line", flat: " ", flatWidth: 1, firstLineWidth: 0, hasLine: true };
/** A line ending; nothing when the group around it is printed on one line. */
export const softLine: Doc = { kind: "line", flat: "", flatWidth: 0, firstLineWidth: 0, hasLine: true };
/** A line ending in any case; the groups around it are printed on several lines. */
export const hardLine: Doc = {
  kind: "line",
  flat: "",
  flatWidth: Number.POSITIVE_INFINITY,
  firstLineWidth: 0,
  hasLine: true,
};
/** Prints nothing, but forces the groups around it onto several lines. */
export const breakParent: Doc = { ...text(""), flatWidth: Number.POSITIVE_INFINITY, hasLine: true };

/**
 * Creates a document that prints a text unchanged.
 *
 * @param width - the columns to count for the text; 0 for a text that may exceed the line width
 */
export function text(content: string, width: number = content.length): Doc {
  return { kind: "text", text: content, flatWidth: width, firstLineWidth: width, hasLine: false };
}

/** A document, a text, or a list of both. */
export type DocContent = Doc | string | readonly (Doc | string)[];

/** Concatenates documents. */
export function concat(...contents: readonly DocContent[]): Doc {
  const parts = contents.flat().map((part) => (typeof part === "string" ? text(part) : part));
  let flatWidth = 0;
  let firstLineWidth = 0;
  let hasLine = false;
  for (const part of parts) {
    flatWidth += part.flatWidth;
    if (!hasLine) firstLineWidth += part.firstLineWidth;
    hasLine ||= part.hasLine;
  }
  return { kind: "concat", parts, flatWidth, firstLineWidth, hasLine };
}

/** Creates a document that is printed on one line if it fits, otherwise with all of its line endings. */
export function group(...contents: readonly DocContent[]): Doc {
  return wrap("group", concat(...contents));
}

/** Creates a document whose lines after the first are indented by two more columns. */
export function indent(...contents: readonly DocContent[]): Doc {
  return wrap("indent", concat(...contents));
}

/** Wraps a document without changing its width. */
function wrap(kind: WrapperDoc["kind"], content: Doc): Doc {
  const { flatWidth, firstLineWidth, hasLine } = content;
  return { kind, content, flatWidth, firstLineWidth, hasLine };
}

/** Prints a document with lines of at most `columns` columns where possible. */
export function printDoc(doc: Doc, columns: number): string {
  const output: string[] = [];
  let column = 0;
  let isLineStart = true;
  const print = (part: Doc, isFlat: boolean, indentation: number, widthAfter: number): void => {
    switch (part.kind) {
      case "text":
        if (part.text === "") return;
        if (isLineStart) output.push(" ".repeat(indentation));
        if (isLineStart) column = indentation;
        isLineStart = false;
        output.push(part.text);
        column += part.flatWidth;
        return;
      case "line":
        if (isFlat) {
          output.push(part.flat);
          column += part.flat.length;
          return;
        }
        output.push("\n");
        column = indentation;
        isLineStart = true;
        return;
      case "indent":
        print(part.content, isFlat, indentation + 2, widthAfter);
        return;
      case "group":
        print(part.content, isFlat || column + part.flatWidth + widthAfter <= columns, indentation, widthAfter);
        return;
      case "concat": {
        const widths = isFlat ? [] : widthsAfter(part.parts, widthAfter);
        for (const [index, child] of part.parts.entries()) print(child, isFlat, indentation, widths[index] ?? 0);
      }
    }
  };
  print(doc, false, 0, 0);
  return output.join("");
}

/** Computes, for each part, the minimum width of the text that follows it on the same line. */
function widthsAfter(parts: readonly Doc[], last: number): readonly number[] {
  const widths: number[] = [];
  let width = last;
  for (const part of parts.toReversed()) {
    widths.push(width);
    width = part.hasLine ? part.firstLineWidth : part.flatWidth + width;
  }
  return widths.reverse();
}
