/** What a backslash and what follows it stand for. */
export interface Escape {
  readonly value: string;
  /** The first offset after it. */
  readonly end: number;
  /** Whether JSON knows it. */
  readonly right: boolean;
}

const letters: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** What JSON does not know, as Python and JavaScript read it. */
const otherLetters: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ["`", "`"],
  ["v", "\v"],
  ["0", "\0"],
  ["\n", ""],
]);

/**
 * Reads the escape whose backslash is at an offset. One that no language knows is kept with its backslash, as Python
 * does; one that the end of the text cut off is nothing.
 */
export function readEscape(text: string, at: number): Escape {
  const letter = text.charAt(at + 1);
  const known = letters.get(letter);
  if (known !== undefined) return { value: known, end: at + 2, right: true };
  if (letter === "") return { value: "", end: at + 1, right: true };
  if (letter === "u") return readUnicode(text, at);
  if (letter === "x") return readHex(text, at, 2);
  if (letter === "U") return readHex(text, at, 8);
  const other = otherLetters.get(letter);
  return { value: other ?? `\\${letter}`, end: at + 2, right: false };
}

function readUnicode(text: string, at: number): Escape {
  if (text.charAt(at + 2) !== "{") return readHex(text, at, 4);
  const close = text.slice(at + 3, at + 10).indexOf("}");
  const hex = text.slice(at + 3, at + 3 + close);
  const value = close > 0 ? character(hex) : undefined;
  return value === undefined
    ? { value: "\\u", end: at + 2, right: false }
    : { value, end: at + 4 + close, right: false };
}

function readHex(text: string, at: number, digits: number): Escape {
  const end = at + 2 + digits;
  const hex = text.slice(at + 2, end);
  const value = hex.length === digits ? character(hex) : undefined;
  if (value !== undefined) return { value, end, right: digits === 4 };
  if (end > text.length && isHex(hex)) return { value: "", end: text.length, right: true };
  return { value: text.slice(at, at + 2), end: at + 2, right: false };
}

function character(hex: string): string | undefined {
  if (hex === "" || !isHex(hex)) return undefined;
  const point = Number.parseInt(hex, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

function isHex(text: string): boolean {
  return /^[0-9a-fA-F]*$/.test(text);
}
