/** Reads numbers, `true`, `null` and other values that start with a letter, in a damaged text. */
import { integerByPolicy } from "../../big-integer.ts";
import { isNameCharacter, isQuote } from "../characters.ts";
import { cutOff, put } from "./frames.ts";
import type { Scalar } from "./scan.ts";
import type { Source } from "./source.ts";
import { pointerOf, record, refuse, type State } from "./state.ts";
import { putCutOff, startString } from "./string-states.ts";

/** Reads a number or a literal. */
export function readScalar(state: State, { value, end, kind }: Scalar, source: Source): void {
  const { text } = source;
  const { at } = state;
  const literal = text.slice(at, end);
  if (value === null || typeof value === "boolean") {
    if (kind !== undefined) record(state, kind, [at, literal, value]);
    put(state, value, end);
    return;
  }
  const result = numberValue(state, value.number, literal, source);
  if (state.expected === "failed") return;
  if (kind !== undefined && typeof result === "number") record(state, kind, [at, literal, result]);
  if (end === text.length && state.frame !== undefined) putCutOff(state, source, result, [end, literal, result]);
  else put(state, result, end);
}

/** The value of a number: of one that no JavaScript number holds, by the `bigIntegers` policy. */
function numberValue(state: State, spelling: string, literal: string, source: Source): unknown {
  const { at, shape } = state;
  const number = Number(spelling);
  const range = { start: at, end: at + literal.length };
  if (!Number.isFinite(number)) {
    const message = `not JSON: a JavaScript number can't hold ${spelling.slice(0, 40)}`;
    refuse(state, source, { code: "big_number", message, ...range });
    return null;
  }
  // The version 1.10 stays "1.10" where only a string is admitted.
  if (!shape.isUnknown && shape.admits("string") && !shape.admits("number") && !shape.admits("integer")) {
    record(state, "number_to_string", [at, number, literal]);
    return literal;
  }
  if (!source.comparesReadings && String(number) !== literal) source.numberSpellings.set(pointerOf(state), literal);
  if (Number.isSafeInteger(number) || /[.eE]/.test(spelling)) return number;
  const integer = integerByPolicy(spelling, source.options.bigIntegers);
  if (integer.kind === "refused")
    refuse(state, source, { code: "big_integer", message: `can't be read exactly: ${integer.message}`, ...range });
  if (integer.kind === "converted") {
    source.numberSpellings.delete(pointerOf(state));
    record(state, "big_integer", [at, spelling, integer.value]);
  }
  return integer.value;
}

/** Reads a string with a prefix, a number that is not finite, or a number or literal that is cut off; false for any other word. */
export function readWord(state: State, source: Source): boolean {
  const { text, options } = source;
  const { at } = state;
  let end = at;
  while (isNameCharacter(text.charCodeAt(end))) end += 1;
  const word = text.slice(at, end);
  const hasPrefix = !source.comparesReadings && /^(?:[bBuUrR]|[bB][rR]|[rR][bB])$/.test(word);
  if (hasPrefix && isQuote(text.charCodeAt(end))) {
    record(state, "string_prefix", [at, word, ""]);
    startString(state, end, { isRaw: /r/i.test(word) }, text);
    return true;
  }
  const literal = /^[+-]?(?:NaN|nan|Infinity|inf)(?![\w$.-])/.exec(text.slice(at, at + 12))?.[0];
  if (literal !== undefined) {
    const next = at + literal.length;
    if (options.nonFinite === "refuse") {
      const message = `not JSON: ${literal} is not a JSON number (write a number or null)`;
      refuse(state, source, { code: "non_finite", message, start: at, end: next, expected: "a number or null" });
    } else record(state, "non_finite", [at, literal, options.nonFinite === "text" ? literal : null]);
    if (state.expected !== "failed") put(state, options.nonFinite === "text" ? literal : null, next);
    return true;
  }
  return readCutOffWord(state, source);
}

/** Reads a number or literal that the end of the text cut off: `tru`, `1e`, `-`. */
function readCutOffWord(state: State, source: Source): boolean {
  const { text } = source;
  const { at, frame } = state;
  const rest = text.slice(at, at + 400);
  if (frame === undefined || at + rest.length < text.length) return false;
  const literal = ["true", "false", "null", "True", "False", "None"].find((whole) => whole.startsWith(rest));
  if (literal !== undefined) {
    const value = /^[nN]/.test(literal) ? null : /^[tT]/.test(literal);
    putCutOff(state, source, value, [at, rest, value]);
    return true;
  }
  const number = /^(-?(?:0|[1-9]\d*)(?:\.\d+)?)(?:\.|\.?[eE][+-]?)$/.exec(rest)?.[1];
  if (number !== undefined) putCutOff(state, source, Number(number), [at, rest, Number(number)]);
  else if (rest === "-" || rest === "+") {
    source.openPaths.push(pointerOf(state));
    record(state, "truncated_member", [at, rest, null]);
    state.at = text.length;
    cutOff(state, source);
  } else return false;
  return true;
}
