/** The parsed fields of reStructuredText, Epytext and JSDoc, and the syntax that distinguishes these styles. */
import type { Line } from "../lines.ts";

/** The kind of a field. */
export type FieldKind =
  | "parameter"
  | "parameterType"
  | "attribute"
  | "attributeType"
  | "returns"
  | "returnsType"
  | "yields"
  | "yieldsType"
  | "raises"
  | "examples"
  | "notes"
  | "seeAlso"
  | "deprecated"
  | "description"
  | "section";

/** The start of a field: `:param int x: text`, `@param {int} x - text`, `.. note:: text`. */
export interface FieldHead {
  readonly kind: FieldKind;
  /** The tag as written, such as `param`; for a section, its title. */
  readonly tag: string;
  /** The text between the tag and the colon. */
  readonly argument: Line;
  /** The text after the head on the same line. */
  readonly rest: Line;
  /** Whether the text after this field belongs to the description, as after a note. */
  readonly continuesDescription?: true;
  /** Whether the field includes all text up to the next field, at any indentation. */
  readonly lastsUntilNextField?: true;
}

/** A field with its text. */
export interface Field extends FieldHead {
  /** The lines below the head. */
  readonly body: readonly Line[];
  /** All lines of the field, with its head. */
  readonly allLines: readonly Line[];
}

/** The syntax by which a style marks its fields. */
export interface FieldSyntax {
  /** Matches the characters at the start of a line that need a backslash in ordinary text. */
  readonly startPattern: RegExp;
  /** Reads a line that starts a field. `within` is the field that the line would otherwise continue. */
  readonly readHead: (line: Line, within?: FieldHead) => FieldHead | undefined;
  /** Whether a new paragraph without indentation ends a field. */
  readonly endsAtParagraph: boolean;
  /** How many columns deeper than the previous field a field can start. */
  readonly extraIndent: number;
}

/** Removes the backslash from a line that would otherwise start a field. */
export function unescapeLine(line: Line, { startPattern }: FieldSyntax): Line {
  return !line.fenced && isEscaped(line.text, startPattern)
    ? { ...line, text: line.text.slice(1), start: line.start + 1 }
    : line;
}

/** Whether a line starts with backslashes before the start of a field. */
export function isEscaped(text: string, startPattern: RegExp): boolean {
  const backslashes = /^\\+/.exec(text)?.[0].length ?? 0;
  if (backslashes === 0) return false;
  startPattern.lastIndex = backslashes;
  return startPattern.test(text);
}
