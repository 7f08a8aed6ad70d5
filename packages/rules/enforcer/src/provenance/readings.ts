/** The ways to read a text when its origin is traced: as it is, and without markup or encoding. */
import { decodings } from "./decodings.ts";
import { momentsIn } from "./moments.ts";
import { readWords, type WordList } from "./words.ts";

/** One way to read a text. */
export interface Reading extends WordList {
  /**
   * - `words`: the words of the text, or of a part of it after decoding, in their order
   * - `forms`: numbers, moments and account or phone numbers in a canonical form; each is compared alone
   */
  readonly kind: "words" | "forms";
  /** The text, or a part of it after decoding. The offsets of the words are offsets in it. */
  readonly source: string;
  /** For a decoded part: where it is in the text. */
  readonly part?: TextSpan | undefined;
  /** How often it was decoded. */
  readonly depth: number;
}

/** A part of a text, as offsets in UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Lists the readings of a text: as it is, and decoded, with numbers in canonical form.
 *
 * @param starts - how the account and phone numbers begin that matter, as `startOfForm` returns it; by default all matter
 */
export function readings(text: string, starts?: ReadonlySet<string>): readonly Reading[] {
  const found: Reading[] = [];
  read({ source: text, part: undefined, depth: 0 }, starts, found);
  return found;
}

/** Returns how a form begins that has at least `shortestJoined` characters. */
export function startOfForm(form: string): string {
  return form.slice(0, shortestJoined);
}

/** The least number of characters of digit groups that are joined to an account or phone number. */
export const shortestJoined = 7;

/** Returns the position of words in the original text. */
export function spanInText({ part, starts, ends }: Reading, from: number, to: number): TextSpan {
  return part ?? { start: starts[from] ?? 0, end: ends[to - 1] ?? 0 };
}

/** Encodings within encodings are decoded up to here. */
const deepest = 3;

/** Reads a text, and recursively the parts that can be decoded. */
function read(
  { source, part, depth }: Pick<Reading, "source" | "part" | "depth">,
  wanted: ReadonlySet<string> | undefined,
  found: Reading[],
): void {
  const words = readWords(source);
  if (words.words.length > 0) found.push({ kind: "words", source, part, depth, ...words });
  const forms = canonicalForms(source, words, wanted);
  if (forms.words.length > 0) found.push({ kind: "forms", source, part, depth, ...forms });
  if (depth === deepest) return;
  for (const { decoded, start, end } of decodings(source))
    read({ source: decoded, part: part ?? { start, end }, depth: depth + 1 }, wanted, found);
}

/** Writes numbers, dates and grouped digits in one form: `DE89 3704 0044` is `de8937040044`. */
function canonicalForms(source: string, list: WordList, wanted: ReadonlySet<string> | undefined): WordList {
  const forms = { words: [] as string[], starts: [] as number[], ends: [] as number[] };
  const push = (word: string, start: number, end: number): void => {
    forms.words.push(word);
    forms.starts.push(start);
    forms.ends.push(end);
  };
  if (!/\p{N}/u.test(source)) return forms;
  for (const { 0: digits, index } of source.matchAll(numberPattern)) {
    push(numberForm(Number(digits.replaceAll(",", ""))), index, index + digits.length);
  }
  for (const { form, start, end } of momentsIn(source)) push(form, start, end);
  const { words, starts, ends } = list;
  const isGroup = words.map((word) => endsWithDigit(word) && groupPattern.test(word));
  for (const [first, word] of words.entries()) {
    if (!isGroup[first]) continue;
    const isIban = ibanStart.test(word);
    let joined = word;
    for (let last = first + 1; last < words.length && last < first + mostGroups; last++) {
      const next = words[last] ?? "";
      const [from, to] = [ends[last - 1] ?? 0, starts[last] ?? 0];
      if (to - from > 3 || next.length < 2 || !(isGroup[last] || (isIban && ibanGroup.test(next)))) break;
      if (!groupSeparator.test(source.slice(from, to))) break;
      const isLong = last > first + 1 && joined.length >= shortestJoined;
      joined += next;
      if (joined.length < shortestJoined) continue;
      if (!isLong && wanted?.has(startOfForm(joined)) === false) break;
      push(joined, starts[first] ?? 0, ends[last] ?? 0);
    }
  }
  return forms;
}

/** The quick test before `groupPattern`. */
function endsWithDigit(word: string): boolean {
  const code = word.charCodeAt(word.length - 1);
  return code >= 48 && code <= 57;
}

/** The form in which a number is compared: `1,810.00` and 1810 are `#1810`. */
function numberForm(value: number): string {
  return `#${Math.abs(value)}`;
}

const numberPattern = /(?<![\p{L}\p{N}])(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,15})?(?![\p{L}\p{N}])/gu;
const groupPattern = /^[a-z]{0,4}\d+$/;
const ibanStart = /^[a-z]{2}\d\d$/;
const ibanGroup = /^[a-z0-9]{1,4}$/;
const groupSeparator = /^[ ().\-/\u00a0]{1,3}$/;
/** An IBAN has up to nine groups. */
const mostGroups = 9;
