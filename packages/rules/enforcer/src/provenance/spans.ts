/** Finds the parts of a value that occur in the sources. */
import { longestGram, type Sighting } from "./gram-table.ts";
import { identifiers } from "./identifiers.ts";
import { fewestCopied, leastCopied, leastInformation, leastInformationOfNumber } from "./information.ts";
import { spanInText, type TextSpan } from "./readings.ts";
import type { IdentifiedReading, WordIndex } from "./word-index.ts";

/** A part of a text to trace that was found in another text. */
export interface Span extends TextSpan {
  /** The index of its first word in its reading. */
  readonly from: number;
  /** The number of words. */
  readonly length: number;
  /** Where its first words were found. */
  readonly sighting: Sighting;
  /** Where each sequence of `gramLength` words in it was found. */
  readonly grams: readonly Sighting[];
  readonly gramLength: number;
}

/** Chooses among the sightings of a sequence of words, oldest first, the one that counts, if any. */
export type Choice = (sightings: readonly Sighting[]) => Sighting | undefined;

/** Returns the parts of a reading that occur in the sources and are long or rare enough to prove it. */
export function spansOf(reading: IdentifiedReading, index: WordIndex, choose: Choice): readonly Span[] {
  return reading.kind === "forms" ? formSpans(reading, choose) : wordSpans(reading, index, choose);
}

/** Finds the identifiers and copied parts of a reading. */
function formSpans(reading: IdentifiedReading, choose: Choice): readonly Span[] {
  const { starts, ends, information, source, sightings } = reading;
  const wholeStart = source.search(letterOrDigit);
  let wholeEnd = source.length;
  while (wholeEnd > 0 && !letterOrDigit.test(source[wholeEnd - 1] ?? "")) wholeEnd--;
  const spans: Span[] = [];
  for (const [at, found] of sightings.entries()) {
    if (found.length === 0) continue;
    const isWhole = (starts[at] ?? 0) <= wholeStart && (ends[at] ?? 0) >= wholeEnd;
    if ((information[at] ?? 0) < (isWhole ? leastInformation : leastInformationOfNumber)) continue;
    const sighting = choose(found);
    if (sighting === undefined) continue;
    spans.push({ ...spanInText(reading, at, at + 1), from: at, length: 1, sighting, grams: [sighting], gramLength: 1 });
  }
  return spans;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Finds the copied word sequences of a reading. */
function wordSpans(reading: IdentifiedReading, index: WordIndex, choose: Choice): readonly Span[] {
  const { information, size, sightings } = reading;
  const sums = new Float64Array(information.length + 1);
  for (let at = 0; at < information.length; at++) sums[at + 1] = (sums[at] ?? 0) + (information[at] ?? 0);
  const bitsOf = (from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);
  const count = information.length;
  const chosen = sightings.map((found) => (found.length === 0 ? undefined : choose(found)));
  const spans: Span[] = [];
  const found = new Set<string>();
  const push = (from: number, to: number, grams: readonly (Sighting | undefined)[], gramLength: number): void => {
    const [sighting] = grams;
    if (sighting === undefined || !areFound(grams)) return;
    found.add(`${from} ${to}`);
    spans.push({ ...spanInText(reading, from, to), from, length: to - from, sighting, grams, gramLength });
  };
  for (let from = 0; from + size <= count; from++) {
    if (chosen[from] === undefined) continue;
    let last = from;
    while (chosen[last + 1] !== undefined) last++;
    const to = last + size;
    const bits = bitsOf(from, to);
    const isWhole = bitsOf(0, count) - bits < leastInformation && bits >= leastInformation;
    if (isWhole || (to - from >= fewestCopied && bits >= leastCopied)) {
      push(from, to, chosen.slice(from, last + 1), size);
    }
    from = last;
  }
  for (const { from, to, information: bits } of identifiers(reading)) {
    const least = to - from === 1 ? leastInformationOfNumber : leastInformation;
    if (bitsOf(from, to) + bits < least || found.has(`${from} ${to}`)) continue;
    const length = Math.min(longestGram, to - from);
    const parts: (Sighting | undefined)[] = [];
    for (let at = from; at + length <= to; at++) {
      parts.push(length === size ? chosen[at] : choose(index.sightings(reading, at, length)));
    }
    push(from, to, parts, length);
  }
  return spans;
}

/** Whether all pieces of a text were found. */
function areFound(grams: readonly (Sighting | undefined)[]): grams is readonly Sighting[] {
  return grams.every((gram) => gram !== undefined);
}
