import { char, endsWith, isSpace, isTypographic, isWord } from "./chars.ts";
import { looksWhole } from "./closers.ts";
import { reachesTooFar } from "./doubt.ts";
import { readEscape } from "./read-escape.ts";
import { depthOf, mend, pointerOf, type Reader, stop } from "./reader.ts";
import { afterSpace } from "./skip.ts";
import { endsString, type Role } from "./string-end.ts";

/** A string that is being read. */
interface Draft {
  readonly start: number;
  readonly open: number;
  readonly role: Role;
  readonly raw: boolean;
  /** What was read up to `from`. */
  value: string;
  from: number;
  /** Where the first quote without a backslash stands; -1 when there is none. The other places likewise. */
  inner: number;
  /** The last such quote. */
  lastInner: number;
  control: number;
  escape: number;
  /** The first quote that may end the string, and what the string is then. */
  maybe: number;
  maybeValue: string;
  /** For a string that begins with a bracket: how many brackets are open. */
  balance: number;
}

/**
 * Reads the string whose opening quote is next: in any quotes, with quotes and line breaks that should have had a
 * backslash, or cut off by the end of the text.
 *
 * @param raw - a backslash is a backslash, as in Python's r"…"
 */
export function readString(reader: Reader, role: Role, raw = false): string {
  const { text, at: start } = reader;
  const open = text.charCodeAt(start);
  const plain = plainEnd(text, start + 1, open);
  if (plain > start + 1 && (role === "key" || endsString(reader, plain, role, false) === "yes")) {
    const value = text.slice(start + 1, plain);
    reader.at = plain + 1;
    if (open !== char.doubleQuote) mend(reader, "single_quotes", start, text.slice(start, plain + 1), value);
    return value;
  }
  return readDrafted(reader, role, raw);
}

/** Where the next quote stands, when nothing but plain characters comes before it; -1 otherwise. */
function plainEnd(text: string, from: number, open: number): number {
  if (isTypographic(open)) return -1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === open) return at;
    if (code === char.backslash || code < char.space) return -1;
  }
  return -1;
}

function readDrafted(reader: Reader, role: Role, raw: boolean): string {
  const { text, at: start } = reader;
  const open = text.charCodeAt(start);
  if (!reader.exact && isTripled(text, start, open)) return readTripled(reader, open);
  const draft: Draft = {
    start,
    open,
    role,
    raw,
    value: "",
    from: start + 1,
    inner: -1,
    lastInner: -1,
    control: -1,
    escape: -1,
    maybe: -1,
    maybeValue: "",
    balance: 0,
  };
  const typographic = isTypographic(open);
  const first = text.charCodeAt(start + 1);
  const bracketed = first === char.curlyOpen || first === char.squareOpen;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === open || (typographic && endsWith(open, code))) {
      if (endsAt(reader, draft, at, bracketed)) {
        if (draft.inner >= 0 && reachesTooFar(text, { ...draft, end: at })) stopAtStart(reader, start);
        return finish(reader, draft, at, at + 1);
      }
      const end = endBeforeMember(reader, draft, at, bracketed);
      if (end >= 0) return finishUnquoted(reader, draft, end);
      if (draft.inner < 0) draft.inner = at;
      draft.lastInner = at;
    } else if (code === char.backslash) at = takeEscape(text, draft, at);
    else if (code < char.space && draft.control < 0) draft.control = at;
    else if (bracketed) draft.balance += bracketStep(code);
  }
  return finishCutOff(reader, draft);
}

function takeEscape(text: string, draft: Draft, at: number): number {
  if (draft.raw) return at + 1;
  const { value, end, right } = readEscape(text, at);
  draft.value += text.slice(draft.from, at) + value;
  draft.from = end;
  if (!right && draft.escape < 0) draft.escape = at;
  return end - 1;
}

function bracketStep(code: number): number {
  if (code === char.curlyOpen || code === char.squareOpen) return 1;
  return code === char.curlyClose || code === char.squareClose ? -1 : 0;
}

function endsAt(reader: Reader, draft: Draft, at: number, bracketed: boolean): boolean {
  const inner = draft.inner >= 0;
  // JSON within a string, its quotes without a backslash: it ends where its brackets do.
  if (bracketed && inner && draft.balance > 0) return false;
  const verdict = endsString(reader, at, draft.role, inner);
  if (verdict === "maybe" && draft.maybe < 0) {
    draft.maybe = at;
    draft.maybeValue = draft.value + reader.text.slice(draft.from, at);
  }
  return verdict === "yes" || (verdict === "maybe" && reader.hasty);
}

/**
 * Where a string ends whose own quote is missing, when the quote at hand ends the next member's key:
 * `"a": "x,⏎ "b": 1`; -1 otherwise.
 */
function endBeforeMember(reader: Reader, draft: Draft, at: number, bracketed: boolean): number {
  const { text } = reader;
  if (draft.role !== "member" || bracketed || draft.inner < 0 || draft.inner !== draft.lastInner) return -1;
  if (text.charCodeAt(afterSpace(text, at + 1)) !== char.colon) return -1;
  for (let next = draft.inner + 1; next < at; next++) if (!isWord(text.charCodeAt(next))) return -1;
  let end = draft.inner;
  while (isSpace(text.charCodeAt(end - 1))) end -= 1;
  const newLine = text.slice(end, draft.inner).includes("\n");
  if (text.charCodeAt(end - 1) === char.comma) return end - 1;
  return newLine ? end : -1;
}

function finish(reader: Reader, draft: Draft, end: number, next: number): string {
  const value =
    draft.from === draft.start + 1
      ? reader.text.slice(draft.from, end)
      : draft.value + reader.text.slice(draft.from, end);
  reader.at = next;
  sayForm(reader, draft, value);
  return value;
}

function finishUnquoted(reader: Reader, draft: Draft, end: number): string {
  const { text } = reader;
  const value = draft.from <= end ? draft.value + text.slice(draft.from, end) : draft.value;
  if (reachesTooFar(text, { ...draft, end })) stopAtStart(reader, draft.start);
  // `"C:\dir\"`: the quote that the backslash is for may be the one that is missing.
  if (text.charCodeAt(end - 1) === draft.open && text.charCodeAt(end - 2) === char.backslash)
    stopAtStart(reader, draft.start);
  reader.at = end;
  draft.inner = -1;
  if (draft.control >= end) draft.control = -1;
  sayForm(reader, draft, value);
  mend(reader, "missing_quote", end, text.slice(draft.start, end), value);
  return value;
}

/** The text ended before the string did. */
function finishCutOff(reader: Reader, draft: Draft): string {
  const { text } = reader;
  if (draft.maybe >= 0 && !reader.arriving) {
    reader.hasty = true;
    reader.at = draft.maybe + 1;
    if (draft.inner >= draft.maybe) draft.inner = -1;
    sayForm(reader, draft, draft.maybeValue);
    return draft.maybeValue;
  }
  if (draft.role !== "key") {
    const whole = looksWhole(reader);
    const doubtful = (draft.inner >= 0 || whole) && !reader.arriving;
    if (draft.inner >= 0 && whole) stopAtStart(reader, draft.start);
    else if (doubtful && reachesTooFar(text, { ...draft, end: text.length })) stopAtStart(reader, draft.start);
    const end = reader.stopped || reader.arriving ? -1 : beforeClosers(reader, draft);
    if (end >= 0) return finishUnquoted(reader, draft, end);
  }
  const value = wholeCharacters(draft.value + text.slice(Math.min(draft.from, text.length)));
  reader.at = text.length;
  sayForm(reader, draft, value);
  reader.open.push(pointerOf(reader));
  mend(reader, "truncated", text.length, text.slice(draft.start), value);
  return value;
}

/** Says that nobody can tell where a string ends. */
function stopAtStart(reader: Reader, start: number): void {
  stop(reader, "a quote at the end of the text that begins here", start);
}

/** Where the brackets begin that close all that is open at the end of the text, unless they belong to the string. */
function beforeClosers(reader: Reader, draft: Draft): number {
  const { text } = reader;
  let end = text.length;
  let closers = 0;
  for (; end > draft.from; end--) {
    const code = text.charCodeAt(end - 1);
    if (code === char.curlyClose || code === char.squareClose) closers += 1;
    else if (!isSpace(code)) break;
  }
  if (closers === 0 || closers !== depthOf(reader)) return -1;
  return /[{[]/.test(text.slice(draft.start, end)) ? -1 : end;
}

/** Without half a character, or the model's own token, at the end. */
function wholeCharacters(value: string): string {
  const token = value.includes(">", value.length - 80) ? /<[|｜][^<>\n]{1,64}[|｜]>\s*$/.exec(value.slice(-80)) : null;
  const kept = token === null ? value : value.slice(0, value.length - token[0].length);
  const last = kept.charCodeAt(kept.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? kept.slice(0, -1) : kept;
}

function sayForm(reader: Reader, draft: Draft, value: string): void {
  const { start, open } = draft;
  if (open === char.doubleQuote && draft.inner < 0 && draft.control < 0 && draft.escape < 0) return;
  const before = reader.text.slice(start, reader.at);
  if (isTypographic(open)) mend(reader, "typographic_quotes", start, before, value);
  else if (open !== char.doubleQuote) mend(reader, "single_quotes", start, before, value);
  if (draft.inner >= 0) mend(reader, "unescaped_quote", draft.inner, before, value);
  if (draft.control >= 0) mend(reader, "unescaped_control", draft.control, before, value);
  if (draft.escape >= 0) mend(reader, "bad_escape", draft.escape, before, value);
}

function isTripled(text: string, at: number, open: number): boolean {
  if (open !== char.doubleQuote && open !== char.singleQuote) return false;
  return text.charCodeAt(at + 1) === open && text.charCodeAt(at + 2) === open;
}

function readTripled(reader: Reader, open: number): string {
  const { text, at: start } = reader;
  const quotes = String.fromCharCode(open).repeat(3);
  const found = text.indexOf(quotes, start + 3);
  const end = found < 0 ? text.length : found;
  reader.at = Math.min(text.length, end + 3);
  const body = text.slice(start + 3, end);
  let value = "";
  let from = 0;
  for (let at = body.indexOf("\\"); at >= 0; at = body.indexOf("\\", from)) {
    const read = readEscape(body, at);
    value += body.slice(from, at) + read.value;
    from = read.end;
  }
  value += body.slice(from);
  mend(reader, "triple_quotes", start, text.slice(start, reader.at), value);
  if (found < 0) {
    if (looksWhole(reader)) stopAtStart(reader, start);
    reader.open.push(pointerOf(reader));
    mend(reader, "truncated", text.length, text.slice(start), value);
  }
  return value;
}
