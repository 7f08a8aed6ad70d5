import { char, isClosingBracket, isDigit, isJsonSpace, isQuote } from "../characters.ts";
import { close, cutOff, hasKeys } from "./frames.ts";
import { readKey } from "./key-states.ts";
import { gapEnd, memberNameAt, nextQuote, scalarAt, skipGap } from "./scan.ts";
import type { Source } from "./source.ts";
import { fail, fork, record, repair, type State } from "./state.ts";
import { readString, readUnclosed } from "./string-states.ts";
import { readUnquoted } from "./unquoted-states.ts";
import { forkMissingItem, forkWithoutOpeningQuote, readValue } from "./value-states.ts";

/**
 * Advances a state by one part of the text. At an ambiguous point, other choices are copies in `source.forks` if readings are
 * compared. Each error of the model that a state assumes is a repair of that state.
 */
export function advance(state: State, source: Source): void {
  const { at: before, expected } = state;
  if (expected === "string") readString(state, source);
  else if (expected === "unquoted") readUnquoted(state, source);
  else if (expected === "unclosed") readUnclosed(state, source);
  else {
    const code = skipGap(state, source);
    if (expected === "end") readExtraBrackets(state, source.text);
    else if (expected === "value") readValue(state, source, before);
    else if (state.at >= source.text.length || (code === char.backtick && source.text.startsWith("```", state.at)))
      cutOff(state, source);
    else if (expected === "after") readAfter(state, code, source);
    else if (expected === "key") readKeyOrEnd(state, code, source);
    else readItemOrEnd(state, code, source);
  }
}

/** Leaves out the closing brackets too many behind the outermost value. */
function readExtraBrackets(state: State, text: string): void {
  const { at } = state;
  const brackets = /^[}\])\s]{0,99}[}\])]/.exec(text.slice(at, at + 100))?.[0];
  if (brackets === undefined) fail(state, "nothing more");
  else {
    repair(state, "extra_bracket", [at, brackets, ""]);
    state.at += brackets.length;
  }
}

/** Reads a key, or the end of an object. */
function readKeyOrEnd(state: State, code: number, source: Source): void {
  const { frame, at, comma } = state;
  if (code === frame?.close) {
    if (comma >= 0) record(state, "trailing_comma", [comma, ",", ""]);
    close(state, source, at + 1);
  } else if (code === char.comma) readExtraComma(state, source);
  else if (isClosingBracket(code)) readWrongBracket(state, code, source);
  else readKey(state, source);
}

/** Reads an item, or the end of a list. */
function readItemOrEnd(state: State, code: number, source: Source): void {
  const { frame, at, comma } = state;
  if (frame === undefined) return;
  const shape = source.comparesReadings ? frame.shape.item(state.count) : frame.shape;
  const admitsText = source.comparesReadings && !shape.isUnknown && shape.admits("string");
  if (code === frame.close) {
    // After a comma, an empty string may have lost its quotes.
    if (comma >= 0 && admitsText) forkMissingItem(state, source);
    if (comma >= 0 && frame.type === "list") record(state, "trailing_comma", [comma, ",", ""]);
    close(state, source, at + 1);
  } else if (code === char.comma) {
    if (admitsText) forkMissingItem(state, source);
    readExtraComma(state, source);
  } else if (isClosingBracket(code)) {
    state.shape = shape;
    if (admitsText) forkWithoutOpeningQuote(state, source);
    readWrongBracket(state, code, source);
  } else {
    state.shape = shape;
    state.key = state.count;
    readValue(state, source, at);
  }
}

function readExtraComma(state: State, source: Source): void {
  const { at, comma, frame } = state;
  if (source.comparesReadings && comma < 0 && frame?.parent !== undefined) forkClosed(state, source);
  repair(state, "extra_comma", [at, ",", ""]);
  state.at = at + 1;
  state.comma = at;
}

/** Reads a closing bracket that does not match: a bracket is missing before it, or it is superfluous. */
function readWrongBracket(state: State, code: number, source: Source): void {
  const { at, frame } = state;
  let outer = frame?.parent;
  while (outer !== undefined && outer.close !== code) outer = outer.parent;
  if (source.comparesReadings) {
    if (outer !== undefined) forkClosed(state, source);
    forkOtherBracket(state, code, source);
  }
  repair(state, "extra_bracket", [at, String.fromCharCode(code), ""]);
  state.at = at + 1;
}

/** Reads a closing bracket of another kind as the one that closes the innermost list or object. */
function forkOtherBracket(state: State, code: number, source: Source): void {
  if (state.expected !== "after" || code === char.roundClose) return;
  const other = fork(state, source, "other_bracket");
  if (other?.frame === undefined) return;
  record(other, "other_bracket", [state.at, String.fromCharCode(code), String.fromCharCode(other.frame.close)]);
  close(other, source, state.at + 1);
}

/** Leaves out the bracket that closes the outermost object before further members. */
function forkClosedTooEarly(state: State, source: Source): void {
  const { text } = source;
  const { at } = state;
  if (!source.comparesReadings || state.frame?.parent !== undefined || text.charCodeAt(at) !== char.curlyClose) return;
  const comma = gapEnd(text, at + 1);
  const key = gapEnd(text, comma + 1);
  if (text.charCodeAt(comma) !== char.comma || !isQuote(text.charCodeAt(key))) return;
  const quote = nextQuote(text, key + 1, text.charCodeAt(key));
  const next = text.charAt(gapEnd(text, quote + 1));
  if (quote < 0 || !/[:="]/.test(next)) return;
  const other = fork(state, source, "extra_bracket");
  if (other === undefined) return;
  record(other, "extra_bracket", [at, "}", ""]);
  other.at = at + 1;
}

/** Closes the innermost list or object, whose closing bracket is missing. */
function forkClosed(state: State, source: Source): void {
  const other = fork(state, source, "missing_bracket");
  if (other?.frame === undefined) return;
  other.key = undefined;
  record(other, "missing_bracket", [state.at, "", String.fromCharCode(other.frame.close)]);
  close(other, source, state.at);
}

/** Reads the comma or closing bracket after a value. */
function readAfter(state: State, code: number, source: Source): void {
  const { at, frame } = state;
  if (frame === undefined) return;
  if (code === char.comma) {
    if (source.comparesReadings && frame.parent !== undefined) forkClosed(state, source);
    state.at = at + 1;
    expectNext(state, at);
  } else if (code === frame.close) {
    forkClosedTooEarly(state, source);
    close(state, source, at + 1);
  } else if (isClosingBracket(code)) readWrongBracket(state, code, source);
  else if (hasKeys(frame) ? memberNameAt(source.text, at) !== undefined : beginsItem(state, code, source)) {
    repair(state, "missing_comma", [at, "", ","]);
    expectNext(state, -1);
  } else if (code === char.colon && typeof state.entries?.value === "string")
    fail(state, "a closing quote for the string that starts here", state.valueStart);
  else fail(state, `"," or ${JSON.stringify(String.fromCharCode(frame.close))}`);
}

/** Expects the next member or item, after the comma at an offset; -1 without one. */
function expectNext(state: State, comma: number): void {
  state.expected = state.frame !== undefined && hasKeys(state.frame) ? "key" : "item";
  state.comma = comma;
}

/** Whether an item can start at an offset where a comma is missing. */
function beginsItem(state: State, code: number, { text, comparesReadings }: Source): boolean {
  const { at, frame, entries } = state;
  const isOpening = code === char.curlyOpen || code === char.squareOpen;
  const isString = typeof entries?.value === "string";
  // Two adjacent strings in parentheses are either one Python string, or two items.
  if (isString && isQuote(code) && frame?.type === "tuple") return false;
  if (comparesReadings) return isQuote(code) || isOpening || scalarAt(text, at) !== undefined;
  if (isString) return isQuote(code) && isJsonSpace(text.charCodeAt(at - 1));
  if (isQuote(code) || isOpening) return true;
  return typeof entries?.value === "number" && (isDigit(code) || code === char.minus);
}
