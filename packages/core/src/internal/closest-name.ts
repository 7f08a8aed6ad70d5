/**
 * Finds the candidate closest to a misspelled name, by the number of letters to change.
 *
 * @returns `undefined` if no candidate is close: at most a third of its letters may differ, at least one and at most three,
 *   but never all of them
 *
 * @example
 * nearest("Terminal.Exceute", ["Terminal.Execute", "Gmail.SendEmail"]); // "Terminal.Execute"
 */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  const lower = name.toLowerCase();
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const { length } = candidate;
    const most = Math.min(3, Math.max(1, Math.floor(length / 3)), length - 1, fewest - 1);
    if (Math.abs(name.length - length) > most) continue;
    const changes = distance(lower, candidate.toLowerCase(), most);
    if (changes <= most) [best, fewest] = [candidate, changes];
  }
  return best;
}

/**
 * Counts the letters to insert, delete, replace or swap with their neighbor (optimal string alignment).
 *
 * @param most - the limit; more changes than this return infinity early
 */
function distance(a: string, b: string, most: number): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const changes = Math.min(at(i - 1, j) + 1, (row[j - 1] ?? i) + 1, replaced, swapped);
      row.push(changes);
      least = Math.min(least, changes);
    }
    // The minimum never decreases from row to row.
    if (least > most) return Number.POSITIVE_INFINITY;
    rows.push(row);
  }
  return at(a.length, b.length);
}
