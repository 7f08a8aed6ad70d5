// Reads strings in JSON text that may be invalid: in other quotes, with unescaped quotes, or truncated.

import { char, isClosingQuoteFor, isJsonSpace, isNameCharacter, isTypographicQuote } from "./characters.ts";
import { readEscape } from "./read-escape.ts";
import { addRepair, currentPointer, endsLikeCompleteText, openBrackets, type Reader, stopReading } from "./reader.ts";
import { afterSpace } from "./skip-space.ts";
import { isClosingQuote, type StringRole } from "./string-end.ts";
import { mayIncludeNextValue } from "./string-overrun.ts";

/** A string that is being read; an offset is -1 if there is no such place. */
interface StringDraft {
  readonly start: number;
  readonly open: number;
  readonly role: StringRole;
  readonly raw: boolean;
  /** The unescaped text up to `copiedUpTo`. */
  value: string;
  copiedUpTo: number;
  /** The first quote within the string that has no backslash. */
  firstInnerQuote: number;
  /** The last such quote. */
  lastInnerQuote: number;
  firstControl: number;
  firstBadEscape: number;
  /** The first quote that can end the string, and the value of the string if it does. */
  firstPossibleEnd: number;
  valueAtPossibleEnd: string;
  /** The number of open brackets, for a string that starts with a bracket. */
  openBrackets: number;
}

/**
 * Reads the string that starts here: in any quotes, with unescaped quotes and line breaks, or truncated.
 *
 * @param raw - whether a backslash is an ordinary character, as in Python's `r"…"`
 */
export function readString(reader: Reader, role: StringRole, raw = false): string {
  const { text, offset: start } = reader;
  const open = text.charCodeAt(start);
  const simpleEnd = simpleStringEnd(text, start + 1, open);
  if (simpleEnd > start + 1 && (role === "key" || isClosingQuote(reader, simpleEnd, role, false) === "yes")) {
    const value = text.slice(start + 1, simpleEnd);
    reader.offset = simpleEnd + 1;
    if (open !== char.doubleQuote) addRepair(reader, "single_quotes", start, text.slice(start, simpleEnd + 1), value);
    return value;
  }
  return readIrregularString(reader, role, raw);
}

/** The offset of the closing quote of a string without escapes and control characters; -1 for any other string. */
function simpleStringEnd(text: string, from: number, open: number): number {
  if (isTypographicQuote(open)) return -1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === open) return at;
    if (code === char.backslash || code < char.space) return -1;
  }
  return -1;
}

/** Reads a string character by character, for all strings that are not simple. */
function readIrregularString(reader: Reader, role: StringRole, raw: boolean): string {
  const { text, offset: start } = reader;
  const open = text.charCodeAt(start);
  if (!reader.isStrict && isTripleQuote(text, start, open)) return readTripleQuoted(reader, open);
  const draft: StringDraft = {
    start,
    open,
    role,
    raw,
    value: "",
    copiedUpTo: start + 1,
    firstInnerQuote: -1,
    lastInnerQuote: -1,
    firstControl: -1,
    firstBadEscape: -1,
    firstPossibleEnd: -1,
    valueAtPossibleEnd: "",
    openBrackets: 0,
  };
  const isTypographic = isTypographicQuote(open);
  const first = text.charCodeAt(start + 1);
  const startsWithBracket = first === char.curlyOpen || first === char.squareOpen;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === open || (isTypographic && isClosingQuoteFor(open, code))) {
      if (endsStringAt(reader, draft, at, startsWithBracket)) {
        if (draft.firstInnerQuote >= 0 && mayIncludeNextValue(text, { ...draft, end: at }))
          stopAtUnclearString(reader, start);
        return finishString(reader, draft, at, at + 1);
      }
      const end = endBeforeMember(reader, draft, at, startsWithBracket);
      if (end >= 0) return finishMissingQuote(reader, draft, end);
      if (draft.firstInnerQuote < 0) draft.firstInnerQuote = at;
      draft.lastInnerQuote = at;
    } else if (code === char.backslash) at = addEscape(text, draft, at);
    else if (code < char.space && draft.firstControl < 0) draft.firstControl = at;
    else if (startsWithBracket) draft.openBrackets += bracketDepthChange(code);
  }
  return finishTruncated(reader, draft);
}

/** Adds an escape sequence to the string; returns the offset of its last character. */
function addEscape(text: string, draft: StringDraft, at: number): number {
  if (draft.raw) return at + 1;
  const { value, end, isJson: right } = readEscape(text, at);
  draft.value += text.slice(draft.copiedUpTo, at) + value;
  draft.copiedUpTo = end;
  if (!right && draft.firstBadEscape < 0) draft.firstBadEscape = at;
  return end - 1;
}

/** How a character changes the number of open brackets: 1, -1 or 0. */
function bracketDepthChange(code: number): number {
  if (code === char.curlyOpen || code === char.squareOpen) return 1;
  return code === char.curlyClose || code === char.squareClose ? -1 : 0;
}

/** Whether the quote at an offset ends the string; remembers the first quote that possibly does. */
function endsStringAt(reader: Reader, draft: StringDraft, at: number, startsWithBracket: boolean): boolean {
  const inner = draft.firstInnerQuote >= 0;
  // JSON with unescaped quotes within a string ends where its brackets are balanced.
  if (startsWithBracket && inner && draft.openBrackets > 0) return false;
  const verdict = isClosingQuote(reader, at, draft.role, inner);
  if (verdict === "maybe" && draft.firstPossibleEnd < 0) {
    draft.firstPossibleEnd = at;
    draft.valueAtPossibleEnd = draft.value + reader.text.slice(draft.copiedUpTo, at);
  }
  return verdict === "yes" || (verdict === "maybe" && reader.endsAtFirstPossibleQuote);
}

/**
 * The end of a string whose closing quote is missing, if the quote at `at` closes the key of the next member:
 * `"a": "x,⏎ "b": 1`; -1 otherwise.
 */
function endBeforeMember(reader: Reader, draft: StringDraft, at: number, startsWithBracket: boolean): number {
  const { text } = reader;
  if (
    draft.role !== "member" ||
    startsWithBracket ||
    draft.firstInnerQuote < 0 ||
    draft.firstInnerQuote !== draft.lastInnerQuote
  )
    return -1;
  if (text.charCodeAt(afterSpace(text, at + 1)) !== char.colon) return -1;
  for (let next = draft.firstInnerQuote + 1; next < at; next++) if (!isNameCharacter(text.charCodeAt(next))) return -1;
  let end = draft.firstInnerQuote;
  while (isJsonSpace(text.charCodeAt(end - 1))) end -= 1;
  const hasLineBreak = text.slice(end, draft.firstInnerQuote).includes("\n");
  if (text.charCodeAt(end - 1) === char.comma) return end - 1;
  return hasLineBreak ? end : -1;
}

/** Ends a string at its closing quote. */
function finishString(reader: Reader, draft: StringDraft, end: number, next: number): string {
  const value =
    draft.copiedUpTo === draft.start + 1
      ? reader.text.slice(draft.copiedUpTo, end)
      : draft.value + reader.text.slice(draft.copiedUpTo, end);
  reader.offset = next;
  addFormRepairs(reader, draft, value);
  return value;
}

/** Ends a string at an offset where its closing quote is missing. */
function finishMissingQuote(reader: Reader, draft: StringDraft, end: number): string {
  const { text } = reader;
  const value = draft.copiedUpTo <= end ? draft.value + text.slice(draft.copiedUpTo, end) : draft.value;
  if (mayIncludeNextValue(text, { ...draft, end })) stopAtUnclearString(reader, draft.start);
  // In `"C:\dir\"` the quote after the backslash may be the missing closing quote.
  if (text.charCodeAt(end - 1) === draft.open && text.charCodeAt(end - 2) === char.backslash)
    stopAtUnclearString(reader, draft.start);
  reader.offset = end;
  draft.firstInnerQuote = -1;
  if (draft.firstControl >= end) draft.firstControl = -1;
  addFormRepairs(reader, draft, value);
  addRepair(reader, "missing_quote", end, text.slice(draft.start, end), value);
  return value;
}

/** Ends a string at the end of the text: at the first possible closing quote, or as a truncated string. */
function finishTruncated(reader: Reader, draft: StringDraft): string {
  const { text } = reader;
  if (draft.firstPossibleEnd >= 0 && !reader.isPartial) {
    reader.endsAtFirstPossibleQuote = true;
    reader.offset = draft.firstPossibleEnd + 1;
    if (draft.firstInnerQuote >= draft.firstPossibleEnd) draft.firstInnerQuote = -1;
    addFormRepairs(reader, draft, draft.valueAtPossibleEnd);
    return draft.valueAtPossibleEnd;
  }
  if (draft.role !== "key") {
    const isComplete = endsLikeCompleteText(reader);
    const mayOverrun = (draft.firstInnerQuote >= 0 || isComplete) && !reader.isPartial;
    if (draft.firstInnerQuote >= 0 && isComplete) stopAtUnclearString(reader, draft.start);
    else if (mayOverrun && mayIncludeNextValue(text, { ...draft, end: text.length }))
      stopAtUnclearString(reader, draft.start);
    const end = reader.stopped || reader.isPartial ? -1 : finalBracketsStart(reader, draft);
    if (end >= 0) return finishMissingQuote(reader, draft, end);
  }
  const value = withoutPartialEnd(draft.value + text.slice(Math.min(draft.copiedUpTo, text.length)));
  reader.offset = text.length;
  addFormRepairs(reader, draft, value);
  reader.truncatedPaths.push(currentPointer(reader));
  addRepair(reader, "truncated", text.length, text.slice(draft.start), value);
  return value;
}

/** Stops reading because the end of a string is ambiguous. */
function stopAtUnclearString(reader: Reader, start: number): void {
  stopReading(reader, "a closing quote for the string that starts here", start);
}

/** The offset of the final brackets if they close everything that is open and don't belong to the string; -1 otherwise. */
function finalBracketsStart(reader: Reader, draft: StringDraft): number {
  const { text } = reader;
  let end = text.length;
  let closers = 0;
  for (; end > draft.copiedUpTo; end--) {
    const code = text.charCodeAt(end - 1);
    if (code === char.curlyClose || code === char.squareClose) closers += 1;
    else if (!isJsonSpace(code)) break;
  }
  if (closers === 0 || closers !== openBrackets(reader)) return -1;
  return /[{[]/.test(text.slice(draft.start, end)) ? -1 : end;
}

/** Removes half a surrogate pair or a special token at the end of a truncated string. */
function withoutPartialEnd(value: string): string {
  const token = value.includes(">", value.length - 80) ? /<[|｜][^<>\n]{1,64}[|｜]>\s*$/.exec(value.slice(-80)) : null;
  const kept = token === null ? value : value.slice(0, value.length - token[0].length);
  const last = kept.charCodeAt(kept.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? kept.slice(0, -1) : kept;
}

/** Records how the form of a string differs from JSON: its quotes, unescaped characters, bad escapes. */
function addFormRepairs(reader: Reader, draft: StringDraft, value: string): void {
  const { start, open } = draft;
  if (open === char.doubleQuote && draft.firstInnerQuote < 0 && draft.firstControl < 0 && draft.firstBadEscape < 0)
    return;
  const before = reader.text.slice(start, reader.offset);
  if (isTypographicQuote(open)) addRepair(reader, "typographic_quotes", start, before, value);
  else if (open !== char.doubleQuote) addRepair(reader, "single_quotes", start, before, value);
  if (draft.firstInnerQuote >= 0) addRepair(reader, "unescaped_quote", draft.firstInnerQuote, before, value);
  if (draft.firstControl >= 0) addRepair(reader, "unescaped_control", draft.firstControl, before, value);
  if (draft.firstBadEscape >= 0) addRepair(reader, "bad_escape", draft.firstBadEscape, before, value);
}

/** Whether the quote at an offset is the first of three. */
function isTripleQuote(text: string, at: number, open: number): boolean {
  if (open !== char.doubleQuote && open !== char.singleQuote) return false;
  return text.charCodeAt(at + 1) === open && text.charCodeAt(at + 2) === open;
}

/** Reads a Python string in triple quotes. */
function readTripleQuoted(reader: Reader, open: number): string {
  const { text, offset: start } = reader;
  const quotes = String.fromCharCode(open).repeat(3);
  const closing = text.indexOf(quotes, start + 3);
  const end = closing < 0 ? text.length : closing;
  reader.offset = Math.min(text.length, end + 3);
  const body = text.slice(start + 3, end);
  let value = "";
  let from = 0;
  for (let at = body.indexOf("\\"); at >= 0; at = body.indexOf("\\", from)) {
    const read = readEscape(body, at);
    value += body.slice(from, at) + read.value;
    from = read.end;
  }
  value += body.slice(from);
  addRepair(reader, "triple_quotes", start, text.slice(start, reader.offset), value);
  if (closing < 0) {
    if (endsLikeCompleteText(reader)) stopAtUnclearString(reader, start);
    reader.truncatedPaths.push(currentPointer(reader));
    addRepair(reader, "truncated", text.length, text.slice(start), value);
  }
  return value;
}
