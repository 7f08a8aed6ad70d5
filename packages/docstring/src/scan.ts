const openingBrackets = new Set("([{（［｛【");
const closingBrackets = new Set(")]}）］｝】");

/** Whether a character opens a bracket, full-width brackets included. */
export function isOpeningBracket(character: string | undefined): boolean {
  return character !== undefined && openingBrackets.has(character);
}

/** Where the bracket that opens at `at` is closed; -1 when it is not. Brackets in quoted strings do not count. */
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

/** The places of a text that are outside brackets and strings, first to last. */
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

/** The end of the string that begins at `at`, or `at` itself when none does: `the user's` has no string. */
function endOfString(text: string, at: number): number {
  const quote = text.charAt(at);
  if ((quote !== '"' && quote !== "'") || /[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) return at;
  const end = text.indexOf(quote, at + 1);
  return end === -1 ? at : end;
}

const rolePattern = /(?::[\w+.-]{1,40}){1,3}:`[^`\n]{1,200}`/y;
const colonPattern = /[:：](?![:：]|\/\/)/y;

/** Where the first colon of a line stands that parts one thing from another: outside brackets, strings, roles; or -1. */
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

/** Where a role such as ``:class:`str` `` ends that begins at `at`, or `at` itself when none does. */
export function endOfRole(text: string, at: number): number {
  return matchEnd(rolePattern, text, at);
}

/** The end of a sticky pattern's match at `at`, or `at` itself when it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
