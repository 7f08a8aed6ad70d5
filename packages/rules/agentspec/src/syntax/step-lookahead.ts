/** Distinguishes questions about earlier steps from predicates and comparisons: their words are names in any other place. */
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import * as t from "./tokens.ts";

/** Returns a token after the last consumed one; the first is 1. */
type Lookahead = (nth: number) => IToken;

/** The words that begin a value of earlier steps. */
const stepValueWords: readonly string[] = ["count", "sum", "last"];

/** Whether `once(` begins a question about earlier steps: a tool follows, and no value. */
export function isOnceCall(at: Lookahead, isValueName: (word: string) => boolean): boolean {
  return at(1).image === "once" && beginsStepQuery(at, isValueName);
}

/** Whether `count(`, `sum(` or `last(` begins a value of earlier steps. */
export function isStepValue(at: Lookahead, isValueName: (word: string) => boolean): boolean {
  const { image } = at(1);
  if (!stepValueWords.includes(image)) return false;
  return image === "sum" ? hasWordInCall(at, "of") : beginsStepQuery(at, isValueName);
}

/** Whether `count(`, `sum(` or `last(` begins a comparison: something follows that compares or calculates. */
export function isComparedStepValue(at: Lookahead, isValueName: (word: string) => boolean): boolean {
  if (!isStepValue(at, isValueName)) return false;
  const next = endOfCall(at) + 1;
  const { tokenType } = at(next);
  const isPart = tokenType === t.Dot || tokenType === t.LeftBracket || tokenType === t.Question;
  return isPart || continuesValue(at, next) || tokenMatcher(at(next), t.Compare);
}

/** Whether `every(` or `some(` compares the items of a list: an operator follows the comma. */
export function isQuantifier(at: Lookahead): boolean {
  const { image } = at(1);
  if ((image !== "every" && image !== "some") || at(2).tokenType !== t.LeftParen) return false;
  let depth = 0;
  for (let nth = 2; ; nth++) {
    const token = at(nth);
    depth += depthChange(token);
    if (depth === 0 || isEndOfText(at, nth)) return false;
    if (depth !== 1 || token.tokenType !== t.Comma) continue;
    const [operator, next] = [at(nth + 1), at(nth + 2)];
    if (operator.image === "not") return next.image === "in";
    return tokenMatcher(operator, t.Compare) && next.tokenType !== t.RightParen && next.tokenType !== t.Comma;
  }
}

/** Whether `(` begins a calculation and no conditions: no condition is in it, and a sign is in it or an operator follows its `)`. */
export function isParenthesizedValue(at: Lookahead): boolean {
  if (at(1).tokenType !== t.LeftParen) return false;
  const end = endOfCalculation(at);
  return end !== undefined && (end.calculates || continuesValue(at, end.nth + 1));
}

/** Whether `(` begins a calculation after an operator that may also be the name of a predicate: `contains ("a" + args.b)`. */
export function isCalculationAfterOperator(at: Lookahead): boolean {
  const end = endOfCalculation(at);
  return end !== undefined && (end.calculates || signs.some((type) => tokenMatcher(at(end.nth + 1), type)));
}

/** The number of the token that closes parentheses without conditions, and whether a sign is in them. */
function endOfCalculation(at: Lookahead): { readonly nth: number; readonly calculates: boolean } | undefined {
  let depth = 0;
  let calculates = false;
  for (let nth = 1; ; nth++) {
    const token = at(nth);
    depth += depthChange(token);
    if (isEndOfText(at, nth)) return undefined;
    if (depth === 0) return { nth, calculates };
    if (depth > 1 || at(nth - 1).tokenType === t.Dot) continue;
    if (conditionSigns.some((type) => tokenMatcher(token, type)) || isProvenance(at, nth)) return undefined;
    calculates ||= signs.some((type) => tokenMatcher(token, type));
  }
}

/** Tokens that occur only between and before conditions. */
const conditionSigns: readonly TokenType[] = [t.Compare, t.And, t.Or, t.Not];

const signs: readonly TokenType[] = [t.Plus, t.Minus, t.Star];

/** Whether `from` or `only from` follows a value, and a source follows it. */
export function isProvenance(at: Lookahead, from: number): boolean {
  const start = at(from).image === "only" ? from + 1 : from;
  if (at(start).image !== "from") return false;
  const [source, after] = [at(start + 1), at(start + 2)];
  if (source.tokenType === t.LeftParen) return isSourceWord(after) || at(start + 3).tokenType === t.Dot;
  return isSourceWord(source) || after.tokenType === t.Dot;
}

/** Whether a token is the name of a source: `prompt`, `trusted`, `untrusted`. */
function isSourceWord({ image }: IToken): boolean {
  return image === "prompt" || image === "trusted" || image === "untrusted";
}

/** Whether a parenthesis after the first token begins with a tool, and not with a value: `(Files.Read where …)`. */
function beginsStepQuery(at: Lookahead, isValueName: (word: string) => boolean): boolean {
  if (at(2).tokenType !== t.LeftParen) return false;
  const [first, after] = [at(3), at(4)];
  if (tokenMatcher(first, t.StringLiteral)) return after.tokenType === t.Dot;
  if (!tokenMatcher(first, t.Name) || isValueName(first.image)) return false;
  const { tokenType, image } = after;
  const isFollowed = [t.RightParen, t.Dot, t.Star].includes(tokenType) || tokenMatcher(after, t.Or);
  if (isFollowed) return true;
  return image === "where" || image === "since" || image === "within";
}

/** Whether a token can only follow a value: a sign, or a word that is no predicate here. */
function continuesValue(at: Lookahead, nth: number): boolean {
  const [token, next] = [at(nth), at(nth + 1)];
  if (signs.some((type) => tokenMatcher(token, type))) return true;
  if (token.image === "not") return next.image === "in" && at(nth + 2).tokenType !== t.LeftParen;
  if (!tokenMatcher(token, t.Compare)) return isProvenance(at, nth);
  return !tokenMatcher(token, t.Name) || plainValues.some((type) => tokenMatcher(next, type));
}

/** The tokens that begin a value and no predicate. */
const plainValues: readonly TokenType[] = [
  t.StringLiteral,
  t.NumberLiteral,
  t.DurationLiteral,
  t.LeftBracket,
  t.LeftBrace,
];

/** Whether a word stands directly between the parentheses of a call. */
function hasWordInCall(at: Lookahead, word: string): boolean {
  if (at(2).tokenType !== t.LeftParen) return false;
  let depth = 0;
  for (let nth = 2; ; nth++) {
    const token = at(nth);
    depth += depthChange(token);
    if (depth === 0 || isEndOfText(at, nth)) return false;
    const follows = !beforeName.includes(at(nth - 1).tokenType);
    if (depth === 1 && token.image === word && follows && isName(at(nth + 1))) return true;
  }
}

/** The tokens after which a word is a name. */
const beforeName: readonly TokenType[] = [t.Dot, t.LeftParen, t.Comma];

/** Whether a token can be a name; some keywords can. */
function isName(token: IToken): boolean {
  return tokenMatcher(token, t.Name) || tokenMatcher(token, t.StringLiteral);
}

/** The number of the token that closes a call. */
function endOfCall(at: Lookahead): number {
  let depth = 0;
  for (let nth = 2; ; nth++) {
    const token = at(nth);
    depth += depthChange(token);
    if (depth === 0 || isEndOfText(at, nth)) return nth;
  }
}

/** Returns 1 for an opening bracket, -1 for a closing one, and 0 otherwise. */
function depthChange({ tokenType }: IToken): number {
  if (tokenType === t.LeftParen || tokenType === t.LeftBracket || tokenType === t.LeftBrace) return 1;
  return tokenType === t.RightParen || tokenType === t.RightBracket || tokenType === t.RightBrace ? -1 : 0;
}

/** Whether a call can't contain a token: the end of the text, or the next part of the rule. After a dot, a keyword is a name. */
function isEndOfText(at: Lookahead, nth: number): boolean {
  const { tokenType } = at(nth);
  if (tokenType.name === "EOF") return true;
  return (tokenType === t.Enforce || tokenType === t.End) && at(nth - 1).tokenType !== t.Dot;
}
