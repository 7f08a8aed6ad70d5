import type { Issue } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import { type IToken, Lexer } from "chevrotain";
import { foreignIssue, isForeign } from "./foreign.ts";
import { mostIssues } from "./reading.ts";
import { ForeignText, OpenText, tokenTypes } from "./tokens.ts";

/** The tokens of a text, its comments, and what in it is neither. */
export interface Tokens {
  readonly tokens: readonly IToken[];
  readonly comments: readonly IToken[];
  readonly issues: readonly Issue[];
}

let lexer: Lexer | undefined;

/** Cuts a text into tokens. What is no token is named, and left out unless it is clear which one it stands for. */
export function tokenize(source: SourceText): Tokens {
  lexer ??= new Lexer([...tokenTypes], { positionTracking: "onlyOffset" });
  const { tokens, groups, errors } = lexer.tokenize(source.text);
  const issues = errors.map(({ offset, length }) => foreignIssue(source, offset, length));
  const foreign = tokens.filter(({ tokenType, image }) => tokenType === ForeignText || isForeign(image));
  // No more are listed.
  for (const some of [foreign, groups["foreign"] ?? []]) {
    for (const { startOffset, image } of some.slice(0, mostIssues + 1)) {
      issues.push(foreignIssue(source, startOffset, image.length));
    }
  }
  for (const token of tokens) if (token.tokenType === OpenText) issues.push(openText(source, token));
  for (const { startOffset } of groups["openComments"] ?? []) issues.push(openComment(source, startOffset));
  return { tokens, comments: groups["comments"] ?? [], issues };
}

function openText(source: SourceText, { startOffset, image }: IToken): Issue {
  return {
    code: "unterminated_string",
    message: 'the string is not closed: expected " before the end of the line',
    range: source.range(startOffset, startOffset + image.length),
    expected: '"',
  };
}

function openComment(source: SourceText, offset: number): Issue {
  return {
    code: "unterminated_comment",
    message: "the comment is not closed: expected */ before the end of the text",
    range: source.range(offset, offset + 2),
    expected: "*/",
  };
}
