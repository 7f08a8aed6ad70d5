import type { DocstringDeprecation } from "../docstring.ts";
import { keepsMargin, setIn } from "../layout.ts";
import { linesOf } from "../lines.ts";
import { deprecationAt } from "./deprecation.ts";
import { type FieldMarks, isEscaped } from "./field.ts";

/** How the text of fields is written. */
export interface FieldWriting {
  readonly marks: FieldMarks;
  /** How far lines below the first are set in. */
  readonly columns: number;
  /** Escapes what a line of text would be read as beside fields; code is left alone. */
  readonly literal?: (line: string) => string;
}

/**
 * A text behind the head of its field, its other lines set in; wholly on the lines below where its indentation would be
 * lost otherwise, or where it must not stand beside the head.
 */
export function fieldOf(head: string, text: string, writing: FieldWriting, isBelow = false): string {
  if (text === "") return head;
  const [first = "", ...others] = text.split("\n");
  const lines = escapedLines(text, writing, false);
  const standsBelow =
    isBelow || first.startsWith(" ") || !keepsMargin(others) || (others.length > 0 && first.startsWith("```"));
  if (standsBelow) return `${head}\n${setIn(lines.join("\n"), writing.columns)}`;
  const beside = writing.literal?.(first) ?? first;
  return [`${head} ${beside}`, ...lines.slice(1).map((line) => setIn(line, writing.columns))].join("\n");
}

/** A deprecation as a field: `since 1.2: text`. Text that would be read as a version stands below the mark. */
export function deprecationField(
  head: string,
  { version, description }: DocstringDeprecation,
  writing: FieldWriting,
): string {
  if (version !== undefined) return fieldOf(`${head} since ${version}:`, description, writing);
  const [first = ""] = description.split("\n");
  return fieldOf(head, description, writing, deprecationAt(first).version !== undefined);
}

/** Text that stands at the margin: a line that would begin a field is escaped. */
export function proseOf(text: string, writing: FieldWriting): string {
  return escapedLines(text, writing, true).join("\n");
}

function escapedLines(text: string, { marks, literal }: FieldWriting, isProse: boolean): readonly string[] {
  const lines = linesOf(`\n${text}`);
  return text.split("\n").map((line, index) => {
    const read = lines[index];
    if (read === undefined || read.fenced) return line;
    const begins = isEscaped(read.text, marks.mark) || read.text.startsWith("```");
    const isMistaken = begins || (isProse && marks.headIn(read) !== undefined);
    const content = literal?.(read.text) ?? read.text;
    return line.slice(0, line.length - read.text.length) + (isMistaken ? `\\${content}` : content);
  });
}
