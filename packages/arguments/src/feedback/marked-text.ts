import type { Issue } from "@helve/core";
import type { Words } from "./marked-arguments.ts";

/** A text with a line for each issue after its place; issues without a place come last. */
export function markedText(text: string, issues: readonly Issue[], words: Words, most: number): string {
  const marks = new Map<number, string[]>();
  const ends = issues.map(({ range }) => Math.min(range?.end.offset ?? text.length, text.length));
  for (const [index, end] of [...ends.entries()].sort(([, a], [, b]) => a - b)) {
    const issue = issues[index];
    if (issue === undefined) continue;
    const says = marks.get(end) ?? [];
    says.push(`// ← ${words.issue(issue)}`);
    marks.set(end, says);
  }
  const lines: string[] = [];
  let start = 0;
  for (const [end, says] of marks) {
    lines.push(shortened(text, start, end, most), ...says);
    start = end;
  }
  lines.push(shortened(text, start, text.length, most));
  return lines.filter((line) => line !== "").join("\n");
}

/** What stands between two marks, only as much as is near one. */
function shortened(text: string, start: number, end: number, most: number): string {
  const isFirst = start === 0;
  const isLast = end === text.length;
  if (end - start <= (isFirst !== isLast ? most : 2 * most)) return text.slice(start, end);
  const after = isFirst && !isLast ? "" : text.slice(start, start + most).replace(/[\uD800-\uDBFF]$/, "");
  const before = isLast && !isFirst ? "" : text.slice(end - most, end).replace(/^[\uDC00-\uDFFF]/, "");
  return `${after}…${before}`;
}
