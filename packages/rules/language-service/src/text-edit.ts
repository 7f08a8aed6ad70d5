/** Applies text edits to a text. */
import type { TextRange } from "@helve/core";

/**
 * Applies edits to a text and returns the new text. All ranges refer to the original text.
 *
 * @param edits - in any order; they must not overlap
 *
 * @example
 * applyEdits(program.text, codeActionsAt(program)[0]?.edits ?? []);
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { range, newText } of edits.toSorted(byRange)) {
    parts.push(text.slice(end, range.start.offset), newText);
    end = range.end.offset;
  }
  return [...parts, text.slice(end)].join("");
}

/** A change of a text: the text in a range is replaced (LSP `TextEdit`). */
export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** Compares edits by their ranges, for sorting. */
export function byRange({ range: first }: Pick<TextEdit, "range">, { range: second }: Pick<TextEdit, "range">): number {
  return first.start.offset - second.start.offset || first.end.offset - second.end.offset;
}
