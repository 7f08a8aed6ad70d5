import { char, endsWith, isDigit, isQuote, isWord } from "./chars.ts";
import { isCloser } from "./closers.ts";
import { depthOf, type Reader } from "./reader.ts";
import { afterSpace, commentEnd } from "./skip.ts";
import { specialTokenEnd } from "./special-token.ts";

/** What a string is: the key of a member, a member's value, or an item of a list. */
export type Role = "key" | "member" | "item";

/** Whether a quote ends its string; `maybe` ends it when nothing later does. */
export type Verdict = "yes" | "maybe" | "no";

/**
 * Whether the quote at an offset ends the string it stands in, or is a quote that should have had a backslash, by what
 * comes after it. Looks no further than two quotes ahead, so that all verdicts on a text together take linear time.
 *
 * @param inner - whether quotes without a backslash were seen in the string before
 */
export function endsString(reader: Reader, quote: number, role: Role, inner: boolean): Verdict {
  if (reader.exact || role === "key") return "yes";
  const { text } = reader;
  const at = afterSpace(text, quote + 1);
  if (at >= text.length) return "yes";
  const code = text.charCodeAt(at);
  switch (code) {
    case char.comma:
      return afterComma(reader, at + 1, role);
    case char.roundClose:
      return reader.rounds > 0 ? afterClosers(reader, at, inner) : "no";
    case char.curlyClose:
    case char.squareClose:
      return afterClosers(reader, at, inner);
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
  const apart = at > quote + 1;
  if (isQuote(code)) return beforeQuote(text, at, role, apart);
  const newLine = apart && text.slice(quote + 1, at).includes("\n");
  return newLine && isWord(code) && role === "member" && beginsMember(text, at) ? "yes" : "no";
}

/** `"…", ` must be followed by the next member or the next item. */
function afterComma(reader: Reader, comma: number, role: Role): Verdict {
  const { text } = reader;
  const at = afterSpace(text, comma);
  if (at >= text.length) return "yes";
  const code = text.charCodeAt(at);
  if (code === char.curlyClose || code === char.squareClose || code === char.comma) return "yes";
  if (commentEnd(text, at, code) > 0) return "yes";
  if (code === char.roundClose && reader.rounds > 0) return "yes";
  if (role === "member") return beginsMember(text, at) ? "yes" : "maybe";
  if (isQuote(code)) return endsItem(text, stringEnd(text, at)) ? "yes" : "maybe";
  if (code === char.curlyOpen || code === char.squareOpen || code === char.minus || isDigit(code)) return "yes";
  return /^(?:true|false|null|True|False|None)\b/.test(text.slice(at, at + 8)) ? "yes" : "maybe";
}

/** `"…"}` must be followed by more closing brackets, a comma, or the end. */
function afterClosers(reader: Reader, first: number, inner: boolean): Verdict {
  const { text } = reader;
  let at = first;
  let closers = 0;
  for (; isCloser(text.charCodeAt(at)); at = afterSpace(text, at + 1)) closers += 1;
  if (at >= text.length) return "yes";
  const code = text.charCodeAt(at);
  const whole = closers >= depthOf(reader);
  if (isQuote(code)) return text.startsWith("```", at) || (whole && !goesOn(text, at + 1)) ? "yes" : "no";
  if (!whole) return code === char.comma ? "yes" : "maybe";
  return inner ? "maybe" : "yes";
}

/** `"…" "` is two strings with a comma missing between them, or a quote within a string. */
function beforeQuote(text: string, at: number, role: Role, apart: boolean): Verdict {
  const end = stringEnd(text, at);
  if (role === "item") return apart && endsItem(text, end) ? "yes" : "maybe";
  if (followsColon(text, end)) return "yes";
  return apart && endsItem(text, end) ? "yes" : "no";
}

/** Whether a key and a colon begin at an offset, as far as the text goes. */
export function beginsMember(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isQuote(code)) {
    const end = stringEnd(text, at);
    return afterSpace(text, end) >= text.length || followsColon(text, end);
  }
  if (!isWord(code)) return false;
  let end = at;
  while (isWord(text.charCodeAt(end)) || text.charCodeAt(end) === char.minus) end += 1;
  return afterSpace(text, end) >= text.length || followsColon(text, end);
}

function followsColon(text: string, end: number): boolean {
  const code = text.charCodeAt(afterSpace(text, end));
  return code === char.colon || code === char.equals;
}

/** Whether a sign comes next that goes on with an object or a list. */
function goesOn(text: string, from: number): boolean {
  const at = afterSpace(text, from);
  return at < text.length && endsItem(text, at);
}

function endsItem(text: string, end: number): boolean {
  const at = afterSpace(text, end);
  return at >= text.length || text.charCodeAt(at) === char.comma || isCloser(text.charCodeAt(at));
}

/** Where the string that begins at an offset ends, by its first quote without a backslash. */
function stringEnd(text: string, start: number): number {
  const open = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === char.backslash) at += 1;
    else if (code === open || (open > 0x80 && endsWith(open, code))) return at + 1;
  }
  return text.length;
}
