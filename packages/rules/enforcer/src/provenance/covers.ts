/** Decides whether the parts found in sources cover a value completely. */
import { lastIndexWhere } from "@helve/core/internal";
import { isCommon, leastInformation } from "./information.ts";
import type { TextSpan } from "./readings.ts";
import type { Span } from "./spans.ts";
import type { IdentifiedReading } from "./word-index.ts";

/** The characters around and between the words of a sequence in the text where it was found. */
export interface Surroundings {
  /** The characters before the first word. */
  readonly before: () => string;
  /** The characters after the word at an index, before the next one; `undefined` if the words stand in an encoded part. */
  readonly gap: (index: number) => string | undefined;
  /** The characters after the last word. */
  readonly after: () => string;
}

/**
 * Whether a reading consists of parts that were found, apart from a few common words that stand alone. The characters that join words
 * must be the same as in the source, so that no operator, path or further address arises between words that were found.
 *
 * @param spans - the parts that were found in the reading
 * @param parts - other parts of its source that count as found, as offsets in it
 */
export function isCovered(
  reading: IdentifiedReading,
  { spans, parts }: { readonly spans: readonly Span[]; readonly parts: readonly TextSpan[] },
  surroundingsOf: (span: Span, gram: number) => Surroundings,
): boolean {
  const coverage = new Coverage(reading);
  for (const part of parts) coverage.addPart(part);
  for (const span of spans) coverage.addSpan(span, surroundingsOf);
  return coverage.isComplete();
}

class Coverage {
  readonly #reading: IdentifiedReading;
  readonly #isFound: Uint8Array;
  /** For each gap, by the number of words before it, whether it stands in a source. */
  readonly #isJoined: Uint8Array;
  /** The characters before (or after) a word, where a sequence was found that begins (or ends) with this word. */
  readonly #before: Map<number, string> = new Map();
  readonly #after: Map<number, string> = new Map();

  constructor(reading: IdentifiedReading) {
    this.#reading = reading;
    this.#isFound = new Uint8Array(reading.words.length);
    this.#isJoined = new Uint8Array(reading.words.length + 1);
  }

  addPart({ start, end }: TextSpan): void {
    const { starts, ends } = this.#reading;
    const from = firstAt(starts, start);
    let to = from;
    while (to < ends.length && (ends[to] ?? 0) <= end) to++;
    this.#isFound.fill(1, from, to);
    if (to > from) this.#isJoined.fill(1, from + 1, to);
  }

  addSpan(span: Span, surroundingsOf: (span: Span, gram: number) => Surroundings): void {
    const { from, length, grams, gramLength } = span;
    this.#isFound.fill(1, from, from + length);
    const last = grams.length - 1;
    this.#before.set(from, surroundingsOf(span, 0).before());
    this.#after.set(from + last + gramLength, surroundingsOf(span, last).after());
    for (const gram of grams.keys()) {
      for (let index = 0; index < gramLength - 1; index++) {
        const at = from + gram + index + 1;
        if (this.#isJoined[at] === 1) continue;
        const gap = this.#gap(at);
        if (gap === " " || isSameGap(gap, surroundingsOf(span, gram).gap(index))) this.#isJoined[at] = 1;
      }
    }
  }

  isComplete(): boolean {
    const { words, information } = this.#reading;
    let uncovered = 0;
    for (const [at, word] of words.entries()) {
      if (this.#isFound[at] === 1) continue;
      uncovered += information[at] ?? 0;
      if (!isCommon(word) || uncovered >= leastInformation) return false;
    }
    if (!this.#isFound.includes(1)) return false;
    for (let at = 0; at <= words.length; at++) {
      if (this.#isJoined[at] !== 1 && !this.#separates(at)) return false;
    }
    return true;
  }

  /** Whether the characters before the word at an index separate it from the word before. */
  #separates(at: number): boolean {
    const gap = this.#gap(at);
    if (at === 0) return this.#isOpening(gap.trimStart(), at);
    if (at === this.#reading.words.length) return this.#isClosing(gap.trimEnd(), at);
    if (gap === "") return this.#isFound[at - 1] === 1 && this.#isFound[at] === 1 && this.#isIdeograph(at);
    const match = separator.exec(gap);
    if (match === null) return false;
    const [, closing = "", opening = ""] = match;
    return this.#isClosing(closing, at) && this.#isOpening(opening, at);
  }

  #isOpening(characters: string, at: number): boolean {
    if (plainOpening.test(characters)) return true;
    return this.#before.get(at)?.endsWith(characters) === true;
  }

  #isClosing(characters: string, at: number): boolean {
    if (plainClosing.test(characters)) return true;
    const compact = characters.replace(space, "");
    return this.#after.get(at)?.replace(space, "").startsWith(compact) === true;
  }

  #isIdeograph(at: number): boolean {
    return ideograph.test(this.#reading.words[at] ?? "") || ideograph.test(this.#reading.words[at - 1] ?? "");
  }

  #gap(at: number): string {
    const { source, starts, ends } = this.#reading;
    return source.slice(ends[at - 1] ?? 0, starts[at]);
  }
}

/** Returns the index of the first word at or after an offset. */
function firstAt(starts: readonly number[], offset: number): number {
  return lastIndexWhere(starts.length, (index) => (starts[index] ?? 0) < offset) + 1;
}

/** Whether the characters between two words are the same as in the source. */
function isSameGap(gap: string, inSource: string | undefined): boolean {
  if (lineEnd.test(gap) && inSource !== undefined && !lineEnd.test(inSource)) return false;
  if (plainGap.test(gap)) return true;
  const symbols = symbolsOf(gap);
  return inSource === undefined ? joints.test(symbols) : symbols === symbolsOf(inSource);
}

/** Removes insignificant characters between words. */
function symbolsOf(gap: string): string {
  return gap.replace(scheme, "").replace(insignificant, "");
}

const scheme = /https?:\/\/|\bwww\./gi;
const insignificant = /[\s"'“”‘’]+/g;
const space = /\s+/g;
const lineEnd = /[\n\r\u2028\u2029]/;
const joints = /^[@._\-/:]*$/;
const ideograph = /^[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
/** White space, perhaps with a comma or the like after the word before it. */
const plainGap = /^["'”’]*[,.:!?]?["'”’]*\s+["'“‘]*$/;
/** Matches the text between two words: the end of the first word, white space or commas, and the start of the second word. */
const separator = /^([^\s,]*)(?:[^\S\n\r\u2028\u2029]|,)+(?:[-–—][^\S\n\r\u2028\u2029]+)?([^\s,]*)$/;
const plainOpening = /^["'“‘]*(?:https?:\/\/)?(?:www\.)?$/i;
const plainClosing = /^\/?["'”’]*[.:!?]?["'”’]*$/;
