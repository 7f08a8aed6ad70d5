/** Reads the string, rune and number literals of Go. */
import { unescapeText } from "../engine/decode.ts";

/** The text of a string literal; `offset` is the position of its first character, `null` when the literal has escapes. */
export function stringText(source: string): { readonly text: string; readonly offset: number | null } {
  const inner = source.slice(1, source.length > 1 && source.endsWith(source.charAt(0)) ? -1 : undefined);
  if (source.startsWith("`")) return { text: inner.replaceAll("\r", ""), offset: inner.includes("\r") ? null : 1 };
  return inner.includes("\\") ? { text: unescapeText(inner), offset: null } : { text: inner, offset: 1 };
}

/** The code point of a rune literal. */
export function runeNumber(source: string): number {
  return unescapeText(source.slice(1, -1)).codePointAt(0) ?? 0;
}

/** The value of a number literal; `NaN` for an imaginary number. */
export function numberValue(source: string): number {
  const digits = source.replaceAll("_", "");
  return Number(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
}
