/** A part of a text, decoded. */
export interface Decoding {
  readonly decoded: string;
  /** Where the encoded part is in the text. */
  readonly start: number;
  readonly end: number;
}

/** The parts of a text that are percent-encoded, base64, character references of HTML, or JSON strings with escape sequences. */
export function* decodings(text: string): Generator<Decoding> {
  if (text.includes("%") || text.includes("&")) {
    for (const { 0: chunk, index: start } of text.matchAll(/[^\s"'<>]+/g)) {
      const decoded = decodeReferences(decodePercent(chunk));
      if (decoded !== chunk) yield { decoded, start, end: start + chunk.length };
    }
  }
  if (text.includes("\\")) yield* jsonStrings(text);
  for (const { 0: encoded, index: start } of text.matchAll(base64Pattern)) {
    const decoded = decodeBase64(encoded);
    if (decoded !== undefined) yield { decoded, start, end: start + encoded.length };
  }
}

/** Also over several lines, as in mails. */
const base64Pattern = /[A-Za-z0-9+/_-]{12,}(?:\r?\n[A-Za-z0-9+/_-]{12,})*={0,2}/g;

function decodeBase64(encoded: string): string | undefined {
  const digits = encoded
    .replace(/[\r\n=]+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (digits.length % 4 === 1) return undefined;
  try {
    const bytes = Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
    const decoded = utf8.decode(bytes);
    return control.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const control = /[^\P{Cc}\t\r\n]/u;

/** Decodes each run of `%XX`; one that is not UTF-8 stays as it is. */
function decodePercent(chunk: string): string {
  if (!/%[0-9A-Fa-f]{2}/.test(chunk)) return chunk;
  return chunk.replaceAll("+", " ").replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

function decodeReferences(chunk: string): string {
  if (!chunk.includes("&")) return chunk;
  return chunk.replace(/&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]{2,5}));/g, (reference, decimal, hex, name) => {
    if (name !== undefined) return namedReferences.get(name) ?? reference;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}

const namedReferences: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** JSON strings with a backslash in them, each on one line. */
function* jsonStrings(text: string): Generator<Decoding> {
  let start = text.indexOf('"');
  while (start !== -1) {
    const end = endOfString(text, start);
    if (text[end - 1] === '"' && end > start + 1) {
      const decoded = decodeJson(text.slice(start, end));
      if (decoded !== undefined) yield { decoded, start, end };
    }
    start = text.indexOf('"', end);
  }
}

/** After the closing quote of the string that begins at `start`, or at the end of the line if it isn't closed. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '"') return at + 1;
    if (character === "\n") return at;
    if (character === "\\") at++;
  }
  return text.length;
}

function decodeJson(literal: string): string | undefined {
  if (!literal.includes("\\")) return undefined;
  try {
    return String(JSON.parse(literal));
  } catch {
    return undefined;
  }
}
