/** Scans a line of text: matching brackets, positions outside brackets and strings, the colon after a head. */

const openingBrackets = new Set("([{（［｛【");
const closingBrackets = new Set(")]}）］｝】");

/** Whether a character opens a bracket, full-width brackets included. */
export function isOpeningBracket(character: string | undefined): boolean {
  return character !== undefined && openingBrackets.has(character);
}

/** The index of the bracket that closes the one at `at`, or -1. Brackets in quoted strings are ignored. */
export function findClosingBracket(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const character = text.charAt(index);
    if (openingBrackets.has(character)) depth++;
    else if (closingBrackets.has(character)) depth--;
    else index = endOfString(text, index);
    if (depth === 0) return index;
  }
  return -1;
}

/** The indexes of all characters that are outside brackets and quoted strings, in order. */
export function* indexesOutsideBrackets(text: string): Generator<number> {
  let balanced = true;
  for (let index = 0; index < text.length; index++) {
    const close: number = balanced && isOpeningBracket(text[index]) ? findClosingBracket(text, index) : index;
    if (close === -1) balanced = false;
    const end = Math.max(endOfString(text, index), close);
    if (end === index) yield index;
    index = end;
  }
}

/**
 * The index of the quote that closes the one at `at`, or `at` itself if no string starts there: the apostrophe in `the
 * user's` starts none.
 */
function endOfString(text: string, at: number): number {
  const quote = text.charAt(at);
  if ((quote !== '"' && quote !== "'") || /[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) return at;
  const end = text.indexOf(quote, at + 1);
  return end === -1 ? at : end;
}

const rolePattern = /(?::[\w+.-]{1,40}){1,3}:`[^`\n]{1,200}`/y;
const colonPattern = /[:：](?![:：]|\/\/)/y;

/**
 * The index of the first colon that separates a head from its description, or -1. Colons in brackets, strings, roles,
 * `::` and `://` are ignored.
 */
export function findSeparatorColon(text: string): number {
  let next = 0;
  for (const index of indexesOutsideBrackets(text)) {
    if (index < next || (text[index] !== ":" && text[index] !== "：")) continue;
    next = endOfRole(text, index);
    if (next > index) continue;
    if (matchEnd(colonPattern, text, index) > index) return index;
    next = index + 2;
  }
  return -1;
}

/** The index after a reST role such as ``:class:`str` `` that starts at `at`, or `at` itself if there is no role. */
export function endOfRole(text: string, at: number): number {
  return matchEnd(rolePattern, text, at);
}

/** The index after a sticky pattern's match at `at`, or `at` itself if it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
