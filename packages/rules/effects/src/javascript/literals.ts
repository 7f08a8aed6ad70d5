/** Reads the text and number literals of JavaScript. */

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
]);

/** The text that a string literal or a part of a template stands for, without its quotes. */
export function unescapeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(
    /\\(?:(x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,6}\})|([0-7]{1,3})|(\r?\n)|(.))/gi,
    (_, code?: string, octal?: string, newline?: string, other = "") => {
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      if (code === undefined) return newline === undefined ? (escapes.get(other) ?? other) : "";
      const point = Number.parseInt(code.replace(/^.\{?/, ""), 16);
      return point > 0x10ffff ? "" : String.fromCodePoint(point);
    },
  );
}

/** The value of a number literal: `1_000`, `0o17`, `017`, `10n`. */
export function numberOf(source: string): number {
  const digits = source.replaceAll("_", "").replace(/n$/, "");
  return /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
}
