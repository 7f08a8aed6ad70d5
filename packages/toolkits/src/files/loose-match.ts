/** A part of a text: from `start`, up to and without `end`. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a text apart from the amount and kind of white space within a line, white space around line ends, the kind of line ends, and
 * typographic quotes. White space around the whole text is ignored.
 *
 * @returns the places without white space around them, in order, not overlapping
 */
export function looseMatches(text: string, searched: string): readonly TextPart[] {
  const wanted = simplify(searched.trim()).text;
  if (wanted === "") return [];
  const { text: simple, starts, ends } = simplify(text);
  const found: TextPart[] = [];
  for (let at = simple.indexOf(wanted); at !== -1; at = simple.indexOf(wanted, at + wanted.length)) {
    found.push({ start: starts[at] ?? 0, end: ends[at + wanted.length - 1] ?? text.length });
  }
  return found;
}

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
