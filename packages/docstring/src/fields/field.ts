import type { Line } from "../lines.ts";

/** What a field says. */
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
  | "prose"
  | "section";

/** How a field begins: `:param int x: text`, `@param {int} x - text`, `.. note:: text`. */
export interface FieldHead {
  readonly kind: FieldKind;
  /** As written: `param`; the title of a section. */
  readonly tag: string;
  /** What stands between the tag and the colon. */
  readonly argument: Line;
  /** What follows on the same line. */
  readonly rest: Line;
  /** Whether the description goes on after it, as after a note. */
  readonly continuesDescription?: true;
  /** Whether it goes on to the next field, at any indentation. */
  readonly lastsUntilNextField?: true;
}

/** A field with its text. */
export interface Field extends FieldHead {
  /** The lines that go on with it. */
  readonly body: readonly Line[];
  /** All of its lines, the first included. */
  readonly allLines: readonly Line[];
}

/** How a style marks its fields. */
export interface FieldSyntax {
  /** What a line may begin with that is no text. */
  readonly startPattern: RegExp;
  /** Reads a line that begins a field. */
  readonly readHead: (line: Line, within?: FieldHead) => FieldHead | undefined;
  /** Whether a paragraph that is not set in ends a field. */
  readonly endsAtParagraph: boolean;
  /** How much deeper than the one before a field may stand. */
  readonly extraIndent: number;
}

/** Takes the backslash from a line that would have begun a field without it. */
export function unescapeLine(line: Line, { startPattern }: FieldSyntax): Line {
  return !line.fenced && isEscaped(line.text, startPattern)
    ? { ...line, text: line.text.slice(1), start: line.start + 1 }
    : line;
}

/** Whether a line begins with backslashes before what would be a mark. */
export function isEscaped(text: string, mark: RegExp): boolean {
  const marked = /^\\+/.exec(text)?.[0].length ?? 0;
  if (marked === 0) return false;
  mark.lastIndex = marked;
  return mark.test(text);
}
