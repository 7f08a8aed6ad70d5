import { createTokenInstance, type IRecognitionException, type IToken, Lexer, type TokenType } from "chevrotain";
import { parseTokens } from "./grammar.ts";
import type { Fault, PythonValue, TextSpan } from "./python-value.ts";
import type { StringLiteral } from "./string-literal.ts";
import { syntaxFault } from "./syntax-fault.ts";
import * as t from "./tokens.ts";
import { addIssue, addRepair, type TupleReading } from "./tuple-reading.ts";

/** Parses a text as one Python value; `undefined` if it is invalid: `reading.issues` then explain why. */
export function readPythonLiteral(reading: TupleReading): PythonValue | undefined {
  const { text, options } = reading;
  if (text.length > options.maxLength) {
    addIssue(reading, tooLongFault(text.length, options.maxLength), { start: 0, end: 0 });
    return undefined;
  }
  const zero = text.indexOf("\0");
  if (zero !== -1) {
    addIssue(reading, zeroCharacterFault, { start: zero, end: zero + 1 });
    return undefined;
  }
  const tokens = tokenize(reading);
  if (tokens === undefined) return undefined;
  const { literal, error } = parseTokens(tokens);
  if (error !== undefined) addSyntaxIssue(tokens, error, reading);
  return literal;
}

/** Adds the issue for the first token that the grammar does not allow. */
function addSyntaxIssue(tokens: readonly IToken[], { token }: IRecognitionException, reading: TupleReading): void {
  const tokenIndex = tokens.indexOf(token);
  const index = tokenIndex === -1 ? tokens.length : tokenIndex;
  const end = reading.text.length;
  addIssue(reading, syntaxFault(tokens, index), tokenIndex === -1 ? { start: end, end } : tokenSpan(token));
}

function tooLongFault(length: number, maximum: number): Fault {
  const expected = `at most ${maximum} characters`;
  return { code: "too_long", message: `the arguments are too long: expected ${expected} (got ${length})`, expected };
}

const zeroCharacterFault: Fault = {
  code: "zero_character",
  message: "a string can't contain the character U+0000: write \\0",
  expected: "\\0",
};

let lexer: Lexer | undefined;

/**
 * Splits a text into the tokens of the grammar. Repairs remove a Markdown fence and line breaks outside brackets, and close
 * brackets that are open at the end.
 *
 * @returns `undefined` if the text can't be read, which `reading.issues` then explain
 */
function tokenize(reading: TupleReading): IToken[] | undefined {
  lexer ??= new Lexer([...t.tokenTypes], { positionTracking: "onlyOffset" });
  const { tokens } = lexer.tokenize(reading.text);
  if (reportUnclosedString(tokens, reading)) return undefined;
  return withBalancedBrackets(withoutFence(withoutOuterLineBreaks(tokens), reading), reading);
}

/** Reports a string without closing quote. The following text is probably part of it, so nothing else is reported. */
function reportUnclosedString(tokens: readonly IToken[], reading: TupleReading): boolean {
  for (const token of tokens) {
    if (token.tokenType !== t.StringToken) continue;
    const { fault, end }: StringLiteral = token.payload;
    if (fault?.code !== "unclosed_string") continue;
    addIssue(reading, fault, { start: token.startOffset, end });
    return true;
  }
  return false;
}

/** Removes the line breaks before the first and after the last token. */
function withoutOuterLineBreaks(tokens: readonly IToken[]): readonly IToken[] {
  const isMore = ({ tokenType }: IToken): boolean => tokenType !== t.LineBreak;
  const first = tokens.findIndex(isMore);
  return first === -1 ? [] : tokens.slice(first, tokens.findLastIndex(isMore) + 1);
}

/** Removes a Markdown fence around the tokens, as a repair. */
function withoutFence(tokens: readonly IToken[], reading: TupleReading): readonly IToken[] {
  if (!reading.options.repair) return tokens;
  const open = tokens[0]?.tokenType === t.Fence ? tokens[0] : undefined;
  const close = tokens.length > 1 && tokens.at(-1)?.tokenType === t.Fence ? tokens.at(-1) : undefined;
  if (open === undefined && close === undefined) return tokens;
  const inside = reading.text.slice(open === undefined ? 0 : tokenEnd(open), close?.startOffset);
  addRepair(reading, "fence", { start: 0, end: reading.text.length }, inside);
  return withoutOuterLineBreaks(tokens.slice(open === undefined ? 0 : 1, close === undefined ? undefined : -1));
}

/** Removes line breaks, which have no meaning within brackets, and closes brackets that are open at the end. */
function withBalancedBrackets(tokens: readonly IToken[], reading: TupleReading): IToken[] | undefined {
  const kept: IToken[] = [];
  /** The closing brackets that are still expected. */
  const open: TokenType[] = [];
  const { maxDepth, repair } = reading.options;
  for (const token of tokens) {
    const { tokenType } = token;
    const closing = t.closingOf.get(tokenType);
    if (closing !== undefined) open.push(closing);
    if (tokenType === open.at(-1)) open.pop();
    if (open.length > maxDepth) {
      addIssue(reading, tooDeepFault(maxDepth), tokenSpan(token));
      return undefined;
    }
    if (tokenType !== t.LineBreak) kept.push(token);
    else if (open.length === 0) {
      if (!repair) kept.push(token);
      else addRepair(reading, "line_break", tokenSpan(token), "");
    }
  }
  return repair && open.length > 0 ? [...kept, ...missingClosingBrackets(open, reading)] : kept;
}

function tooDeepFault(maximum: number): Fault {
  const expected = `at most ${maximum} levels`;
  return { code: "too_deep", message: `the values are nested too deep: expected ${expected}`, expected };
}

/** Tokens for the closing brackets that are missing at the end of the text. */
function missingClosingBrackets(open: readonly TokenType[], reading: TupleReading): readonly IToken[] {
  const end = reading.text.length;
  const tokens = open
    .toReversed()
    .map((type) => createTokenInstance(type, "", end, end, Number.NaN, Number.NaN, Number.NaN, Number.NaN));
  addRepair(
    reading,
    "truncated",
    { start: end, end },
    tokens.map(({ tokenType }) => String(tokenType.PATTERN)).join(""),
  );
  return tokens;
}

/** The range of a token. */
function tokenSpan(token: IToken): TextSpan {
  return { start: token.startOffset, end: tokenEnd(token) };
}

function tokenEnd({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}
