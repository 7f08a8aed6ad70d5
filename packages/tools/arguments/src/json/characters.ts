/** Classifies characters for the JSON reader by their UTF-16 codes. */

/** The UTF-16 codes of the characters that the JSON reader compares with. */
export const char = {
  tab: 0x09,
  newline: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  doubleQuote: 0x22,
  hash: 0x23,
  singleQuote: 0x27,
  roundOpen: 0x28,
  roundClose: 0x29,
  star: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  semicolon: 0x3b,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  squareOpen: 0x5b,
  backslash: 0x5c,
  squareClose: 0x5d,
  underscore: 0x5f,
  backtick: 0x60,
  curlyOpen: 0x7b,
  bar: 0x7c,
  curlyClose: 0x7d,
  byteOrderMark: 0xfeff,
  acute: 0xb4,
  wideBar: 0xff5c,
} as const;

/** Whether a character is white space in JSON: space, tab, line feed, carriage return. */
export function isJsonSpace(code: number): boolean {
  return code === char.space || code === char.newline || code === char.carriageReturn || code === char.tab;
}

/** Whether a character is white space outside JSON: a no-break or typographic space, a line separator, a byte order mark. */
export function isNonJsonSpace(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0x0b ||
    code === 0x0c ||
    code === 0x180e ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === char.byteOrderMark
  );
}

/** Whether a character is no control character. */
export function isTextCharacter(code: number): boolean {
  return code >= char.space && !(code >= 0x7f && code <= 0x9f);
}

/** Whether a character is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= char.zero && code <= char.nine;
}

/** Whether a character can be part of a name: a letter, a digit, `_`, `$`, or a non-ASCII character other than spaces, quotes and punctuation. */
export function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    isDigit(code) ||
    code === char.underscore ||
    code === 0x24 ||
    (code > 0xbf && !(code >= 0x2000 && code <= 0x303f) && code !== char.byteOrderMark && code < 0xff00)
  );
}

/** Whether a character can open a string: a double or single quote, a backtick, or a typographic quote. */
export function isQuote(code: number): boolean {
  return code === char.doubleQuote || code === char.singleQuote || code === char.backtick || isTypographicQuote(code);
}

/** Whether a character is a typographic quote, such as `“`, `’` or `«`. */
export function isTypographicQuote(code: number): boolean {
  return (code >= 0x2018 && code <= 0x201f) || code === 0xff02 || code === 0xff07 || code === 0xab || code === 0xbb;
}

/** Whether a string that a quote opened may end with another quote. */
export function hasOtherClosingQuote(open: number): boolean {
  return open > 0x80 || open === char.backtick;
}

/** Whether the quote `code` can close a string that the quote `open` opened. */
export function isClosingQuoteFor(open: number, code: number): boolean {
  if (code === open) return true;
  if (open === char.backtick) return code === char.acute;
  if (!isTypographicQuote(open)) return false;
  if (isSingleTypographicQuote(open)) return isSingleTypographicQuote(code);
  return code === char.doubleQuote || (isTypographicQuote(code) && !isSingleTypographicQuote(code));
}

function isSingleTypographicQuote(code: number): boolean {
  return (code >= 0x2018 && code <= 0x201b) || code === 0xff07;
}

/** Whether a character is `}`, `]` or `)`. */
export function isClosingBracket(code: number): boolean {
  return code === char.curlyClose || code === char.squareClose || code === char.roundClose;
}
