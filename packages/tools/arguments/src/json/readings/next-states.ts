import { char, isQuote } from "../characters.ts";
import { isClosingBracket } from "../reader.ts";
import { colonEnd, memberNameAt, nameEnd, nextQuote, scalarAt, skipBetween } from "./scan.ts";
import type { Source } from "./source.ts";
import { closed, hasMember, repaired, type State, truncated } from "./state.ts";
import { afterString, afterUnclosed, afterUnquoted } from "./string-states.ts";
import { emptyUnquoted, stringWithoutOpeningQuote, valueStates } from "./value-states.ts";

/**
 * The states that can follow a state: one if the text leaves no choice, none if the reading fails, several at an ambiguous
 * point. An error of the model that a state assumes is one of its repairs.
 */
export function nextStates(state: State, source: Source): readonly State[] {
  const { expected } = state;
  switch (expected.type) {
    case "string":
      return afterString(state, expected, source);
    case "unquoted":
      return afterUnquoted(state, expected, source);
    case "unclosed":
      return afterUnclosed(state, expected, source);
    case "end":
      return extraBracketAtEnd(state, source.text);
  }
  const { at, skipped } = skipBetween(source.text, state.at);
  let next: State = { ...state, at };
  for (const { kind, offset = at, before, after } of skipped)
    next = repaired(next, kind as "comment", offset, before, after);
  const isAtEnd = at >= source.text.length || source.text.startsWith("```", at);
  if (isAtEnd && expected.type !== "value") return [truncated(next, at)];
  switch (expected.type) {
    case "key":
      return keyStates(next, expected.afterComma, source);
    case "item":
      return itemStates(next, expected.afterComma, source);
    case "after":
      return afterStates(next, source);
    case "value":
      return valueStates(next, expected.shape, source, state.at);
  }
}

/** The state after a closing bracket too many behind the outermost object. */
function extraBracketAtEnd(state: State, text: string): readonly State[] {
  const { at } = skipBetween(text, state.at);
  const code = text.charCodeAt(at);
  return isClosingBracket(code)
    ? [repaired({ ...state, at: at + 1 }, "extra_bracket", at, String.fromCharCode(code), "")]
    : [];
}

/** The states after a place where a key or the end of an object is expected. */
function keyStates(state: State, afterComma: boolean, source: Source): readonly State[] {
  const { text } = source;
  const { at, frame } = state;
  if (frame === undefined) return [];
  const code = text.charCodeAt(at);
  if (code === char.curlyClose)
    return [closed(afterComma ? repaired(state, "trailing_comma", at - 1, ",", "") : state, at + 1)];
  if (code === char.comma) {
    const extra = repaired(
      { ...state, at: at + 1, expected: { type: "key", afterComma: true } },
      "extra_comma",
      at,
      ",",
      "",
    );
    return [extra, ...emptyWithoutBracket(state, afterComma)];
  }
  if (isClosingBracket(code)) return wrongBracketStates(state, code);
  const states: State[] = [];
  const addMember = (name: string, from: number, changed: State = state): void => {
    if (!frame.shape.admitsName(name) || hasMember(frame, name)) return;
    states.push({
      ...changed,
      at: from,
      frame: { ...frame, key: name },
      expected: { type: "value", shape: frame.shape.member(name) },
    });
  };
  if (isQuote(code)) addQuotedKeys(state, code, text, addMember);
  else addUnquotedKeys(state, text, addMember);
  return states;
}

type AddMember = (name: string, from: number, changed?: State) => void;

/** Adds the readings of a key that starts with a quote. */
function addQuotedKeys(state: State, code: number, text: string, addMember: AddMember): void {
  const { at } = state;
  const end = nextQuote(text, at + 1, code);
  if (end > 0) {
    const name = text.slice(at + 1, end).includes("\\") ? unescaped(text.slice(at + 1, end)) : text.slice(at + 1, end);
    const form =
      code === char.doubleQuote
        ? state
        : repaired(state, code > 0x80 ? "typographic_quotes" : "single_quotes", at, text.slice(at, end + 1), name);
    const { at: next } = skipBetween(text, end + 1);
    const colon = colonEnd(text, next);
    if (colon > 0)
      addMember(
        name,
        colon,
        text.startsWith(":", next) && colon === next + 1
          ? form
          : repaired(form, "other_colon", next, text.slice(next, colon), ":"),
      );
    else if (/["'“{[\d-]|[tfnTFN]/.test(text.charAt(next)) && !/^["'”]\s{0,9}[:=]/.test(text.slice(next, next + 12)))
      addMember(name, next, repaired(form, "missing_colon", next, "", ":"));
  }
  // The closing quote is missing: `{"a: 1`.
  const bare = nameEnd(text, at + 1);
  const { at: next } = skipBetween(text, bare);
  const colon = colonEnd(text, next);
  if (bare > at + 1 && colon > 0) {
    const name = text.slice(at + 1, bare);
    addMember(name, colon, repaired(state, "missing_quote", bare, text.slice(at, bare), name));
  }
}

/** Adds the readings of a key that starts without a quote. */
function addUnquotedKeys(state: State, text: string, addMember: AddMember): void {
  const { at, frame } = state;
  const end = nameEnd(text, at);
  const { at: next } = skipBetween(text, end);
  const colon = colonEnd(text, next);
  if (end > at && colon > 0) {
    const name = text.slice(at, end);
    addMember(name, colon, repaired(state, "unquoted_key", at, name, name));
  }
  // The opening quote is missing: `{a": 1`.
  const quote = nextQuote(text, at, char.doubleQuote, Math.min(text.length, at + 200));
  if (quote < 0 || frame === undefined) return;
  const { at: afterQuote } = skipBetween(text, quote + 1);
  const quotedColon = colonEnd(text, afterQuote);
  const name = text.slice(at, quote);
  if (quotedColon > 0 && (frame.shape.names.has(name) || !/[,{}[\]]/.test(name)))
    addMember(name, quotedColon, repaired(state, "missing_quote", at, text.slice(at, quote + 1), name));
}

function unescaped(content: string): string {
  try {
    return String(JSON.parse(`"${content}"`));
  } catch {
    return content;
  }
}

/** The states after a place where an item or the end of a list is expected. */
function itemStates(state: State, afterComma: boolean, source: Source): readonly State[] {
  const { at, frame } = state;
  if (frame === undefined) return [];
  const shape = frame.shape.item(frame.count);
  const code = source.text.charCodeAt(at);
  if (code === char.squareClose) {
    const states = [closed(afterComma ? repaired(state, "trailing_comma", at - 1, ",", "") : state, at + 1)];
    // After a comma, an empty string may have lost its quotes.
    return afterComma && !shape.isUnknown && shape.admits("string")
      ? [...states, emptyUnquoted(state, source.text)]
      : states;
  }
  if (code === char.comma) {
    const extra = repaired(
      { ...state, at: at + 1, expected: { type: "item", afterComma: true } },
      "extra_comma",
      at,
      ",",
      "",
    );
    const states = [extra, ...emptyWithoutBracket(state, afterComma)];
    return !shape.isUnknown && shape.admits("string") ? [...states, emptyUnquoted(state, source.text)] : states;
  }
  if (code === char.curlyClose) return [...wrongBracketStates(state, code), ...stringWithoutOpeningQuote(state, shape)];
  return valueStates(state, shape, source, at);
}

/** The state after an empty list or object whose closing bracket is missing. */
function emptyWithoutBracket(state: State, afterComma: boolean): readonly State[] {
  return afterComma || state.frame?.parent === undefined ? [] : [withoutClosingBracket(state)];
}

/** The states at a closing bracket that does not match: a bracket is missing before it, or it is one too many. */
function wrongBracketStates(state: State, code: number): readonly State[] {
  const { at, frame } = state;
  const states = [repaired({ ...state, at: at + 1 }, "extra_bracket", at, String.fromCharCode(code), "")];
  const type = code === char.curlyClose ? "object" : "list";
  for (let outer = frame?.parent; outer !== undefined; outer = outer.parent) {
    if (outer.type === type) return [...states, withoutClosingBracket(state)];
  }
  return states;
}

/** The state after the innermost list or object, whose closing bracket is missing. */
function withoutClosingBracket(state: State): State {
  const bracket = state.frame?.type === "list" ? "]" : "}";
  return closed(
    repaired(
      { ...state, frame: state.frame && { ...state.frame, key: undefined } },
      "missing_bracket",
      state.at,
      "",
      bracket,
    ),
    state.at,
  );
}

/** The states after a complete value. */
function afterStates(state: State, { text }: Source): readonly State[] {
  const { at, frame } = state;
  if (frame === undefined) return [];
  const code = text.charCodeAt(at);
  const isList = frame.type === "list";
  const expected = (afterComma: boolean): State["expected"] => ({ type: isList ? "item" : "key", afterComma });
  if (code === char.comma) {
    const next: State = { ...state, at: at + 1, expected: expected(true) };
    return frame.parent === undefined ? [next] : [next, withoutClosingBracket(state)];
  }
  if (code === (isList ? char.squareClose : char.curlyClose)) return [closed(state, at + 1)];
  if (isClosingBracket(code)) return wrongBracketStates(state, code);
  const begins = isList ? beginsItem(text, at) : memberNameAt(text, at) !== undefined;
  return begins ? [repaired({ ...state, expected: expected(false) }, "missing_comma", at, "", ",")] : [];
}

/** Whether an item can start at an offset where a comma is missing. */
function beginsItem(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isQuote(code) || code === char.curlyOpen || code === char.squareOpen || scalarAt(text, at) !== undefined;
}
