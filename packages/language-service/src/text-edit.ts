import type { TextRange } from "@helve/core";

/** A change of a text: what stands in a range gives way to another text. */
export interface TextEdit {
  readonly range: TextRange;
  readonly text: string;
}

/**
 * A text after some changes, all of them of the text as it was.
 *
 * @param edits - no two of one place, in any order
 *
 * @example
 * applyEdits(program.text, quickFixesAt(program)[0]?.edits ?? []);
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { range, text: write } of edits.toSorted(byPlace)) {
    parts.push(text.slice(at, range.start.offset), write);
    at = range.end.offset;
  }
  return [...parts, text.slice(at)].join("");
}

/** The order of the text. */
export function byPlace({ range: one }: Pick<TextEdit, "range">, { range: other }: Pick<TextEdit, "range">): number {
  return one.start.offset - other.start.offset || one.end.offset - other.end.offset;
}
