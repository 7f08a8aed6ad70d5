/** Decodes parts of a text that may hide a value: base64, URL encoding, escapes. */

/** A part of a text, decoded. */
export interface Decoding {
  readonly decoded: string;
  /** Where the encoded part is in the text. */
  readonly start: number;
  readonly end: number;
}

/** The parts of a text that are percent-encoded, base64, character references of HTML, or JSON strings with escape sequences. */
export function* decodings(text: string): Generator<Decoding> {
  let end = 0;
  for (const { index } of text.matchAll(/[%&]|\\[ux]/g)) {
    if (index < end) continue;
    let start = index;
    while (start > end && !/[\s"'<>]/.test(text[start - 1] ?? "")) start--;
    chunkHere.lastIndex = start;
    const [chunk = ""] = chunkHere.exec(text) ?? [];
    end = start + chunk.length;
    const decoded = decodeReferences(decodePercent(decodeEscapes(chunk)));
    if (decoded !== chunk) yield { decoded, start, end };
  }
  if (text.includes("\\")) yield* jsonStrings(text);
  for (const { 0: encoded, index: start } of text.matchAll(base64Pattern)) {
    const decoded = decodeBase64(encoded);
    if (decoded !== undefined) yield { decoded, start, end: start + encoded.length };
    else yield* pathSegments(encoded, start);
  }
}

const chunkHere = /[^\s"'<>]+/y;

/** Also over several lines, as in mails. A run is tried at its start alone. */
const base64Pattern = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,}(?:\r?\n[A-Za-z0-9+/_-]{12,})*={0,2}/g;

/** Decodes base64 segments in a URL's path. */
function* pathSegments(path: string, start: number): Generator<Decoding> {
  if (!path.includes("/")) return;
  for (const { 0: segment, index } of path.matchAll(/[^/]{12,}/g)) {
    const decoded = decodeBase64(segment);
    if (decoded !== undefined) yield { decoded, start: start + index, end: start + index + segment.length };
  }
}

function decodeBase64(encoded: string): string | undefined {
  const digits = encoded
    .replace(/[\r\n=]+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (digits.length % 4 === 1) return undefined;
  try {
    const binary = atob(digits);
    if (!mayBeUtf8.test(binary)) return undefined;
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    const decoded = utf8.decode(bytes);
    const controls = decoded.match(control)?.length ?? 0;
    return controls * 5 > decoded.length ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** The quick test before decoding: most identifiers of programs are base64 of something that is no text. */
const mayBeUtf8 = /^(?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})*$/;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const lenientUtf8 = new TextDecoder();
const control = /[^\P{Cc}\t\r\n]/gu;

/** Decodes `\u0040` and `\x40`, also outside of a string. */
function decodeEscapes(chunk: string): string {
  return chunk.replace(
    /\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2}))/g,
    (_escape, unit: string | undefined, byte: string) => String.fromCharCode(Number.parseInt(unit ?? byte, 16)),
  );
}

/** Decodes each run of `%XX`. Bytes that are not UTF-8 become U+FFFD. */
function decodePercent(chunk: string): string {
  if (!/%[0-9A-Fa-f]{2}/.test(chunk)) return chunk;
  return chunk.replaceAll("+", " ").replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    const bytes = encoded.slice(1).split("%");
    return lenientUtf8.decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });
}

/** Decodes references such as `&amp;` and `&#65;`. */
function decodeReferences(chunk: string): string {
  if (!chunk.includes("&")) return chunk;
  return chunk.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]{2,6})(?=;));?/g,
    (reference, decimal, hex, name) => {
      if (name !== undefined) return namedReferences.get(name) ?? reference;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    },
  );
}

const namedReferences: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["commat", "@"],
  ["period", "."],
  ["colon", ":"],
  ["sol", "/"],
  ["lowbar", "_"],
  ["plus", "+"],
  ["num", "#"],
]);

/** Decodes JSON strings with escapes in a text. */
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

/** Returns the offset after a string's closing quote, or the end of the line. */
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
