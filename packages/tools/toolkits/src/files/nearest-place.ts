import { simplified } from "./loose-match.ts";
import { linesOf } from "./text-file.ts";

/** Describes in a sentence the lines of a text that are most similar to a text that was not found, and shows them. */
export function nearestPlace(text: string, searched: string): string {
  const lines = linesOf(text);
  const wanted = linesOf(searched.trim());
  const sample = wanted.slice(0, maxCompared).map((line) => pairsOf(line));
  let best = { score: 0, line: 0 };
  const known = lines.slice(0, maxLines).map((line) => pairsOf(line));
  for (const line of known.keys()) {
    let score = 0;
    for (const [offset, pairs] of sample.entries()) score += similarity(pairs, known[line + offset] ?? none);
    if (score > best.score) best = { score, line };
  }
  if (best.score / Math.max(1, sample.length) < 0.3) return "No place is similar: read the file again.";
  const shown = lines.slice(best.line, best.line + Math.min(wanted.length, maxShown));
  const last = best.line + shown.length;
  const where = shown.length === 1 ? `line ${last}` : `lines ${best.line + 1} to ${last}`;
  return [
    `The most similar place is ${where}:`,
    ...shown.map((line, index) => `${best.line + index + 1} | ${shortened(line)}`),
  ].join("\n");
}

const maxCompared = 12;
const maxShown = 8;
const maxLines = 20_000;
const maxLineLength = 500;

/** Shortens a line to be shown: of a whole program in one line, only the beginning. */
function shortened(line: string): string {
  const more = line.length - maxLineLength;
  return more > 0 ? `${line.slice(0, maxLineLength)} [… ${more} characters cut …]` : line;
}

/** The pairs of adjacent characters of a line. */
function pairsOf(line: string): ReadonlySet<string> {
  const text = simplified(line.slice(0, 300)).trim();
  const pairs = new Set<string>();
  for (let at = 0; at < text.length - 1; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}

const none: ReadonlySet<string> = new Set();

/** Measures how similar two texts are by Dice's coefficient: 1 if they are equal, 0 if they share nothing. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 1;
  let common = 0;
  if (2 * Math.min(one.size, other.size) < 0.3 * (one.size + other.size)) return 0;
  for (const pair of one) if (other.has(pair)) common++;
  return (2 * common) / (one.size + other.size);
}
