import { integerByPolicy } from "../../big-integer.ts";
import type { ResolvedOptions } from "../../decode-options.ts";
import { char, isNameCharacter, isQuote, isTypographicQuote } from "../characters.ts";
import { isClosingBracket } from "../reader.ts";
import { colonEnd, memberNameAt, nameEnd, nextQuote, type Scalar, scalarAt, skipBetween } from "./scan.ts";
import type { Shape } from "./shape.ts";
import type { Source } from "./source.ts";
import { closed, hasMember, opened, repaired, type State, withValue } from "./state.ts";
import { afterString, afterUnclosed, afterUnquoted } from "./string-states.ts";

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

/** The state at the end of a text that ended before its value: every open list and object is closed there. */
function truncated(state: State, at: number): State {
  let next = repaired({ ...state, isTruncated: true }, "truncated", at, "", "");
  while (next.frame !== undefined) next = closed(next, at);
  return next;
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
    else if (/["'“{[\d-]|[tfnTFN]/.test(text.charAt(next)))
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
    return afterComma && !shape.isUnknown && shape.admits("string") ? [...states, emptyUnquoted(state)] : states;
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
    return !shape.isUnknown && shape.admits("string") ? [...states, emptyUnquoted(state)] : states;
  }
  if (code === char.curlyClose) return [...wrongBracketStates(state, code), ...stringWithoutOpeningQuote(state, shape)];
  return valueStates(state, shape, source, at);
}

/** The state after an empty list or object whose closing bracket is missing. */
function emptyWithoutBracket(state: State, afterComma: boolean): readonly State[] {
  return afterComma || state.frame?.parent === undefined ? [] : [withoutClosingBracket(state)];
}

function emptyUnquoted(state: State): State {
  return withValue(repaired(state, "unquoted_string", state.at, "", ""), "", state.at);
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

/** The states at a place where a value is expected. */
function valueStates(state: State, shape: Shape, source: Source, before: number): readonly State[] {
  const { text, options } = source;
  const { at, frame } = state;
  if (at >= text.length)
    return [
      truncated({ ...state, frame: frame && { ...frame, key: undefined } }, at),
      ...commentAsText(state, shape, before),
    ];
  const code = text.charCodeAt(at);
  const isText = !shape.isUnknown && shape.admits("string");
  const states: State[] = [];
  if (isQuote(code)) {
    states.push({
      ...state,
      expected: {
        type: "string",
        start: at,
        content: at + 1,
        open: code,
        from: at + 1,
        opensQuotation: false,
        hasInnerQuote: false,
      },
    });
  } else if (code === char.curlyOpen) {
    if (shape.admits("object")) states.push(opened(state, "object", shape, at + 1));
  } else if (code === char.squareOpen) {
    if (shape.admits("array")) states.push(opened(state, "list", shape, at + 1));
  } else if (code === char.comma || isClosingBracket(code)) {
    states.push(...missingValueStates(state, shape, code));
  } else {
    const scalar = scalarAt(text, at);
    if (scalar !== undefined) states.push(...scalarStates(state, scalar, shape, text, options));
  }
  // Without a schema, code and punctuation are no strings.
  if (
    shape.isUnknown &&
    states.length === (isTypographicQuote(code) ? 1 : 0) &&
    !/^(?:["'`{[(,}\]:=\\.…]|[+-]\s)/.test(text.slice(at, at + 2))
  )
    states.push(unquotedState(state, shape, at, text));
  if (isText && !(frame?.type === "list" && states.length > 0 && scalarIsAdmitted(text, at, shape)))
    states.push(unquotedState(state, shape, at, text));
  if (!isQuote(code)) states.push(...stringWithoutOpeningQuote(state, shape));
  states.push(...commentAsText(state, shape, before), ...missingOpeningStates(state, shape, text));
  return (frame?.depth ?? 0) < options.maxDepth ? states : [];
}

/** The states where the value may begin with what was left out as a comment: `{"color": #fff}`. */
function commentAsText(state: State, shape: Shape, before: number): readonly State[] {
  const link = state.repairs;
  if (link === undefined || link.repair.kind !== "comment" || (link.repair.offset ?? 0) < before) return [];
  if (shape.isUnknown || !shape.admits("string")) return [];
  let repairs: State["repairs"] = link;
  let start = state.at;
  while (repairs !== undefined && repairs.repair.kind === "comment" && (repairs.repair.offset ?? 0) >= before) {
    start = repairs.repair.offset ?? start;
    repairs = repairs.before;
  }
  const unread = { ...state, at: start, repairs };
  return [unquotedAt(unread, shape, start), ...stringWithoutOpeningQuote(unread, shape)];
}

/** The states for a key without a value. */
function missingValueStates(state: State, shape: Shape, code: number): readonly State[] {
  const { at, frame } = state;
  if (frame?.type !== "object") return [];
  const missing = repaired(state, "missing_value", at, "", null);
  const states = [withValue(missing, null, at)];
  if (!shape.isUnknown && shape.admits("string")) states.push(emptyUnquoted(state));
  if (code === char.squareClose && !shape.isUnknown && shape.admits("array"))
    states.push(opened(repaired(state, "missing_bracket", at, "", "["), "list", shape, at));
  if (code === char.curlyClose && !shape.isUnknown && shape.admits("object"))
    states.push(opened(repaired(state, "missing_bracket", at, "", "{"), "object", shape, at));
  return states;
}

/** The state after a number or a literal. */
function scalarStates(
  state: State,
  scalar: Scalar,
  shape: Shape,
  text: string,
  options: ResolvedOptions,
): readonly State[] {
  const { at } = state;
  const { value, end, kind } = scalar;
  const literal = text.slice(at, end);
  if (value === null || typeof value === "boolean") {
    return [withValue(kind === undefined ? state : repaired(state, kind, at, literal, value), value, end)];
  }
  const number = Number(value.number);
  if (!Number.isFinite(number)) return [];
  // The version 1.10 stays "1.10" where only a string is admitted.
  if (shape.admits("string") && !shape.isUnknown && !shape.admits("number") && !shape.admits("integer"))
    return [withValue(repaired(state, "number_to_string", at, number, literal), literal, end)];
  if (Number.isSafeInteger(number) || /[.eE]/.test(value.number))
    return [withValue(kind === undefined ? state : repaired(state, kind, at, literal, number), number, end)];
  const integer = integerByPolicy(value.number, options.bigIntegers);
  if (integer.kind === "refused") return [];
  const isConverted = integer.kind === "converted";
  return [
    withValue(isConverted ? repaired(state, "big_integer", at, literal, integer.value) : state, integer.value, end),
  ];
}

/** Whether a number or literal that the schema admits starts at an offset. */
function scalarIsAdmitted(text: string, at: number, shape: Shape): boolean {
  const value = scalarAt(text, at)?.value;
  if (value === undefined) return false;
  if (value === null) return shape.admits("null");
  return typeof value === "boolean" ? shape.admits("boolean") : shape.admits("number") || shape.admits("integer");
}

function unquotedState(state: State, shape: Shape, at: number, text: string): State {
  return at < text.length ? unquotedAt(state, shape, at) : state;
}

/** The state at the start of a string without quotes. */
function unquotedAt(state: State, shape: Shape, start: number): State {
  const assumed = repaired(state, "unquoted_string", start, "", "");
  return {
    ...assumed,
    expected: {
      type: "unquoted",
      start,
      content: start,
      open: char.doubleQuote,
      from: start,
      limit: Number.POSITIVE_INFINITY,
      shape,
    },
  };
}

/** The state at the start of a string whose opening quote is missing, if a string can be there. */
function stringWithoutOpeningQuote(state: State, shape: Shape): readonly State[] {
  if (shape.isUnknown || !shape.admits("string")) return [];
  const { at } = state;
  const assumed = repaired(state, "missing_quote", at, "", '"');
  return [
    {
      ...assumed,
      expected: {
        type: "string",
        start: at,
        content: at,
        open: char.doubleQuote,
        from: at,
        opensQuotation: false,
        hasInnerQuote: false,
      },
    },
  ];
}

/** The states where the opening bracket of a list or object is missing that the schema requires. */
function missingOpeningStates(state: State, shape: Shape, text: string): readonly State[] {
  const { at } = state;
  if (shape.isUnknown) return [];
  const states: State[] = [];
  if (shape.admits("object")) {
    const name = memberNameAt(text, at);
    if (name !== undefined && shape.admitsName(name))
      states.push(opened(repaired(state, "missing_bracket", at, "", "{"), "object", shape, at));
  }
  const code = text.charCodeAt(at);
  if (
    shape.admits("array") &&
    code !== char.squareOpen &&
    (isQuote(code) || code === char.curlyOpen || isNameCharacter(code) || code === char.minus)
  )
    states.push(opened(repaired(state, "missing_bracket", at, "", "["), "list", shape, at));
  return states;
}
