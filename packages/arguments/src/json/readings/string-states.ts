// The states within strings: where a string ends when its quotes are missing, or are not escaped within it.

import { char, isJsonSpace, isNameCharacter, isQuote, isTypographicQuote } from "../characters.ts";
import { contentBetween, memberNameAt, nextQuote, skipBetween } from "./scan.ts";
import { type ExpectedString, type ExpectedUnquoted, type Frame, hasMember, repaired, type State, withValue } from "./state.ts";

/** The states at the next quote of a string: the quote ends it, or belongs to it; or the string ended before the quote. */
export function afterString(state: State, string: ExpectedString, text: string): readonly State[] {
  const { start, content, open, from, hasInnerQuote } = string;
  const quote = nextQuote(text, from, open);
  const states: State[] = [];
  if (quote < 0) {
    if (content > start) states.push(cutOffString(state, string, text));
  } else {
    states.push(endedString(state, string, quote, quote + 1, text));
    const inner = innerQuoteState(state, string, quote, text);
    if (inner !== undefined) states.push(inner);
  }
  if (!hasInnerQuote && content > start) {
    const limit = quote < 0 ? text.length : quote;
    const assumed = repaired(state, "missing_quote", start, "", '"');
    states.push({ ...assumed, expected: { ...string, type: "unclosed", from: content, limit, shape: undefined } });
  }
  return states;
}

/** The state after a string that ends at an offset. */
function endedString(state: State, { start, content, open }: ExpectedString, end: number, next: number, text: string): State {
  const { value, badEscape, control, isAmbiguous } = contentBetween(text, content, end, open);
  const before = text.slice(start, next);
  let ended = isAmbiguous ? { ...state, isAmbiguous: true } : state;
  if (isTypographicQuote(open)) ended = repaired(ended, "typographic_quotes", start, before, value);
  else if (open !== char.doubleQuote) ended = repaired(ended, "single_quotes", start, before, value);
  if (control >= 0) ended = repaired(ended, "unescaped_control", control, before, value);
  if (badEscape >= 0) ended = repaired(ended, "bad_escape", badEscape, before, value);
  return withValue(ended, value, next);
}

/** The state of a string that the end of the text cut off: its container is incomplete as well. */
function cutOffString(state: State, { start, content, open }: ExpectedString, text: string): State {
  const { value } = contentBetween(text, content, text.length, open);
  const cut = repaired({ ...state, isTruncated: true }, "truncated", text.length, text.slice(start), value);
  return withValue(cut, value, text.length);
}

/** The state in which a quote without a backslash belongs to the string; `undefined` if it is the end of the string. */
function innerQuoteState(state: State, string: ExpectedString, quote: number, text: string): State | undefined {
  const { content, opensQuotation } = string;
  const before = text.charCodeAt(quote - 1);
  const after = text.charCodeAt(quote + 1);
  const { at: next } = skipBetween(text, quote + 1);
  const follows = text.charCodeAt(next);
  // A model that escapes one quote of a string escapes all.
  if (text.slice(content, quote).includes(`\\${String.fromCharCode(string.open)}`)) return undefined;
  const looksLikeEnd = next >= text.length || ",:}]".includes(text.charAt(next)) || isQuote(follows);
  if (looksLikeEnd && !opensQuotation) return undefined;
  if (beginsMemberOf(state.frame, text, quote)) return undefined;
  const opens = !opensQuotation && !isJsonSpace(after) && !isNameCharacter(before);
  const assumed = repaired(state, "unescaped_quote", quote, text.slice(quote, quote + 1), text.slice(quote, quote + 1));
  return { ...assumed, expected: { ...string, from: quote + 1, hasInnerQuote: true, opensQuotation: opens } };
}

/** The states of a string without a closing quote: it ends at the next comma or bracket, or later. */
export function afterUnclosed(state: State, string: ExpectedUnquoted, text: string): readonly State[] {
  const { from, limit } = string;
  const end = nextDelimiter(text, from, limit);
  if (end < 0) return [];
  const asString: ExpectedString = { ...string, type: "string", opensQuotation: false, hasInnerQuote: false };
  const trimmed = withoutSpaceBefore(text, end, string.content);
  const states = [endedString(state, asString, trimmed, end, text)];
  // Spaces belong to the string or follow it; a line break can't belong to it.
  if (trimmed < end && !text.slice(trimmed, end).includes("\n")) states.push(endedString(state, asString, end, end, text));
  return [...states, { ...state, expected: { ...string, from: end + 1 } }];
}

/** The states of a string without quotes: it ends at the next comma or bracket, or later. */
export function afterUnquoted(state: State, string: ExpectedUnquoted, text: string): readonly State[] {
  const { content, from, shape, open } = string;
  const end = nextDelimiter(text, from, text.length);
  const stop = withoutSpaceBefore(text, end < 0 ? text.length : end, content);
  const raw = text.slice(content, stop);
  const states: State[] = [];
  if (end < 0) {
    const cut = repaired({ ...state, isTruncated: true }, "truncated", text.length, raw, raw);
    return raw === "" ? [] : [withValue(cut, raw, text.length)];
  }
  if (raw !== "" && (shape === undefined || shape.admitsText(raw))) {
    // Whether a backslash is an escape or part of the text is unclear without quotes.
    const isAmbiguous = raw.includes("\\") && contentBetween(text, content, stop, open).value !== raw;
    states.push(withValue(isAmbiguous ? { ...state, isAmbiguous } : state, raw, end));
  }
  const isBoundary = text.charCodeAt(end) === char.comma && beginsMemberOf(state.frame, text, end + 1);
  if (!isBoundary) states.push({ ...state, expected: { ...string, from: end + 1 } });
  return states;
}

/** The offset of the next comma or closing bracket; -1 if there is none before `limit`. */
function nextDelimiter(text: string, from: number, limit: number): number {
  for (let at = from; at < Math.min(limit, text.length); at++) {
    const code = text.charCodeAt(at);
    if (code === char.comma || code === char.curlyClose || code === char.squareClose) return at;
  }
  return -1;
}

function withoutSpaceBefore(text: string, end: number, start: number): number {
  let trimmed = end;
  while (trimmed > start && isJsonSpace(text.charCodeAt(trimmed - 1))) trimmed -= 1;
  return trimmed;
}

/** Whether a member that an open object lists and doesn't have yet starts at an offset. */
function beginsMemberOf(frame: Frame | undefined, text: string, at: number): boolean {
  const name = memberNameAt(text, at);
  if (name === undefined) return false;
  for (let open = frame; open !== undefined; open = open.parent) {
    if (open.type !== "object" || hasMember(open, name)) continue;
    if (open.shape.names.has(name) || (open.shape.isUnknown && /^[\w.$-]+$/.test(name))) return true;
  }
  return false;
}
