/** Reads string, bytes and number literals. */
import { unescapeText } from "../../engine/decode.ts";

/** The decoded text of a Python literal. */
export interface LiteralText {
  readonly text: string;
  /** How many characters of the source precede the text; `null` when the literal has escapes. */
  readonly offset: number | null;
}

/** The text of a string or bytes literal with its prefix and quotes. */
export function stringLiteralText(source: string): LiteralText {
  const { raw, offset, close } = literalParts(source);
  const inner = source.slice(offset, Math.max(offset, source.length - close));
  if (raw || !inner.includes("\\")) return { text: inner, offset };
  return { text: unescapeText(inner), offset: null };
}

/** Where the text of a literal starts, how long its closing quotes are, and whether it is raw. */
export function literalParts(source: string): { raw: boolean; offset: number; close: number } {
  let prefix = 0;
  while (prefix < 3 && /[a-zA-Z]/.test(source.charAt(prefix))) prefix++;
  const quote = source.charAt(prefix);
  const long = source.startsWith(quote.repeat(3), prefix) && source.length >= prefix + 6;
  const width = long ? 3 : 1;
  const closed = source.endsWith(quote.repeat(width)) && source.length >= prefix + 2 * width;
  return { raw: /r/i.test(source.slice(0, prefix)), offset: prefix + width, close: closed ? width : 0 };
}

/** The value of a number literal; `NaN` for an imaginary number. */
export function numberLiteralValue(source: string): number {
  return Number(source.replaceAll("_", "").replace(/^0+(?=\d)/, ""));
}
