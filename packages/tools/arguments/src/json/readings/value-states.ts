/** Reads the place where a value is expected, in a damaged text. */
import { char, isClosingBracket, isNameCharacter, isQuote, isTypographicQuote } from "../characters.ts";
import { cutOff, open, put } from "./frames.ts";
import { readScalar, readWord } from "./scalar-states.ts";
import { memberNameAt, scalarAt, stringContent, tripleQuotedEnd } from "./scan.ts";
import type { Shape } from "./shape.ts";
import type { Source } from "./source.ts";
import { fail, fork, pointerOf, record, type State } from "./state.ts";
import { endOrJoin, putCutOff, startString } from "./string-states.ts";

/** Reads the start of a value, or all of a number or literal. @param before - the offset before the white space and comments before it */
export function readValue(state: State, source: Source, before: number): void {
  const { text } = source;
  const { at } = state;
  state.valueStart = at;
  const code = text.charCodeAt(at);
  if (!source.comparesReadings) {
    if (at >= text.length) cutOffMember(state, source);
    else if (!readFirst(state, code, source)) fail(state, expectedValue(text, at), at);
    return;
  }
  const unread = { ...state };
  const isRead = at < text.length && readFirst(state, code, source);
  if (at >= text.length) cutOffMember(state, source);
  else forkOtherForms(unread, code, isRead, source);
  forkCommentAsText(unread, source, before);
  if (at < text.length) forkWithoutOpeningBracket(unread, source);
  if (!isRead && at < text.length) fail(state, expectedValue(text, at), at);
}

/** Describes the value that was expected. */
function expectedValue(text: string, at: number): string {
  if (/^(?:[rR]?[fFtT][rR]?)["']/.test(text.slice(at, at + 3))) return "a value: a Python f-string is not evaluated";
  if (/^(?:\.|…)/.test(text.slice(at, at + 1))) return "a value: write what the dots stand for";
  return isNameCharacter(text.charCodeAt(at)) ? "a value: put strings in quotes" : "a value";
}

/** Leaves out the member whose value the end of the text cut off. */
function cutOffMember(state: State, source: Source): void {
  const { frame, memberStart } = state;
  source.openPaths.push(pointerOf(state));
  record(state, "truncated_member", [memberStart, source.text.slice(memberStart), ""]);
  if (frame === undefined) fail(state, "a value");
  else cutOff(state, source);
}

/** Reads a value in the form that its first character shows; false if it shows none that fits. */
function readFirst(state: State, code: number, source: Source): boolean {
  const { text } = source;
  const { at, shape } = state;
  if (isQuote(code)) return readQuoted(state, source);
  switch (code) {
    case char.curlyOpen:
      if (!shape.admits("object")) return false;
      open(state, source, "object", at + 1);
      return true;
    case char.squareOpen:
      if (!shape.admits("array")) return false;
      open(state, source, "list", at + 1);
      return true;
    case char.roundOpen:
      if (!shape.admits("array")) return false;
      open(state, source, "tuple", at + 1);
      return true;
    case char.backslash:
      return readEscapedString(state, source);
  }
  if (code === char.comma) return false;
  if (isClosingBracket(code)) {
    if (source.comparesReadings && !shape.isUnknown) forkClosingBracket(state, code, source);
    return false;
  }
  const scalar = scalarAt(text, at);
  if (scalar === undefined) return readWord(state, source);
  readScalar(state, scalar, source);
  return true;
}

/** Reads the start of a string, or all of a string in triple quotes. */
function readQuoted(state: State, source: Source): boolean {
  const { text } = source;
  const { at } = state;
  const code = text.charCodeAt(at);
  if (code === char.backtick && text.startsWith("```", at)) return false;
  const end = source.comparesReadings ? undefined : tripleQuotedEnd(text, at);
  if (end === undefined) startString(state, at, {}, text);
  else readTripleQuoted(state, source, end);
  return true;
}

/** Reads a Python string in triple quotes. */
function readTripleQuoted(state: State, source: Source, end: number): void {
  const { text } = source;
  const { at } = state;
  const string = { start: at, content: at + 3, open: text.charCodeAt(at), from: at + 3 };
  const { value } = stringContent(text, string, end < 0 ? text.length : end);
  record(state, "triple_quotes", [at, text.slice(at, end < 0 ? text.length : end + 3), value]);
  if (end >= 0) endOrJoin(state, string, { value, next: end + 3 }, text);
  else if (!source.isPartial && /[}\]]\s{0,9}$/.test(text.slice(-10)))
    fail(state, "closing quotes for the string that starts here", at);
  else putCutOff(state, source, value, [text.length, text.slice(at), value]);
}

/** Reads a string whose own quotes have a backslash: `\"ls\"`. */
function readEscapedString(state: State, source: Source): boolean {
  const { text } = source;
  const { at } = state;
  if (text.charCodeAt(at + 1) !== char.doubleQuote) return false;
  const end = text.indexOf('\\"', at + 2);
  const value = text.slice(at + 2, end < 0 ? text.length : end);
  const next = end < 0 ? text.length : end + 2;
  record(state, "escaped_quotes", [at, text.slice(at, next), value]);
  if (value.includes('"') && !source.isPartial) fail(state, 'a closing \\" for the string that starts here', at);
  else if (end < 0) putCutOff(state, source, value, [text.length, text.slice(at), value]);
  else put(state, value, next);
  return true;
}

/** Reads a closing bracket in place of a value as the closing bracket of a list or object without its opening bracket. Any other missing value is not invented. */
function forkClosingBracket(state: State, code: number, source: Source): void {
  const { frame, shape } = state;
  if (frame?.type !== "object" && frame?.type !== "call") return;
  if (code === char.squareClose && shape.admits("array")) forkOpened(state, source, "list");
  if (code === char.curlyClose && shape.admits("object")) forkOpened(state, source, "object");
}

/** Reads a list or object whose opening bracket is missing. */
function forkOpened(state: State, source: Source, type: "list" | "object"): void {
  const other = fork(state, source, "missing_bracket");
  if (other === undefined) return;
  record(other, "missing_bracket", [state.at, "", type === "list" ? "[" : "{"]);
  open(other, source, type, state.at);
}

/** Reads the value as a string without quotes, or without an opening quote. */
function forkOtherForms(state: State, code: number, isRead: boolean, source: Source): void {
  const { text } = source;
  const { at, shape, frame } = state;
  const isItem = frame?.type === "list";
  if (shape.isUnknown) {
    // Without a schema, code and punctuation are no strings.
    const isCode = /^(?:["'`{[(,}\]:=\\.…]|[+-]\s)/.test(text.slice(at, at + 2));
    if (isRead === isTypographicQuote(code) && !isCode) forkUnquoted(state, source);
  } else if (shape.admits("string")) {
    // An item that begins with a double quote is no string without quotes.
    const isOtherItem = isItem && (code === char.doubleQuote || (isRead && scalarIsAdmitted(text, at, shape)));
    if (!isOtherItem) forkUnquoted(state, source);
  }
  if (!isQuote(code)) forkWithoutOpeningQuote(state, source);
}

/** Also tries the reading in which a skipped comment is text of the value: `{"color": #fff}`. */
function forkCommentAsText(state: State, source: Source, before: number): void {
  const { shape } = state;
  let { repairs, at } = state;
  if (shape.isUnknown || !shape.admits("string")) return;
  while (repairs !== undefined && repairs.repair.kind === "comment" && (repairs.repair.offset ?? 0) >= before) {
    at = repairs.repair.offset ?? at;
    repairs = repairs.before;
  }
  if (repairs === state.repairs) return;
  const unread = { ...state, at, repairs };
  forkUnquoted(unread, source);
  forkWithoutOpeningQuote(unread, source);
}

/** Whether a number or literal that the schema admits starts at an offset. */
function scalarIsAdmitted(text: string, at: number, shape: Shape): boolean {
  const value = scalarAt(text, at)?.value;
  if (value === undefined) return false;
  if (value === null) return shape.admits("null");
  return typeof value === "boolean" ? shape.admits("boolean") : shape.admits("number") || shape.admits("integer");
}

/** Reads a string without quotes. */
function forkUnquoted(state: State, source: Source): void {
  const other = fork(state, source, "unquoted_string");
  if (other === undefined) return;
  const { at } = state;
  other.expected = "unquoted";
  other.string = { start: at, content: at, open: char.doubleQuote, from: at };
}

/** Reads a string whose opening quote is missing, if a string can be there. */
export function forkWithoutOpeningQuote(state: State, source: Source): void {
  const { at, shape } = state;
  if (shape.isUnknown || !shape.admits("string")) return;
  const other = fork(state, source, "missing_quote");
  if (other === undefined) return;
  other.expected = "string";
  other.string = { start: at, content: at, open: char.doubleQuote, from: at };
}

/** Reads a list or object whose opening bracket is missing, where the schema requires one. */
function forkWithoutOpeningBracket(state: State, source: Source): void {
  const { at, shape } = state;
  const { text } = source;
  if (shape.isUnknown) return;
  if (shape.admits("object")) {
    const name = memberNameAt(text, at);
    if (name !== undefined && shape.admitsName(name)) forkOpened(state, source, "object");
  }
  const code = text.charCodeAt(at);
  const beginsItem = isQuote(code) || code === char.curlyOpen || isNameCharacter(code) || code === char.minus;
  if (shape.admits("array") && beginsItem) forkOpened(state, source, "list");
}

/** Reads an item that is missing as an empty string without quotes. This shows that the comma has another meaning; the text is not invented. */
export function forkMissingItem(state: State, source: Source): void {
  const other = fork(state, source, "unquoted_string");
  if (other === undefined) return;
  other.isAmbiguous = true;
  record(other, "unquoted_string", [state.at, "", ""]);
  put(other, "", state.at);
}
