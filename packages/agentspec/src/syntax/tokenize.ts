import type { Issue, Source } from "@helve/core";
import { type IToken, Lexer } from "chevrotain";
import { quoted } from "./reading.ts";
import { OpenText, tokenTypes } from "./tokens.ts";

/** The tokens of a text without its comments, and what in it is no token. */
export interface Tokens {
  readonly tokens: readonly IToken[];
  readonly issues: readonly Issue[];
}

let lexer: Lexer | undefined;

/** Cuts a text into tokens. What is no token is left out and named. */
export function tokenize(source: Source): Tokens {
  lexer ??= new Lexer([...tokenTypes], { positionTracking: "onlyOffset" });
  const { tokens, groups, errors } = lexer.tokenize(source.text);
  const issues = errors.map(({ offset, length }) => unexpectedCharacters(source, offset, length));
  for (const token of tokens) if (token.tokenType === OpenText) issues.push(openText(source, token));
  for (const { startOffset } of groups["openComments"] ?? []) issues.push(openComment(source, startOffset));
  return { tokens, issues };
}

function unexpectedCharacters(source: Source, offset: number, length: number): Issue {
  const found = source.text.slice(offset, offset + length);
  const isQuote = /['‘’“”`]/u.test(found);
  const advice = isQuote ? 'a string stands in "double quotes"' : "leave it out";
  return {
    code: "unexpected_character",
    message: `${quoted(found)} means nothing in a rule: ${advice}`,
    range: source.range(offset, offset + length),
    expected: isQuote ? '"' : "nothing",
  };
}

function openText(source: Source, { startOffset, image }: IToken): Issue {
  return {
    code: "unterminated_string",
    message: 'the string is not closed: expected " before the end of the line',
    range: source.range(startOffset, startOffset + image.length),
    expected: '"',
  };
}

function openComment(source: Source, offset: number): Issue {
  return {
    code: "unterminated_comment",
    message: "the comment is not closed: expected */ before the end of the text",
    range: source.range(offset, offset + 2),
    expected: "*/",
  };
}
