/** Reads the place where a key of an object is expected, in a damaged text. */
import { char, isQuote, isTypographicQuote } from "../characters.ts";
import { cutOff, hasMember } from "./frames.ts";
import { colonEnd, gapEnd, nameEnd, nextQuote, plainStringEnd, skipGap, stringContent } from "./scan.ts";
import type { Source } from "./source.ts";
import { fail, fork, pointerOf, record, repair, type State } from "./state.ts";

/** Reads a key and its colon. */
export function readKey(state: State, source: Source): void {
  const { text } = source;
  const { at } = state;
  state.memberStart = at;
  const code = text.charCodeAt(at);
  if (isQuote(code)) readQuotedKey(state, code, source);
  else if (code === char.backslash && text.charCodeAt(at + 1) === char.doubleQuote) readEscapedKey(state, source);
  else readUnquotedKey(state, source);
}

/** A key that was read, and whether the signs and quotes after it allow that the colon is missing. */
interface Key {
  readonly name: string;
  readonly end: number;
  readonly hasQuotes: boolean;
}

/** Reads the colon after a key; the value follows. */
function readColon(state: State, source: Source, { name, end, hasQuotes }: Key): void {
  const { text } = source;
  const { frame } = state;
  if (frame === undefined) return;
  state.at = end;
  skipGap(state, source);
  const { at } = state;
  if (at >= text.length) {
    cutOffKey(state, source, name);
    return;
  }
  const colon = colonEnd(text, at);
  if (colon > 0) {
    const isPlain = colon === at + 1 && text.charCodeAt(at) === char.colon;
    if (!isPlain && frame.type !== "call") record(state, "other_colon", [at, text.slice(at, colon), ":"]);
  } else if (frame.type !== "call" && mayLackColon(text, at, { end, hasQuotes }))
    repair(state, "missing_colon", [at, "", ":"]);
  else {
    fail(state, '":"', at);
    return;
  }
  if (source.comparesReadings && (!frame.shape.admitsName(name) || hasMember(state, name))) {
    fail(state, "another property name", state.memberStart);
    return;
  }
  state.at = colon > 0 ? colon : at;
  state.key = name;
  state.shape = source.comparesReadings ? frame.shape.member(name) : frame.shape;
  state.expected = "value";
}

/** Ends a text that was cut off within a key or after it; the member is left out. */
function cutOffKey(state: State, source: Source, name: string): void {
  state.key = name;
  source.openPaths.push(pointerOf(state));
  record(state, "truncated_member", [state.memberStart, source.text.slice(state.memberStart), ""]);
  state.at = source.text.length;
  cutOff(state, source);
}

/** Whether a value may begin without a colon before it: after a key without quotes, only a string that white space separates from it. */
function mayLackColon(text: string, at: number, { end, hasQuotes }: Pick<Key, "end" | "hasQuotes">): boolean {
  if (!hasQuotes && (at === end || !isQuote(text.charCodeAt(at)))) return false;
  return beginsValueWithoutColon(text, at);
}

function beginsValueWithoutColon(text: string, at: number): boolean {
  return /["'“{[\d-]|[tfnTFN]/.test(text.charAt(at)) && !/^["'”]\s{0,9}[:=]/.test(text.slice(at, at + 12));
}

/** Reads a key that starts with a quote. */
function readQuotedKey(state: State, code: number, source: Source): void {
  const { text } = source;
  const { at } = state;
  const plainEnd = plainStringEnd(text, at + 1, code);
  const end = plainEnd >= 0 ? plainEnd : nextQuote(text, at + 1, code);
  if (source.comparesReadings) forkUnclosedKey(state, source, end);
  if (end < 0) {
    const name = text.slice(at + 1);
    if (name.includes(":")) fail(state, "a quote at the end of the property name", at);
    else cutOffKey(state, source, name);
    return;
  }
  const {
    value: name,
    badEscape,
    control,
  } = plainEnd >= 0
    ? { value: text.slice(at + 1, end), badEscape: -1, control: -1 }
    : stringContent(text, { start: at, content: at + 1, open: code, from: at + 1 }, end);
  const before = text.slice(at, end + 1);
  if (code !== char.doubleQuote)
    record(state, isTypographicQuote(code) ? "typographic_quotes" : "single_quotes", [at, before, name]);
  if (control >= 0) record(state, "unescaped_control", [control, before, name]);
  if (badEscape >= 0) record(state, "bad_escape", [badEscape, before, name]);
  readColon(state, source, { name, end: end + 1, hasQuotes: true });
}

/** Reads a key whose closing quote is missing as well: `{"a: 1`. */
function forkUnclosedKey(state: State, source: Source, quote: number): void {
  const { text } = source;
  const { at } = state;
  const end = nameEnd(text, at + 1);
  if (end === quote || end === at + 1 || colonEnd(text, gapEnd(text, end)) < 0) return;
  const name = text.slice(at + 1, end);
  const other = fork(state, source, "missing_quote");
  if (other === undefined) return;
  record(other, "missing_quote", [end, text.slice(at, end), name]);
  readColon(other, source, { name, end, hasQuotes: false });
}

/** Reads a key without quotes, or one whose opening quote is missing. */
function readUnquotedKey(state: State, source: Source): void {
  const { text } = source;
  const { at, frame } = state;
  const end = nameEnd(text, at);
  const name = text.slice(at, end);
  if (!source.comparesReadings && isQuote(text.charCodeAt(end)) && /^[bBuUrR]{1,2}$/.test(name)) {
    record(state, "string_prefix", [at, name, ""]);
    state.at = end;
    readQuotedKey(state, text.charCodeAt(end), source);
    return;
  }
  if (source.comparesReadings) forkKeyWithoutOpeningQuote(state, source);
  if (end === at) {
    fail(state, 'a property name in double quotes or "}"');
    return;
  }
  if (frame?.type !== "call") repair(state, "unquoted_key", [at, name, name]);
  readColon(state, source, { name, end, hasQuotes: false });
}

/** Reads a key whose opening quote is missing: `{a": 1`. */
function forkKeyWithoutOpeningQuote(state: State, source: Source): void {
  const { text } = source;
  const { at, frame } = state;
  const quote = nextQuote(text, at, char.doubleQuote, Math.min(text.length, at + 200));
  if (quote < 0 || frame === undefined || colonEnd(text, gapEnd(text, quote + 1)) < 0) return;
  const name = text.slice(at, quote);
  if (!frame.shape.names.has(name) && /[,{}[\]]/.test(name)) return;
  const other = fork(state, source, "missing_quote");
  if (other === undefined) return;
  record(other, "missing_quote", [at, text.slice(at, quote + 1), name]);
  readColon(other, source, { name, end: quote + 1, hasQuotes: false });
}

/** Reads a key whose own quotes have a backslash: `\"a\"`. */
function readEscapedKey(state: State, source: Source): void {
  const { text } = source;
  const { at } = state;
  const end = text.indexOf('\\"', at + 2);
  const name = text.slice(at + 2, end);
  if (end < 0 || name.includes('"')) {
    fail(state, 'a closing \\" for the property name that starts here');
    return;
  }
  record(state, "escaped_quotes", [at, text.slice(at, end + 2), name]);
  readColon(state, source, { name, end: end + 2, hasQuotes: true });
}
