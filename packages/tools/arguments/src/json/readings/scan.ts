/** Reads pieces of a damaged text without deciding what they are: white space, contents of strings, names, literals. */
import type { RepairKind } from "../../repair-kinds.ts";
import {
  char,
  hasOtherClosingQuote,
  isClosingBracket,
  isClosingQuoteFor,
  isJsonSpace,
  isNameCharacter,
  isNonJsonSpace,
  isQuote,
  isTypographicQuote,
} from "../characters.ts";
import { numberSpelling } from "../number-spelling.ts";
import { mayBePathOrTex, readEscape } from "../read-escape.ts";
import { commentEnd } from "../skip-space.ts";
import { specialTokenEnd } from "../special-token.ts";
import type { Source } from "./source.ts";
import { record, type State, type StringStart } from "./state.ts";

/** The next offset that is not white space, a comment or a special token. */
export function gapEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    const next = isJsonSpace(code) || isNonJsonSpace(code) ? at + 1 : leftOutEnd(text, at, code);
    if (next < 0) return at;
    at = next;
  }
}

/** The end of the comment or special token that starts at an offset; -1 if none does. */
function leftOutEnd(text: string, at: number, code: number): number {
  if (!mayBeLeftOut(code)) return -1;
  const comment = commentEnd(text, at, code);
  return comment > 0 ? comment : specialTokenEnd(text, at);
}

/** Whether a character may start a comment or a special token. */
function mayBeLeftOut(code: number): boolean {
  return code === char.slash || code === char.hash || code === char.less || code === char.squareOpen;
}

/** Moves a state past white space, comments and special tokens, and returns the code of the next character. */
export function skipGap(state: State, { text }: Source): number {
  for (;;) {
    const { at } = state;
    const code = text.charCodeAt(at);
    if (code > char.space && code < 0x80 && !mayBeLeftOut(code)) return code;
    if (isJsonSpace(code)) {
      state.at += 1;
      continue;
    }
    if (isNonJsonSpace(code)) {
      while (isNonJsonSpace(text.charCodeAt(state.at))) state.at += 1;
      record(state, "white_space", [at, text.slice(at, state.at), " "]);
      continue;
    }
    const end = leftOutEnd(text, at, code);
    if (end < 0) return code;
    const isComment = commentEnd(text, at, code) > 0;
    record(state, isComment ? "comment" : "special_token", [at, text.slice(at, end), ""]);
    // Text that looks like a comment may be the content of a string.
    if (isComment && /["{}[\]]/.test(text.slice(at, end))) state.isUncertain = true;
    state.at = end;
  }
}

/** The offset of the closing quote of a string without escapes and control characters; -1 for any other string. */
export function plainStringEnd(text: string, from: number, open: number): number {
  if (hasOtherClosingQuote(open)) return -1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === open) return at;
    if (code === char.backslash || code < char.space) return -1;
  }
  return -1;
}

/** The next quote at or after `from` that can close a string, and has no backslash; -1 if not found. */
export function nextQuote(text: string, from: number, open: number, limit: number = text.length): number {
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === char.backslash) at += 1;
    else if (code === open || (hasOtherClosingQuote(open) && isClosingQuoteFor(open, code))) return at;
  }
  return -1;
}

/** The content of a string. */
export interface StringContent {
  readonly value: string;
  /** The offset of the quote after it; without a quote, the length of the text. */
  readonly end: number;
  readonly badEscape: number;
  readonly control: number;
  /** Whether the content can be meant in two ways: typographic quotes may have replaced others within it. */
  readonly isAmbiguous: boolean;
}

/**
 * Unescapes the content of a string up to an offset, or up to the next quote that can close it. If one of its escape sequences
 * is invalid, the others are rather backslashes of the text: `\\b`, `\\f` and a backslash before a line break are kept then.
 */
export function stringContent(text: string, string: StringStart, to?: number): StringContent {
  const read = unescaped(text, string, to, false);
  if (!read.keepsBackslash) return read;
  const literal = unescaped(text, string, to, true);
  const isAmbiguous = literal.isAmbiguous || mayBePathOrTex(text.slice(string.content, literal.end));
  return { ...literal, isAmbiguous };
}

/** Decodes the escapes of a string. */
function unescaped(
  text: string,
  { content: from, open, isRaw }: StringStart,
  to: number | undefined,
  keepsAll: boolean,
): StringContent & { readonly keepsBackslash: boolean } {
  let value = "";
  let copiedUpTo = from;
  let badEscape = -1;
  let control = -1;
  let isAmbiguous = false;
  let keepsBackslash = false;
  let continues = false;
  const limit = to ?? text.length;
  let at = from;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (to === undefined && (code === open || (hasOtherClosingQuote(open) && isClosingQuoteFor(open, code)))) break;
    if (open > 0x80 && isTypographicQuote(code)) isAmbiguous = true;
    if (code < char.space && control < 0) control = at;
    if (code !== char.backslash) continue;
    if (isRaw === true) {
      at += 1;
      continue;
    }
    if (keepsAll && /[bf\n]/.test(text.charAt(at + 1))) continue;
    const sequence = readEscape(text, at);
    if (sequence.end > limit) isAmbiguous = true;
    if (isTypographicQuote(text.charCodeAt(at + 1))) isAmbiguous = true;
    if (!sequence.isJson && badEscape < 0) badEscape = at;
    if (sequence.isText === true) keepsBackslash = true;
    if (text.charAt(at + 1) === "\n") continues = true;
    value += text.slice(copiedUpTo, at) + sequence.value;
    copiedUpTo = sequence.end;
    at = sequence.end - 1;
  }
  const end = Math.min(at, limit);
  const rest = text.slice(Math.min(copiedUpTo, end), end);
  // Among line breaks that are not escaped, a backslash before one is a backslash of the text.
  if (continues && control >= 0) keepsBackslash = true;
  return { value: value + rest, end, badEscape, control, isAmbiguous, keepsBackslash };
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
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (code === char.colon) return next === char.equals ? at + 2 : at + 1;
  if (code !== char.equals || next === char.equals) return -1;
  return next === char.greater ? at + 2 : at + 1;
}

/** The name of the member that starts at an offset, in quotes or without; `undefined` if there is no name and colon. */
export function memberNameAt(text: string, from: number): string | undefined {
  const at = gapEnd(text, from);
  const code = text.charCodeAt(at);
  const end = isQuote(code)
    ? nextQuote(text, at + 1, code, Math.min(text.length, at + maxNameLength))
    : nameEnd(text, at);
  if (end <= at) return undefined;
  const next = gapEnd(text, isQuote(code) ? end + 1 : end);
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
]);

const otherSpellings = new Map<string, readonly [value: boolean | null, kind: RepairKind | undefined]>([
  ["true", [true, "literal_spelling"]],
  ["false", [false, "literal_spelling"]],
  ["null", [null, "literal_spelling"]],
  ["none", [null, "literal_spelling"]],
  ["nil", [null, "literal_spelling"]],
]);

/** The number or literal that starts at an offset, if it is followed by a delimiter; `undefined` otherwise. */
export function scalarAt(text: string, at: number): Scalar | undefined {
  plainScalarPattern.lastIndex = at;
  if (plainScalarPattern.test(text)) {
    const { lastIndex: plainEnd } = plainScalarPattern;
    const code = text.charCodeAt(at);
    if (code > char.nine) return { value: code === 0x6e ? null : code === 0x74, end: plainEnd, kind: undefined };
    return { value: { number: text.slice(at, plainEnd) }, end: plainEnd, kind: undefined };
  }
  scalarPattern.lastIndex = at;
  const word = scalarPattern.exec(text)?.[0];
  if (word === undefined || !endsValue(text, at + word.length)) return undefined;
  const end = at + word.length;
  const literal = literals.get(word) ?? otherSpellings.get(word.toLowerCase());
  if (literal !== undefined) return { value: literal[0], end, kind: literal[1] };
  const number = numberSpelling(word);
  return number === undefined
    ? undefined
    : { value: { number }, end, kind: number === word ? undefined : "number_form" };
}

/** An integer or literal of JSON before a comma or a bracket. */
const plainScalarPattern = /(?:-?(?:0|[1-9]\d{0,14})|true|false|null)(?=[,}\]])/y;

const scalarPattern = /[\w.+-]{1,400}/y;

/** Whether a number or literal can end at an offset: a comma, a bracket, a quote, or the end of the text follows. */
function endsValue(text: string, end: number): boolean {
  const at = gapEnd(text, end);
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code === char.comma || isClosingBracket(code) || isQuote(code)) return true;
  // Without a comma, the next member or item is separated by white space.
  return (
    at > end &&
    (/[\d{[-]/.test(text.charAt(at)) ||
      /^(?:true|false|null|True|False|None)\b/.test(text.slice(at, at + 6)) ||
      memberNameAt(text, at) !== undefined)
  );
}

/** The end of the content of a string in triple quotes that starts at an offset, -1 if it has no end; `undefined` if none starts there. */
export function tripleQuotedEnd(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at);
  if (text.charCodeAt(at + 1) !== code || text.charCodeAt(at + 2) !== code) return undefined;
  if (code !== char.doubleQuote && code !== char.singleQuote) return undefined;
  return text.indexOf(text.slice(at, at + 3), at + 3);
}
