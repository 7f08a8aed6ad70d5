// The states within strings: where a string ends when its quotes are missing, or are not escaped within it.

import { char, isJsonSpace, isNameCharacter, isQuote, isTypographicQuote } from "../characters.ts";
import { hasUnpairedEscapedQuote } from "../read-escape.ts";
import { contentBetween, memberNameAt, nextQuote, skipBetween } from "./scan.ts";
import type { Shape } from "./shape.ts";
import type { Source } from "./source.ts";
import { type ExpectedString, type ExpectedUnquoted, type Frame, repaired, type State, withValue } from "./state.ts";

/** The states at the next quote of a string: the quote ends it, or belongs to it; or the string ended before the quote. */
export function afterString(state: State, string: ExpectedString, { text, layout }: Source): readonly State[] {
  const { start, content, open, from, hasInnerQuote, opensQuotation } = string;
  const quote = nextQuote(text, from, open);
  const states: State[] = [];
  if (quote < 0) {
    if (content > start) states.push(cutOffString(state, string, text));
  } else {
    // A model that escapes one quote of a string escapes all.
    const isMixed = hasInnerQuote && text.slice(from, quote).includes(`\\${String.fromCharCode(open)}`);
    const isUnclear = hasInnerQuote && (opensQuotation || endsWithinBrackets(text, content, quote));
    const ended = isUnclear ? { ...state, isAmbiguous: true } : state;
    if (!isMixed) states.push(endedString(ended, string, quote, quote + 1, { text, layout }));
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

/** Whether the bracket after a quote may be the partner of a bracket within the string, so that the text is cut off there. */
function endsWithinBrackets(text: string, content: number, quote: number): boolean {
  return /^\s{0,99}[}\]]/.test(text.slice(quote + 1, quote + 101)) && hasOpenBracket(text.slice(content, quote));
}

/** The state after a string that ends at an offset. */
function endedString(
  state: State,
  { start, content, open }: ExpectedString,
  end: number,
  next: number,
  { text, layout }: Pick<Source, "text" | "layout">,
): State {
  const { value, badEscape, control, isAmbiguous } = contentBetween(text, content, end, open);
  const before = text.slice(start, next);
  const isUnclear =
    isAmbiguous ||
    (badEscape >= 0 && hasUnpairedEscapedQuote(text.slice(content, end))) ||
    (start === content && !layout.separatesBefore(spaceBefore(text, content), state.frame?.type === "list"));
  let ended = isUnclear ? { ...state, isAmbiguous: true } : state;
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
  if (string.start === content) return undefined;
  // A model that escapes one quote of a string escapes all.
  if (text.slice(content, quote).includes(`\\${String.fromCharCode(string.open)}`)) return undefined;
  const looksLikeEnd = next >= text.length || ",:}][{".includes(text.charAt(next)) || isQuote(follows);
  if (looksLikeEnd && !opensQuotation) return undefined;
  if (beginsMemberOf(state.frame, text, quote, text.slice(content, quote)) || beginsNextItem(state.frame, text, quote))
    return undefined;
  const opens = !opensQuotation && !isJsonSpace(after) && !isNameCharacter(before);
  if (state.frame?.type === "list" && !opens && !opensQuotation) return undefined;
  const assumed = repaired(state, "unescaped_quote", quote, text.slice(quote, quote + 1), text.slice(quote, quote + 1));
  return { ...assumed, expected: { ...string, from: quote + 1, hasInnerQuote: true, opensQuotation: opens } };
}

/** Whether a quote within an item follows a comma, so that it rather begins the next item. */
function beginsNextItem(frame: Frame | undefined, text: string, quote: number): boolean {
  return frame?.type === "list" && text.charCodeAt(withoutSpaceBefore(text, quote, 0) - 1) === char.comma;
}

/** The states of a string without a closing quote: it ends at the next comma or bracket, or later. */
export function afterUnclosed(state: State, string: ExpectedUnquoted, { text, layout }: Source): readonly State[] {
  const { from, limit } = string;
  const end = nextDelimiter(text, from, limit);
  if (end < 0) return [];
  const asString: ExpectedString = { ...string, type: "string", opensQuotation: false, hasInnerQuote: false };
  const trimmed = withoutSpaceBefore(text, end, string.content);
  // In `"C:\\dir\\", ` the quote after the backslash may be the one that is missing.
  const isUnclear =
    text.startsWith('\\"', trimmed - 2) ||
    // In `"a""]` the second quote is one too many, rather than an empty string.
    isQuote(text.charCodeAt(string.start - 1)) ||
    (text.charCodeAt(end) !== char.comma && hasOpenBracket(text.slice(string.content, trimmed)));
  const states = [
    endedString(isUnclear ? { ...state, isAmbiguous: true } : state, asString, trimmed, end, { text, layout }),
  ];
  // Spaces belong to the string or follow it; a line break can't belong to it.
  if (trimmed < end && !text.slice(trimmed, end).includes("\n"))
    states.push(endedString(state, asString, end, end, { text, layout }));
  return [...states, { ...state, expected: { ...string, from: end + 1 } }];
}

/** The states of a string without quotes: it ends at the next comma or bracket, or later. */
export function afterUnquoted(state: State, string: ExpectedUnquoted, { text, layout }: Source): readonly State[] {
  const { content, from, shape, open } = string;
  const end = nextDelimiter(text, from, text.length);
  const stop = withoutSpaceBefore(text, end < 0 ? text.length : end, content);
  const raw = text.slice(content, stop);
  const isPossible = raw !== "" && isPlausible(raw, shape) && !includesOtherStrings(raw, state.frame);
  const states: State[] = [];
  if (end < 0) {
    const cut = repaired({ ...state, isTruncated: true }, "truncated", text.length, raw, raw);
    return isPossible && !raw.startsWith('"') ? [withValue(cut, raw, text.length)] : [];
  }
  if (isPossible) {
    // Whether a backslash is an escape or part of the text is unclear without quotes.
    const isAmbiguous =
      (raw.includes("\\") && contentBetween(text, content, stop, open).value !== raw) ||
      !layout.separatesAfter(text.slice(stop, end), text.charCodeAt(end)) ||
      !layout.separatesBefore(spaceBefore(text, content), state.frame?.type === "list") ||
      (state.frame?.type === "list" && severalScalarsPattern.test(raw)) ||
      quotedPattern.test(raw) ||
      raw.startsWith('"') ||
      // The bracket that ends the string may be the partner of a bracket within it, and the text cut off there.
      (text.charCodeAt(end) !== char.comma && hasOpenBracket(raw));
    states.push(withValue(isAmbiguous ? { ...state, isAmbiguous } : state, raw, end));
  }
  const isBoundary = text.charCodeAt(end) === char.comma && beginsMemberOf(state.frame, text, end + 1);
  const next = nextDelimiter(text, end + 1, text.length);
  // An item without quotes includes no quotes, however far it extends.
  if (state.frame?.type === "list" && text.slice(from, end).includes('"')) return states;
  if (!isBoundary && !includesMember(text, end + 1, next < 0 ? text.length : next, state.frame))
    states.push({ ...state, expected: { ...string, from: end + 1 } });
  return states;
}

/** Whether a text can be a string without quotes: no Python string with a prefix, and no code if the schema does not ask for a string. */
function isPlausible(raw: string, shape: Shape | undefined): boolean {
  if (/^(?:[rRbBfFtTuU]{1,2}["']|[+-]?(?:NaN|nan|Infinity|inf)$|\.{3})/.test(raw)) return false;
  return shape === undefined || (shape.isUnknown ? !/["{[(]/.test(raw) : shape.admitsText(raw));
}

/** Several numbers and literals without anything between them. */
const severalScalarsPattern = /^(?:true|false|null|-?\d+(?:\.\d+)?){2,}$/;

/** A text in single quotes: `'it's'` may be a string whose quotes are not escaped. */
const quotedPattern = /^(['`]).*\1$/s;

/** The white space before an offset. */
function spaceBefore(text: string, at: number): string {
  return text.slice(withoutSpaceBefore(text, at, 0), at);
}

/** Whether a text without quotes around it includes strings of its own: in a list always, in an object if it begins with one or a quote has no pair. */
function includesOtherStrings(raw: string, frame: Frame | undefined): boolean {
  const quotes = raw.replace(/\\./gs, "").split('"').length - 1;
  if (quotes === 0) return false;
  if (frame?.type === "list" || quotes % 2 === 1) return true;
  return raw.startsWith('"') && (raw.endsWith('"') || /"\s*[,:"\]}]/.test(raw.slice(1)));
}

/** Whether a quoted key that an open object lists starts between two offsets. */
function includesMember(text: string, from: number, to: number, frame: Frame | undefined): boolean {
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) === char.doubleQuote && beginsMemberOf(frame, text, at)) return true;
  }
  return false;
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

/** Whether a text has more opening than closing brackets, so that what follows is a member of an object within the text. */
function hasOpenBracket(text: string): boolean {
  return (text.match(/[{[]/g) ?? []).length > (text.match(/[}\]]/g) ?? []).length;
}

/** Whether a member that an open object lists starts at an offset. */
function beginsMemberOf(frame: Frame | undefined, text: string, at: number, before?: string): boolean {
  const name = memberNameAt(text, at);
  if (name === undefined) return false;
  for (let open = frame; open !== undefined; open = open.parent) {
    if (open.type !== "object") continue;
    if (open.shape.names.has(name)) return true;
    // After an unescaped quote, a name that the schema admits is a member as well.
    const isAdmitted = open.shape.isUnknown || (before !== undefined && open.shape.admitsName(name));
    if (isAdmitted && /^[\w.$-]+$/.test(name) && !hasOpenBracket(before ?? "")) return true;
  }
  return false;
}
