/** Replaces the escapes of `echo -e` and `printf` in a text: `\n`, `\x41`, `\101`. */
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
