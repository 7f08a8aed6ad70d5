/** Base64 as a text; `undefined` when it is none. */
export function decodeBase64(text: string): string | undefined {
  try {
    return utf8(Uint8Array.from(atob(text.replaceAll(/\s/g, "")), (character) => character.charCodeAt(0)));
  } catch {
    return;
  }
}

/** Pairs of hexadecimal digits as a text, as `xxd -r -p` reads them; `undefined` when they are none. */
export function decodeHex(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, "");
  if (!/^([\da-f]{2})+$/i.test(digits)) return;
  try {
    return utf8(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
  } catch {
    return;
  }
}

/** A text with the escapes of `echo -e` and `printf`. */
export function unescapeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(
    /\\(?:x([\da-f]{1,2})|0?([0-7]{1,3})|u([\da-f]{1,4})|([abefnrtv\\'"]))/gi,
    (
      whole,
      hex: string | undefined,
      octal: string | undefined,
      unicode: string | undefined,
      plain: string | undefined,
    ) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
      return (plain !== undefined && escapes.get(plain)) || whole;
    },
  );
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);

const strict = new TextDecoder("utf-8", { fatal: true });

function utf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}
