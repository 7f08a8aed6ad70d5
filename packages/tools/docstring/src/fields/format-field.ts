/** Writes one field of reStructuredText, Epytext or JSDoc, and escapes text that would be parsed as a field. */
import { readDeprecationLine } from "../deprecation.ts";
import type { DocstringDeprecation } from "../docstring.ts";
import { indentText, isDedented } from "../layout.ts";
import { splitLines } from "../lines.ts";
import { type FieldSyntax, isEscaped } from "./field.ts";

/** The indentation and escaping of the text of fields. */
export interface FieldLayout {
  readonly syntax: FieldSyntax;
  /** The indentation of the lines below the first. */
  readonly columns: number;
  /** Escapes inline markup of the style in a line of text; code is left unchanged. */
  readonly escapeLine?: (line: string) => string;
}

/**
 * Writes a field: its text starts beside its head and its other lines are indented. All text goes below the head if it
 * would lose its indentation otherwise, or if `isBelow` is set.
 */
export function formatField(head: string, text: string, layout: FieldLayout, isBelow = false): string {
  if (text === "") return head;
  const [first = "", ...others] = text.split("\n");
  const lines = escapeLines(text, layout, false);
  const startsBelow =
    isBelow || first.startsWith(" ") || !isDedented(others) || (others.length > 0 && first.startsWith("```"));
  if (startsBelow) return `${head}\n${indentText(lines.join("\n"), layout.columns)}`;
  const beside = layout.escapeLine?.(first) ?? first;
  return [`${head} ${beside}`, ...lines.slice(1).map((line) => indentText(line, layout.columns))].join("\n");
}

/** Writes a deprecation as a field: `since 1.2: text`. A text that starts like a version goes below the head. */
export function formatDeprecationField(
  head: string,
  { version, description }: DocstringDeprecation,
  layout: FieldLayout,
): string {
  if (version !== undefined) return formatField(`${head} since ${version}:`, description, layout);
  const [first = ""] = description.split("\n");
  return formatField(head, description, layout, readDeprecationLine(first).version !== undefined);
}

/** Escapes the lines of the description that would be parsed as fields. */
export function escapeDescription(text: string, layout: FieldLayout): string {
  return escapeLines(text, layout, true).join("\n");
}

/**
 * Escapes lines that would be parsed as a field.
 *
 * @param isUnindented - whether the lines are unindented, so that a field could start there
 */
function escapeLines(text: string, { syntax, escapeLine }: FieldLayout, isUnindented: boolean): readonly string[] {
  const lines = splitLines(`\n${text}`);
  return text.split("\n").map((line, index) => {
    const read = lines[index];
    if (read === undefined || read.fenced) return line;
    const begins = isEscaped(read.text, syntax.startPattern) || read.text.startsWith("```");
    const isMistaken = begins || (isUnindented && syntax.readHead(read) !== undefined);
    const content = escapeLine?.(read.text) ?? read.text;
    return line.slice(0, line.length - read.text.length) + (isMistaken ? `\\${content}` : content);
  });
}
