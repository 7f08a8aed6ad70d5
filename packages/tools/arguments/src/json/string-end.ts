// Decides whether a quote ends its string, or is part of the string and lacks a backslash.

import { char, isClosingQuoteFor, isDigit, isNameCharacter, isQuote } from "./characters.ts";
import { isClosingBracket, openBrackets, type Reader } from "./reader.ts";
import { afterSpace, commentEnd } from "./skip-space.ts";
import { specialTokenEnd } from "./special-token.ts";

/** The position of a string: the key of a member, the value of a member, or an item of a list. */
export type StringRole = "key" | "member" | "item";

/** Whether a quote ends its string. With `maybe`, it does unless a later quote surely ends it. */
export type QuoteVerdict = "yes" | "maybe" | "no";

/**
 * Decides by the following text whether a quote ends its string or is part of it and lacks a backslash. Looks at most two
 * quotes ahead, so all verdicts on a text together take linear time.
 *
 * @param hasInnerQuote - whether the string has an earlier quote without a backslash
 */
export function isClosingQuote(reader: Reader, quote: number, role: StringRole, hasInnerQuote: boolean): QuoteVerdict {
  if (reader.isStrict || role === "key") return "yes";
  const { text } = reader;
  const at = afterSpace(text, quote + 1);
  if (at >= text.length) return "yes";
  const code = text.charCodeAt(at);
  switch (code) {
    case char.comma:
      return verdictBeforeComma(reader, at + 1, role);
    case char.roundClose:
      return reader.parentheses > 0 ? verdictBeforeClosers(reader, at, hasInnerQuote) : "no";
    case char.curlyClose:
    case char.squareClose:
      return verdictBeforeClosers(reader, at, hasInnerQuote);
    case char.plus:
      return isQuote(text.charCodeAt(afterSpace(text, at + 1))) ? "yes" : "no";
    case char.backtick:
      if (text.startsWith("```", at)) return "yes";
      break;
    case char.slash:
    case char.hash:
    case char.less:
      return commentEnd(text, at) > 0 || specialTokenEnd(text, at) > 0 ? "yes" : "no";
  }
  const hasSpace = at > quote + 1;
  if (isQuote(code)) return verdictBeforeQuote(text, at, role, hasSpace);
  const hasLineBreak = hasSpace && text.slice(quote + 1, at).includes("\n");
  return hasLineBreak && isNameCharacter(code) && role === "member" && beginsMember(text, at) ? "yes" : "no";
}

/** The verdict on a quote before a comma: after `"…",` the next member or item must follow. */
function verdictBeforeComma(reader: Reader, comma: number, role: StringRole): QuoteVerdict {
  const { text } = reader;
  const at = afterSpace(text, comma);
  if (at >= text.length) return "yes";
  const code = text.charCodeAt(at);
  if (code === char.curlyClose || code === char.squareClose || code === char.comma) return "yes";
  if (commentEnd(text, at, code) > 0) return "yes";
  if (code === char.roundClose && reader.parentheses > 0) return "yes";
  if (role === "member") return beginsMember(text, at) ? "yes" : "maybe";
  if (isQuote(code)) return isAtItemEnd(text, simpleStringEnd(text, at)) ? "yes" : "maybe";
  if (code === char.curlyOpen || code === char.squareOpen || code === char.minus || isDigit(code)) return "yes";
  return /^(?:true|false|null|True|False|None)\b/.test(text.slice(at, at + 8)) ? "yes" : "maybe";
}

/** The verdict on a quote before a closing bracket: after `"…"}` more closing brackets, a comma or the end must follow. */
function verdictBeforeClosers(reader: Reader, first: number, hasInnerQuote: boolean): QuoteVerdict {
  const { text } = reader;
  let at = first;
  let closers = 0;
  for (; isClosingBracket(text.charCodeAt(at)); at = afterSpace(text, at + 1)) closers += 1;
  if (at >= text.length) return "yes";
  const code = text.charCodeAt(at);
  const closesEverything = closers >= openBrackets(reader);
  if (isQuote(code))
    return text.startsWith("```", at) || (closesEverything && !continuesAfter(text, at + 1)) ? "yes" : "no";
  if (!closesEverything) return code === char.comma ? "yes" : "maybe";
  return hasInnerQuote ? "maybe" : "yes";
}

/** The verdict on a quote before another quote: `"…" "` is two strings without a comma, or a quote within a string. */
function verdictBeforeQuote(text: string, at: number, role: StringRole, hasSpace: boolean): QuoteVerdict {
  const end = simpleStringEnd(text, at);
  if (role === "item") return hasSpace && isAtItemEnd(text, end) ? "yes" : "maybe";
  if (isBeforeColon(text, end)) return "yes";
  return hasSpace && isAtItemEnd(text, end) ? "yes" : "no";
}

/** Whether a key and a colon start at an offset; the end of the text may cut them off. */
export function beginsMember(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isQuote(code)) {
    const end = simpleStringEnd(text, at);
    return afterSpace(text, end) >= text.length || isBeforeColon(text, end);
  }
  if (!isNameCharacter(code)) return false;
  let end = at;
  while (isNameCharacter(text.charCodeAt(end)) || text.charCodeAt(end) === char.minus) end += 1;
  return afterSpace(text, end) >= text.length || isBeforeColon(text, end);
}

/** Whether a colon or `=` follows. */
function isBeforeColon(text: string, end: number): boolean {
  const code = text.charCodeAt(afterSpace(text, end));
  return code === char.colon || code === char.equals;
}

/** Whether the object or list continues after an offset: a comma or a closing bracket follows. */
function continuesAfter(text: string, from: number): boolean {
  const at = afterSpace(text, from);
  return at < text.length && isAtItemEnd(text, at);
}

/** Whether a comma, a closing bracket or the end of the text follows. */
function isAtItemEnd(text: string, end: number): boolean {
  const at = afterSpace(text, end);
  return at >= text.length || text.charCodeAt(at) === char.comma || isClosingBracket(text.charCodeAt(at));
}

/** The end of the string that starts at an offset: after its first quote without a backslash. */
function simpleStringEnd(text: string, start: number): number {
  const open = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === char.backslash) at += 1;
    else if (code === open || (open > 0x80 && isClosingQuoteFor(open, code))) return at + 1;
  }
  return text.length;
}
