import { readDeprecationLine } from "../deprecation.ts";
import type { DocstringDeprecation } from "../docstring.ts";
import { indentText, isDedented } from "../layout.ts";
import { splitLines } from "../lines.ts";
import { type FieldSyntax, isEscaped } from "./field.ts";

/** How the text of fields is written. */
export interface FieldLayout {
  readonly syntax: FieldSyntax;
  /** How far lines below the first are set in. */
  readonly columns: number;
  /** Escapes what a line of text would be read as beside fields; code is left alone. */
  readonly escapeLine?: (line: string) => string;
}

/**
 * A text behind the head of its field, its other lines set in; wholly on the lines below where its indentation would be
 * lost otherwise, or where it must not stand beside the head.
 */
export function formatField(head: string, text: string, writing: FieldLayout, isBelow = false): string {
  if (text === "") return head;
  const [first = "", ...others] = text.split("\n");
  const lines = escapeLines(text, writing, false);
  const startsBelow =
    isBelow || first.startsWith(" ") || !isDedented(others) || (others.length > 0 && first.startsWith("```"));
  if (startsBelow) return `${head}\n${indentText(lines.join("\n"), writing.columns)}`;
  const beside = writing.escapeLine?.(first) ?? first;
  return [`${head} ${beside}`, ...lines.slice(1).map((line) => indentText(line, writing.columns))].join("\n");
}

/** A deprecation as a field: `since 1.2: text`. Text that would be read as a version stands below the mark. */
export function formatDeprecationField(
  head: string,
  { version, description }: DocstringDeprecation,
  writing: FieldLayout,
): string {
  if (version !== undefined) return formatField(`${head} since ${version}:`, description, writing);
  const [first = ""] = description.split("\n");
  return formatField(head, description, writing, readDeprecationLine(first).version !== undefined);
}

/** Text that stands at the margin: a line that would begin a field is escaped. */
export function escapeProse(text: string, writing: FieldLayout): string {
  return escapeLines(text, writing, true).join("\n");
}

function escapeLines(text: string, { syntax, escapeLine }: FieldLayout, isProse: boolean): readonly string[] {
  const lines = splitLines(`\n${text}`);
  return text.split("\n").map((line, index) => {
    const read = lines[index];
    if (read === undefined || read.fenced) return line;
    const begins = isEscaped(read.text, syntax.startPattern) || read.text.startsWith("```");
    const isMistaken = begins || (isProse && syntax.readHead(read) !== undefined);
    const content = escapeLine?.(read.text) ?? read.text;
    return line.slice(0, line.length - read.text.length) + (isMistaken ? `\\${content}` : content);
  });
}
