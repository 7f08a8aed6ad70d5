/**
 * Finds the passage around a value in a text that tells its subject: the record with the value in a field, the long word that contains it, or
 * its sentence.
 *
 * @param start - where the value starts
 * @param end - where it ends
 */
export function passageAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - farthest), start);
  const after = text.slice(end, end + farthest);
  const value = text.slice(start, end);
  if (/\w["']?\s?[:=]\s?["']?$/.test(before) && /^["']?\s*(?:[,;}\]\n]|$)/.test(after))
    return recordAround(before, value, after);
  if (/\n\s*-\s+["']?$/.test(before) && /^["']?\s*(?:\n|$)/.test(after)) return recordAround(before, value, after);
  const word = (/\S*$/.exec(before)?.[0] ?? "") + value + (/^\S*/.exec(after)?.[0] ?? "");
  if (word.length > 2 * value.length + 20) return word;
  const begun = before.slice(-sentenceLength).split(sentenceEnd).at(-1) ?? "";
  return begun + value + (after.slice(0, sentenceLength).split(sentenceEnd, 1)[0] ?? "");
}

/** How many characters around a value are read on each side. */
const farthest = 800;
const sentenceLength = 220;

/** Where a sentence, an item of a list, or a cell of a table begins and ends. */
const sentenceEnd = /[.!?]\s|\n\s*\n|\n\s*[-*]\s|[|{}[\]]|(?<=(?:^|\n)[^\n]{0,50})\n/;

/** Returns the JSON or YAML record around a field. */
function recordAround(before: string, value: string, after: string): string {
  const above = (before.split(/[{}]|\n\s*\n/).at(-1) ?? "").split("\n");
  const below = (after.split(/[{}]|\n\s*\n/, 1)[0] ?? "").split("\n");
  const own = fieldColumn((above.at(-1) ?? "") + value);
  const begins = (line: string): boolean => /^\s*-\s/.test(line) && line.search(/\S/) < own;
  const first = above.findLastIndex(begins);
  const next = below.findIndex((line, at) => at > 0 && begins(line));
  const lines = [...above.slice(Math.max(0, first)), value, ...below.slice(0, next === -1 ? below.length : next)];
  return lines.join("\n");
}

/** Returns the column where a field begins, after the dash of its record. */
function fieldColumn(line: string): number {
  return (/^\s*-\s+(?=\w+\s?:)/.exec(line) ?? /^\s*/.exec(line) ?? [""])[0].length;
}
