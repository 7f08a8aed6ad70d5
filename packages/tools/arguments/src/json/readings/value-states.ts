// The states at a place where a value is expected.

import { integerByPolicy } from "../../big-integer.ts";
import type { ResolvedOptions } from "../../decode-options.ts";
import { char, isNameCharacter, isQuote, isTypographicQuote } from "../characters.ts";
import { isClosingBracket } from "../reader.ts";
import { memberNameAt, type Scalar, scalarAt } from "./scan.ts";
import type { Shape } from "./shape.ts";
import type { Source } from "./source.ts";
import { opened, repaired, type State, truncated, withValue } from "./state.ts";

/** The states at a place where a value is expected. */
export function valueStates(state: State, shape: Shape, source: Source, before: number): readonly State[] {
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
    states.push(...missingValueStates(state, shape, code, text));
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
  // An item that begins with a double quote is no string without quotes.
  if (
    isText &&
    !(code === char.doubleQuote && frame?.type === "list") &&
    !(frame?.type === "list" && states.length > 0 && scalarIsAdmitted(text, at, shape))
  )
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
function missingValueStates(state: State, shape: Shape, code: number, text: string): readonly State[] {
  const { at, frame } = state;
  if (frame?.type !== "object") return [];
  const missing = repaired(state, "missing_value", at, "", null);
  const states = [withValue(missing, null, at)];
  if (!shape.isUnknown && shape.admits("string")) states.push(emptyUnquoted(state, text));
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
export function stringWithoutOpeningQuote(state: State, shape: Shape): readonly State[] {
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

/** The state after an empty string whose quotes are missing; white space before it may be its content. */
export function emptyUnquoted(state: State, text: string): State {
  const { at } = state;
  const isUnclear = at > 1 && /\s\s|[\n\t]/.test(text.slice(at - 2, at));
  const assumed = repaired(isUnclear ? { ...state, isAmbiguous: true } : state, "unquoted_string", at, "", "");
  return withValue(assumed, "", at);
}
