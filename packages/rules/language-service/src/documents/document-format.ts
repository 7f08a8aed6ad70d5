import { applyEdits as applyJsonEdits, format } from "jsonc-parser";
import type { TextEdit } from "../text-edit.ts";
import { documentReading, type OpenDocument } from "./open-document.ts";

/**
 * Formats a JSON document, or a part of it. Line endings and comments are unchanged. YAML is not formatted.
 *
 * @param start - in UTF-16 units; 0 by default
 * @param end - the end of the text by default
 */
export function documentFormattingEdits(
  document: OpenDocument,
  { tabSize, insertSpaces }: DocumentFormatOptions,
  start = 0,
  end: number = document.text.length,
): readonly TextEdit[] {
  const { text, format: language } = document;
  const { tree, source } = documentReading(document);
  if (language !== "json" || tree === undefined) return [];
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const edits = format(text, { offset: start, length: end - start }, { tabSize, insertSpaces, eol });
  if (applyJsonEdits(text, edits) === text) return [];
  return edits.map(({ offset, length, content }) => ({
    range: source.range(offset, offset + length),
    newText: content,
  }));
}

/** The indentation of a document. */
interface DocumentFormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}
