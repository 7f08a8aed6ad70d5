import type { Hunk } from "./file-patch.ts";

/** The most lines that are compared to find the places of hunks. */
const maxComparisons = 200_000;

/** A text after its hunks were applied in their order; `undefined` if the lines of one are not in the text. */
export function applyHunks(text: string, hunks: readonly Hunk[]): string | undefined {
  const lines = text.split("\n");
  const result: string[] = [];
  let next = 0;
  let comparisonsLeft = maxComparisons;
  const fits = (old: readonly string[], at: number): boolean =>
    old.every((line, index) => {
      comparisonsLeft -= 1;
      return comparisonsLeft > 0 && lines[at + index] === line;
    });
  for (const hunk of hunks) {
    let at = hunk.old.length === 0 ? lines.length - 1 : next;
    while (at < lines.length && comparisonsLeft > 0 && !fits(hunk.old, at)) at += 1;
    if (at >= lines.length || comparisonsLeft <= 0) return undefined;
    result.push(...lines.slice(next, at), ...hunk.new);
    next = at + hunk.old.length;
  }
  return [...result, ...lines.slice(next)].join("\n");
}
