import { createTokenInstance, type IToken, Lexer, type TokenType } from "chevrotain";
import type { Fault, Stretch } from "./literal.ts";
import { mend, type Reading, report } from "./reading.ts";
import type { StringLiteral } from "./string-literal.ts";
import * as t from "./tokens.ts";

let lexer: Lexer | undefined;

/**
 * Cuts a text into the tokens that the grammar knows. Repairs leave out a Markdown fence and line breaks outside of
 * brackets, and close what the end of the text left open.
 *
 * @returns `undefined` when nothing can be read; the issues then say why
 */
export function tokenize(reading: Reading): IToken[] | undefined {
  lexer ??= new Lexer([...t.tokenTypes], { positionTracking: "onlyOffset" });
  const { tokens } = lexer.tokenize(reading.text);
  if (unclosedString(tokens, reading)) return undefined;
  return bracketed(withoutFence(withoutOuterBreaks(tokens), reading), reading);
}

/** What follows a quote that is missing is part of the string, most likely: nothing else is said then. */
function unclosedString(tokens: readonly IToken[], reading: Reading): boolean {
  for (const token of tokens) {
    if (token.tokenType !== t.Text) continue;
    const { fault, end }: StringLiteral = token.payload;
    if (fault?.code !== "unclosed_string") continue;
    report(reading, fault, { start: token.startOffset, end });
    return true;
  }
  return false;
}

function withoutOuterBreaks(tokens: readonly IToken[]): readonly IToken[] {
  const isMore = ({ tokenType }: IToken): boolean => tokenType !== t.LineBreak;
  const first = tokens.findIndex(isMore);
  return first === -1 ? [] : tokens.slice(first, tokens.findLastIndex(isMore) + 1);
}

function withoutFence(tokens: readonly IToken[], reading: Reading): readonly IToken[] {
  if (!reading.options.repair) return tokens;
  const open = tokens[0]?.tokenType === t.Fence ? tokens[0] : undefined;
  const close = tokens.length > 1 && tokens.at(-1)?.tokenType === t.Fence ? tokens.at(-1) : undefined;
  if (open === undefined && close === undefined) return tokens;
  const inside = reading.text.slice(open === undefined ? 0 : endOf(open), close?.startOffset);
  mend(reading, "fence", { start: 0, end: reading.text.length }, inside);
  return withoutOuterBreaks(tokens.slice(open === undefined ? 0 : 1, close === undefined ? undefined : -1));
}

/** Leaves out the line breaks, which within brackets mean nothing, and sees to brackets that are open at the end. */
function bracketed(tokens: readonly IToken[], reading: Reading): IToken[] | undefined {
  const kept: IToken[] = [];
  /** The brackets that are still to come. */
  const open: TokenType[] = [];
  const { maxDepth, repair } = reading.options;
  for (const token of tokens) {
    const { tokenType } = token;
    const closing = t.closingOf.get(tokenType);
    if (closing !== undefined) open.push(closing);
    if (tokenType === open.at(-1)) open.pop();
    if (open.length > maxDepth) {
      report(reading, tooDeep(maxDepth), stretchOf(token));
      return undefined;
    }
    if (tokenType !== t.LineBreak) kept.push(token);
    else if (open.length === 0) {
      if (!repair) kept.push(token);
      else mend(reading, "line_break", stretchOf(token), "");
    }
  }
  return repair && open.length > 0 ? [...kept, ...missing(open, reading)] : kept;
}

function tooDeep(most: number): Fault {
  const expected = `at most ${most} levels`;
  return { code: "too_deep", message: `the values are nested too deep: expected ${expected}`, expected };
}

/** The brackets that the text does not close. */
function missing(open: readonly TokenType[], reading: Reading): readonly IToken[] {
  const end = reading.text.length;
  const tokens = open
    .toReversed()
    .map((type) => createTokenInstance(type, "", end, end, Number.NaN, Number.NaN, Number.NaN, Number.NaN));
  mend(reading, "truncated", { start: end, end }, tokens.map(({ tokenType }) => String(tokenType.PATTERN)).join(""));
  return tokens;
}

/** The place of a token. */
export function stretchOf(token: IToken): Stretch {
  return { start: token.startOffset, end: endOf(token) };
}

function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}
