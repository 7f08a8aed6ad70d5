/** Finds a text in a file although white space differs, for edits by models. */

/** A part of a text: from `start`, up to and without `end`. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a text apart from the amount and kind of white space within a line, white space around line ends, the kind of line ends, and
 * typographic quotes. A place begins and ends in no word, and has white space and line ends around it where the searched text has them.
 *
 * @returns the places without white space around them, in order, not overlapping
 */
export function looseMatches(text: string, searched: string): readonly TextPart[] {
  const wanted = simplify(searched.trim()).text;
  if (wanted === "") return [];
  const { text: simple, starts, ends } = simplify(text);
  const found: TextPart[] = [];
  for (let at = simple.indexOf(wanted); at !== -1; at = simple.indexOf(wanted, at + wanted.length)) {
    const part = { start: starts[at] ?? 0, end: ends[at + wanted.length - 1] ?? text.length };
    if (hasSameBorders(text, part, searched)) found.push(part);
  }
  return found;
}

/** Whether a part begins and ends where the searched text does: at the border of a word, at white space, at a line end. */
function hasSameBorders(text: string, { start, end }: TextPart, searched: string): boolean {
  if (wordEnd.test(text.slice(Math.max(0, start - 2), start)) && wordStart.test(text.slice(start, start + 2)))
    return false;
  if (wordEnd.test(text.slice(Math.max(0, end - 2), end)) && wordStart.test(text.slice(end, end + 2))) return false;
  const before = searched.slice(0, searched.length - searched.trimStart().length);
  const after = searched.slice(searched.trimEnd().length);
  return hasSpace(before, spaceBefore(text, start), start) && hasSpace(after, spaceAfter(text, end), text.length - end);
}

/**
 * Whether the white space around a found place fits the searched text.
 *
 * @param wanted - the white space at a border of the searched text
 * @param found - the space at the place
 * @param rest - how many characters the text has from the place to its own border
 */
function hasSpace(wanted: string, found: string, rest: number): boolean {
  if (wanted === "" || found.length === rest) return true;
  return wanted.includes("\n") ? found.includes("\n") : found !== "";
}

function spaceBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && /\s/.test(text.charAt(start - 1))) start--;
  return text.slice(start, at);
}

function spaceAfter(text: string, at: number): string {
  let end = at;
  while (end < text.length && /\s/.test(text.charAt(end))) end++;
  return text.slice(at, end);
}

const wordEnd = /[\p{L}\p{M}\p{N}_]$/u;
const wordStart = /^[\p{L}\p{M}\p{N}_]/u;

/** A text in the form in which texts are compared. */
export function simplified(text: string): string {
  return simplify(text).text;
}

interface SimpleText {
  readonly text: string;
  /** Where each character comes from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Simplifies a text, and keeps the offsets of the original. */
function simplify(text: string): SimpleText {
  let simple = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(/[^\S\r\n]*\r?\n[^\S\r\n]*|\s+|[^\s]/gu)) {
    const [part] = match;
    const character = part.includes("\n") ? "\n" : /^\s/u.test(part) ? " " : (quotes.get(part) ?? part);
    for (let unit = 0; unit < character.length; unit++) {
      starts.push(match.index);
      ends.push(match.index + part.length);
    }
    simple += character;
  }
  return { text: simple, starts, ends };
}

const quotes: ReadonlyMap<string, string> = new Map([
  ...[..."\u2018\u2019\u201A\u201B\u2032"].map((quote) => [quote, "'"] as const),
  ...[..."\u201C\u201D\u201E\u201F\u2033"].map((quote) => [quote, '"'] as const),
]);
