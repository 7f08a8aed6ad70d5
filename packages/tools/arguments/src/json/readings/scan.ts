// Reads pieces of a damaged text without deciding what they are: white space, contents of strings, names, literals.

import type { Repair } from "@helve/core";
import type { RepairKind } from "../../repair-kinds.ts";
import {
  char,
  isClosingQuoteFor,
  isJsonSpace,
  isNameCharacter,
  isNonJsonSpace,
  isQuote,
  isTypographicQuote,
} from "../characters.ts";
import { readEscape } from "../read-escape.ts";
import { numberSpelling } from "../read-number.ts";
import { commentEnd } from "../skip-space.ts";
import { specialTokenEnd } from "../special-token.ts";

/** The next offset that is not white space, a comment or a special token, and the repairs that leave those out. */
export function skipBetween(text: string, from: number): { readonly at: number; readonly skipped: readonly Repair[] } {
  const skipped: Repair[] = [];
  let at = from;
  const leaveOut = (kind: RepairKind, end: number): void => {
    skipped.push({ kind, path: "", offset: at, before: text.slice(at, end), after: kind === "white_space" ? " " : "" });
    at = end;
  };
  for (;;) {
    const code = text.charCodeAt(at);
    if (isJsonSpace(code)) at += 1;
    else if (isNonJsonSpace(code)) leaveOut("white_space", at + 1);
    else {
      const comment = commentEnd(text, at, code);
      const token = comment > 0 ? -1 : specialTokenEnd(text, at);
      if (comment > 0) leaveOut("comment", comment);
      else if (token > 0) leaveOut("special_token", token);
      else return { at, skipped };
    }
  }
}

/** The next quote at or after `from` that can close a string, and has no backslash; -1 if there is none. */
export function nextQuote(text: string, from: number, open: number, limit: number = text.length): number {
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === char.backslash) at += 1;
    else if (code === open || (open > 0x80 && isClosingQuoteFor(open, code))) return at;
  }
  return -1;
}

/** The content of a string between two offsets. */
export interface StringContent {
  readonly value: string;
  readonly badEscape: number;
  readonly control: number;
  /** Whether the content can be meant in two ways: typographic quotes may have replaced others within it. */
  readonly isAmbiguous: boolean;
}

/** Unescapes the content of a string between two offsets. */
export function contentBetween(text: string, from: number, to: number, open: number): StringContent {
  let value = "";
  let copiedUpTo = from;
  let badEscape = -1;
  let control = -1;
  let isAmbiguous = false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (open > 0x80 && isTypographicQuote(code)) isAmbiguous = true;
    if (code < char.space && control < 0) control = at;
    if (code !== char.backslash) continue;
    const sequence = readEscape(text, at);
    if (sequence.end > to) isAmbiguous = true;
    if (isTypographicQuote(text.charCodeAt(at + 1))) isAmbiguous = true;
    if (!sequence.isJson && badEscape < 0) badEscape = at;
    value += text.slice(copiedUpTo, at) + sequence.value;
    copiedUpTo = sequence.end;
    at = sequence.end - 1;
  }
  return { value: value + text.slice(Math.min(copiedUpTo, to), to), badEscape, control, isAmbiguous };
}

/** The end of the name that starts at an offset; the offset itself if none does. */
export function nameEnd(text: string, from: number): number {
  let end = from;
  while (isKeyCharacter(text.charCodeAt(end))) end += 1;
  return end;
}

function isKeyCharacter(code: number): boolean {
  return isNameCharacter(code) || code === char.minus || code === char.dot;
}

/** The end of the colon, `=`, `=>` or `:=` that starts at an offset; -1 if none does. */
export function colonEnd(text: string, at: number): number {
  const sign = [":=", "=>", ":", "="].find((candidate) => text.startsWith(candidate, at));
  return sign === undefined || text.startsWith("==", at) ? -1 : at + sign.length;
}

/** The name of the member that starts at an offset, in quotes or without; `undefined` if there is no name and colon. */
export function memberNameAt(text: string, from: number): string | undefined {
  const { at } = skipBetween(text, from);
  const code = text.charCodeAt(at);
  const end = isQuote(code)
    ? nextQuote(text, at + 1, code, Math.min(text.length, at + maxNameLength))
    : nameEnd(text, at);
  if (end <= at) return undefined;
  const { at: next } = skipBetween(text, isQuote(code) ? end + 1 : end);
  return colonEnd(text, next) > 0 ? text.slice(isQuote(code) ? at + 1 : at, end) : undefined;
}

const maxNameLength = 200;

/** A number or a literal, and the repair that its spelling needs. */
export interface Scalar {
  /** The value; of a number its spelling in JSON. */
  readonly value: boolean | null | { readonly number: string };
  readonly end: number;
  readonly kind: RepairKind | undefined;
}

const literals = new Map<string, readonly [value: boolean | null, kind: RepairKind | undefined]>([
  ["true", [true, undefined]],
  ["false", [false, undefined]],
  ["null", [null, undefined]],
  ["True", [true, "python_literal"]],
  ["False", [false, "python_literal"]],
  ["None", [null, "python_literal"]],
  ["undefined", [null, "javascript_literal"]],
  ["TRUE", [true, "literal_spelling"]],
  ["FALSE", [false, "literal_spelling"]],
  ["NULL", [null, "literal_spelling"]],
  ["Null", [null, "literal_spelling"]],
  ["none", [null, "literal_spelling"]],
  ["nil", [null, "literal_spelling"]],
]);

/** The number or literal that starts at an offset, if it is followed by a delimiter; `undefined` otherwise. */
export function scalarAt(text: string, at: number): Scalar | undefined {
  scalarPattern.lastIndex = at;
  const word = scalarPattern.exec(text)?.[0];
  if (word === undefined || !endsValue(text, at + word.length)) return undefined;
  const end = at + word.length;
  const literal = literals.get(word);
  if (literal !== undefined) return { value: literal[0], end, kind: literal[1] };
  const number = numberSpelling(word);
  return number === undefined
    ? undefined
    : { value: { number }, end, kind: number === word ? undefined : "number_form" };
}

const scalarPattern = /[\w.+-]{1,400}/y;

/** Whether a number or literal can end at an offset: a comma, a bracket, a quote, or the end of the text follows. */
function endsValue(text: string, end: number): boolean {
  const { at } = skipBetween(text, end);
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code === char.comma || code === char.curlyClose || code === char.squareClose || isQuote(code)) return true;
  // Without a comma, the next member or item is separated by white space.
  return (
    at > end &&
    (/[\d{[-]/.test(text.charAt(at)) ||
      /^(?:true|false|null|True|False|None)\b/.test(text.slice(at, at + 6)) ||
      memberNameAt(text, at) !== undefined)
  );
}
