/** Reads strings in a damaged text: finds where one ends when its quotes are missing, or are not escaped within it. */
import type { RepairKind } from "../../repair-kinds.ts";
import { char, isJsonSpace, isNameCharacter, isQuote, isTypographicQuote } from "../characters.ts";
import { hasUnpairedEscapedQuote } from "../read-escape.ts";
import { afterSpace } from "../skip-space.ts";
import { hasKeys, put } from "./frames.ts";
import { gapEnd, memberNameAt, nextQuote, plainStringEnd, type StringContent, stringContent } from "./scan.ts";
import type { Source } from "./source.ts";
import { fail, fork, forkForm, pointerOf, record, repair, type State, type StringStart } from "./state.ts";

/** Starts the string whose opening quote is at an offset. */
export function startString(state: State, at: number, more: Partial<StringStart>, text: string): void {
  state.expected = "string";
  state.string = { start: at, content: at + 1, open: text.charCodeAt(at), from: at + 1, ...more };
}

/** Reads a string up to its next quote: the quote ends it, or belongs to it; or the string ended before the quote. */
export function readString(state: State, source: Source): void {
  const { string } = state;
  const { text } = source;
  if (string === undefined) return;
  if (!source.comparesReadings) {
    readCertainString(state, string, source);
    return;
  }
  const quote = nextQuote(text, string.from, string.open);
  if (string.innerQuote === undefined && string.content > string.start) forkUnclosed(state, string, quote, source);
  if (quote < 0) cutOffString(state, string, source);
  else {
    const isUnclear =
      string.innerQuote !== undefined &&
      (string.opensQuotation === true || endsWithinBrackets(text, string.content, quote));
    // A model that escapes one quote of a string escapes all.
    const isMixed = string.innerQuote !== undefined && hasEscapedQuote(text.slice(string.from, quote), string.open);
    if (mayBeInnerQuote(state, string, quote, text)) {
      const inner = fork(state, source, "unescaped_quote");
      const opensQuotation =
        string.opensQuotation !== true &&
        !isJsonSpace(text.charCodeAt(quote + 1)) &&
        !isNameCharacter(text.charCodeAt(quote - 1));
      if (inner !== undefined)
        inner.string = { ...string, from: quote + 1, innerQuote: string.innerQuote ?? quote, opensQuotation };
    }
    if (isUnclear) state.isAmbiguous = true;
    if (isMixed) fail(state, "a backslash before each quote of a string");
    else endString(state, string, { end: quote, next: quote + 1 }, source);
  }
}

/** Reads a string that its first quote without a backslash ends. */
function readCertainString(state: State, string: StringStart, source: Source): void {
  const { text } = source;
  const { start, content, open } = string;
  const plainEnd = plainStringEnd(text, content, open);
  if (plainEnd >= 0) {
    const value = text.slice(content, plainEnd);
    if (isTemplate(open, value)) state.isAmbiguous = true;
    if (open !== char.doubleQuote) record(state, "single_quotes", [start, text.slice(start, plainEnd + 1), value]);
    endOrJoin(state, string, { value, next: plainEnd + 1 }, text);
    return;
  }
  const read = stringContent(text, string);
  if (read.end === text.length) cutOffString(state, string, source, read);
  else finishString(state, string, { ...read, next: read.end + 1 }, text);
}

/** Also tries the reading in which the closing quote is missing. */
function forkUnclosed(state: State, string: StringStart, quote: number, source: Source): void {
  const other = fork(state, source, "missing_quote");
  if (other === undefined) return;
  other.expected = "unclosed";
  other.string = { ...string, from: string.content, limit: quote < 0 ? source.text.length : quote };
}

function hasEscapedQuote(content: string, open: number): boolean {
  return content.includes(`\\${String.fromCharCode(open)}`);
}

/** Whether the bracket after a quote may be the partner of a bracket within the string, so that the text is cut off there. */
function endsWithinBrackets(text: string, content: number, quote: number): boolean {
  return /^\s{0,99}[}\]]/.test(text.slice(quote + 1, quote + 101)) && hasOpenBracket(text.slice(content, quote));
}

/** Ends a string at an offset. */
function endString(
  state: State,
  string: StringStart,
  { end, next, kind }: { readonly end: number; readonly next: number; readonly kind?: RepairKind },
  { text, layout }: Source,
): void {
  const { start, content } = string;
  if (start === content && !layout.separatesBefore(spaceBefore(text, content), isItem(state))) state.isAmbiguous = true;
  finishString(state, string, { ...stringContent(text, string, end), next, kind }, text);
}

/** Records how a string differs from JSON, and puts its value. */
function finishString(
  state: State,
  string: StringStart,
  read: StringContent & { readonly next: number; readonly kind?: RepairKind | undefined },
  text: string,
): void {
  const { start, content, open, innerQuote } = string;
  const { value, end, next, kind, badEscape, control } = read;
  const isUnclear = badEscape >= 0 && hasUnpairedEscapedQuote(text.slice(content, end));
  if (read.isAmbiguous || isUnclear || isTemplate(open, value)) state.isAmbiguous = true;
  const before = text.slice(start, next);
  if (isTypographicQuote(open)) record(state, "typographic_quotes", [start, before, value]);
  else if (open !== char.doubleQuote) record(state, "single_quotes", [start, before, value]);
  if (innerQuote !== undefined) record(state, "unescaped_quote", [innerQuote, before, value]);
  if (control >= 0) record(state, "unescaped_control", [control, before, value]);
  if (badEscape >= 0) record(state, "bad_escape", [badEscape, before, value]);
  if (kind !== undefined) record(state, kind, [end, before, value]);
  else if (start === content) record(state, "missing_quote", [start, before, value]);
  endOrJoin(state, string, { value, next }, text);
}

/** Whether a string is a template of JavaScript with an expression. */
function isTemplate(open: number, content: string): boolean {
  return open === char.backtick && content.includes("${");
}

/** Puts the value of a string that ended, or reads the string that `+` joins to it. */
export function endOrJoin(
  state: State,
  { start, content, joined }: StringStart,
  { value, next }: { readonly value: string; readonly next: number },
  text: string,
): void {
  const whole = joined === undefined ? value : joined.value + value;
  if (joined !== undefined)
    record(state, "string_concatenation", [joined.start, text.slice(joined.start, next), whole]);
  const code = text.charCodeAt(next);
  if (code !== char.comma && code !== char.curlyClose && start < content) {
    const plus = afterSpace(text, next);
    const quote = text.charCodeAt(plus) === char.plus ? afterSpace(text, plus + 1) : -1;
    if (quote >= 0 && isQuote(text.charCodeAt(quote))) {
      startString(state, quote, { joined: { start: joined?.start ?? start, value: whole } }, text);
      return;
    }
  }
  put(state, whole, next);
}

/** Ends a string at the end of the text, which cut it off. */
function cutOffString(state: State, string: StringStart, source: Source, read?: StringContent): void {
  const { text } = source;
  const { start, content, joined } = string;
  const isClosed = !source.comparesReadings && !source.isPartial && /[}\]]\s{0,9}$/.test(text.slice(-10));
  if (content === start || isClosed) {
    fail(state, "a closing quote for the string that starts here", start);
    return;
  }
  const { value, badEscape, control } = read ?? stringContent(text, string, text.length);
  const whole = withoutPartialEnd((joined?.value ?? "") + value);
  const before = text.slice(start);
  if (string.open !== char.doubleQuote)
    record(state, isTypographicQuote(string.open) ? "typographic_quotes" : "single_quotes", [start, before, whole]);
  if (control >= 0) record(state, "unescaped_control", [control, before, whole]);
  if (badEscape >= 0) record(state, "bad_escape", [badEscape, before, whole]);
  putCutOff(state, source, whole, [text.length, before, whole]);
}

/** Puts a value that the end of the text cut off. */
export function putCutOff(
  state: State,
  source: Source,
  value: unknown,
  change: readonly [number, unknown, unknown],
): void {
  repair(state, "truncated", change);
  state.isTruncated = true;
  source.openPaths.push(pointerOf(state));
  put(state, value, source.text.length);
}

/** Removes half a surrogate pair or a special token at the end of a truncated string. */
function withoutPartialEnd(value: string): string {
  const token = value.includes(">", value.length - 80) ? /<[|｜][^<>\n]{1,64}[|｜]>\s*$/.exec(value.slice(-80)) : null;
  const kept = token === null ? value : value.slice(0, value.length - token[0].length);
  const last = kept.charCodeAt(kept.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? kept.slice(0, -1) : kept;
}

/** Whether a quote without a backslash may belong to the string. */
function mayBeInnerQuote(state: State, string: StringStart, quote: number, text: string): boolean {
  const { start, content, opensQuotation = false } = string;
  if (start === content) return false;
  const next = gapEnd(text, quote + 1);
  const looksLikeEnd = next >= text.length || ",:}][{".includes(text.charAt(next)) || isQuote(text.charCodeAt(next));
  if (looksLikeEnd && !opensQuotation) return false;
  const before = text.slice(content, quote);
  // A model that escapes one quote of a string escapes all.
  if (hasEscapedQuote(before, string.open)) return false;
  if (beginsMemberOf(state, text, quote, before) || beginsNextItem(state, text, quote)) return false;
  const opens =
    !opensQuotation && !isJsonSpace(text.charCodeAt(quote + 1)) && !isNameCharacter(text.charCodeAt(quote - 1));
  return !isItem(state) || opens || opensQuotation;
}

/** Whether the value that is being read is an item of a list. */
export function isItem({ frame }: State): boolean {
  return frame !== undefined && !hasKeys(frame);
}

/** Whether a quote within an item follows a comma, so that it rather begins the next item. */
function beginsNextItem(state: State, text: string, quote: number): boolean {
  return isItem(state) && text.charCodeAt(withoutSpaceBefore(text, quote, 0) - 1) === char.comma;
}

/** Reads a string without a closing quote: it ends at the next comma or bracket, or later. */
export function readUnclosed(state: State, source: Source): void {
  const { string } = state;
  const { text } = source;
  if (string === undefined) return;
  const end = nextDelimiter(text, string.from, string.limit ?? text.length);
  if (end < 0) {
    fail(state, "a closing quote", string.start);
    return;
  }
  forkForm(state, source).string = { ...string, from: end + 1 };
  const trimmed = withoutSpaceBefore(text, end, string.content);
  // Spaces belong to the string or follow it; a line break can't belong to it.
  if (trimmed < end && !text.slice(trimmed, end).includes("\n"))
    endString(forkForm(state, source), string, { end, next: end, kind: "missing_quote" }, source);
  // In `"C:\\dir\\", ` the quote after the backslash may be the one that is missing.
  const isUnclear =
    text.startsWith('\\"', trimmed - 2) ||
    // In `"a""]` the second quote is one too many, rather than an empty string.
    isQuote(text.charCodeAt(string.start - 1)) ||
    // In `"a',` another quote may close the string.
    endsWithOtherQuote(text.slice(string.content, trimmed)) ||
    (text.charCodeAt(end) !== char.comma && hasOpenBracket(text.slice(string.content, trimmed)));
  if (isUnclear) state.isAmbiguous = true;
  endString(state, string, { end: trimmed, next: end, kind: "missing_quote" }, source);
}

/** Whether a text ends with a quote without a partner. An apostrophe within a word is not a quote. */
function endsWithOtherQuote(content: string): boolean {
  if (!isQuote(content.charCodeAt(content.length - 1))) return false;
  const last = content.charCodeAt(content.length - 1);
  const isSame = (code: number): boolean => code === last || (isTypographicQuote(last) && isTypographicQuote(code));
  const quotes = [...content].filter((sign, at, signs) => {
    const isApostrophe = isWordSign(signs[at - 1]) && isWordSign(signs[at + 1]);
    return isSame(sign.charCodeAt(0)) && !isApostrophe;
  });
  return quotes.length % 2 === 1;
}

function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && isNameCharacter(sign.charCodeAt(0));
}

/** The white space before an offset. */
export function spaceBefore(text: string, at: number): string {
  return text.slice(withoutSpaceBefore(text, at, 0), at);
}

/** The offset of the next comma or closing bracket; -1 if not found before `limit`. */
export function nextDelimiter(text: string, from: number, limit: number): number {
  for (let at = from; at < Math.min(limit, text.length); at++) {
    const code = text.charCodeAt(at);
    if (code === char.comma || code === char.curlyClose || code === char.squareClose) return at;
  }
  return -1;
}

/** The end of a text without the white space at its end. */
export function withoutSpaceBefore(text: string, end: number, start: number): number {
  let trimmed = end;
  while (trimmed > start && isJsonSpace(text.charCodeAt(trimmed - 1))) trimmed -= 1;
  return trimmed;
}

/** Whether a text has more opening than closing brackets, so that what follows is a member of an object within the text. */
export function hasOpenBracket(text: string): boolean {
  return (text.match(/[{[]/g) ?? []).length > (text.match(/[}\]]/g) ?? []).length;
}

/** Whether a member that an open object lists starts at an offset. */
export function beginsMemberOf(state: State, text: string, at: number, before?: string): boolean {
  const name = memberNameAt(text, at);
  if (name === undefined) return false;
  for (let open = state.frame; open !== undefined; open = open.parent) {
    if (open.type !== "object") continue;
    if (open.shape.names.has(name)) return true;
    // After an unescaped quote, a name that the schema admits is a member as well.
    const isAdmitted = open.shape.isUnknown || (before !== undefined && open.shape.admitsName(name));
    if (isAdmitted && /^[\w.$-]+$/.test(name) && !hasOpenBracket(before ?? "")) return true;
  }
  return false;
}
