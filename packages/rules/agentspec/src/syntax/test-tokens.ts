/** Finds the tests in the tokens of a text, and gives their words the types of keywords: elsewhere these words are names. */
import type { SourceText } from "@helve/core/internal";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { isFirstOnLine } from "./parser-state.ts";
import * as t from "./tokens.ts";
import { isKeywordAt, withTokenType } from "./tokens.ts";

/** Whether a test starts at a token: `test` is first on its line or after an `end`, and its name follows. */
export function startsTest(tokens: readonly IToken[], at: number, source: SourceText): boolean {
  const [before, token, name] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.image !== "test" || name === undefined || !tokenMatcher(name, t.StringLiteral)) return false;
  return isKeywordAt(tokens, at - 1, t.End) || isFirstOnLine(before, token, source);
}

/** The tokens of the test that starts at an index, up to its `end`. */
export function testTokensAt(tokens: readonly IToken[], at: number): readonly IToken[] {
  const found: IToken[] = [];
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (openingBrackets.includes(token.tokenType)) depth++;
    else if (closingBrackets.includes(token.tokenType)) depth--;
    const type = depth > 0 ? undefined : keywordType(tokens, index, index === at);
    found.push(type === undefined ? token : withTokenType(token, type));
    if (isKeywordAt(tokens, index, t.End)) break;
  }
  return found;
}

const openingBrackets: readonly TokenType[] = [t.LeftParen, t.LeftBracket, t.LeftBrace];
const closingBrackets: readonly TokenType[] = [t.RightParen, t.RightBracket, t.RightBrace];

/** The words that begin the parts of a test. */
const partWords: ReadonlyMap<string, TokenType> = new Map([
  ["given", t.Given],
  ["after", t.After],
  ["when", t.When],
  ["expect", t.Expect],
]);

/** The type of a word as a keyword of a test; `undefined` if it is a name or another token. */
function keywordType(tokens: readonly IToken[], index: number, isFirst: boolean): TokenType | undefined {
  if (isFirst) return t.Test;
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (token === undefined || before === undefined || !tokenMatcher(token, t.Name)) return undefined;
  if ([t.Dot, t.At, t.Comma].includes(before.tokenType)) return undefined;
  if (token.image === "ago" && before.tokenType === t.DurationLiteral) return t.Ago;
  // A tool may have such a name: `after given({})`.
  if (next !== undefined && isCallOrMember(next)) return undefined;
  return token.image === "by" ? t.By : partWords.get(token.image);
}

function isCallOrMember({ tokenType }: IToken): boolean {
  return tokenType === t.LeftParen || tokenType === t.Dot;
}
