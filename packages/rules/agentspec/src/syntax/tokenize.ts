/** Splits the text of a program into tokens and comments. */
import type { Issue } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import { type IToken, Lexer } from "chevrotain";
import { maxIssues } from "./parser-state.ts";
import { tokenTypes, UnclosedString, WronglyQuoted } from "./tokens.ts";
import { isUnsupportedSign, unexpectedCharacterIssue } from "./unsupported-syntax.ts";

/** The tokens and comments of a text, and the issues of its other characters. */
export interface TokenizedText {
  readonly tokens: readonly IToken[];
  readonly comments: readonly IToken[];
  readonly issues: readonly Issue[];
}

let lexer: Lexer | undefined;

/** Splits a text into tokens and comments. Reports unsupported characters and drops them, unless the intended token is clear. */
export function tokenize(source: SourceText): TokenizedText {
  lexer ??= new Lexer([...tokenTypes], { positionTracking: "onlyOffset" });
  const { tokens, groups, errors } = lexer.tokenize(source.text);
  const issues = errors.map(({ offset, length }) => unexpectedCharacterIssue(source, offset, length));
  const foreign = tokens.filter(({ tokenType, image }) => tokenType === WronglyQuoted || isUnsupportedSign(image));
  // No more are listed.
  for (const some of [foreign, groups["codeFences"] ?? []]) {
    for (const { startOffset, image } of some.slice(0, maxIssues + 1)) {
      issues.push(unexpectedCharacterIssue(source, startOffset, image.length));
    }
  }
  for (const token of tokens)
    if (token.tokenType === UnclosedString) issues.push(unterminatedStringIssue(source, token));
  for (const { startOffset } of groups["unclosedComments"] ?? [])
    issues.push(unterminatedCommentIssue(source, startOffset));
  return { tokens, comments: groups["comments"] ?? [], issues };
}

/** The issue of a string without a closing quote. */
function unterminatedStringIssue(source: SourceText, { startOffset, image }: IToken): Issue {
  return {
    code: "unterminated_string",
    message: 'the string is not closed: expected " before the end of the line',
    range: source.range(startOffset, startOffset + image.length),
    expected: '"',
  };
}

/** The issue of a block comment that is not closed. */
function unterminatedCommentIssue(source: SourceText, offset: number): Issue {
  return {
    code: "unterminated_comment",
    message: "the comment is not closed: expected */ before the end of the text",
    range: source.range(offset, offset + 2),
    expected: "*/",
  };
}
