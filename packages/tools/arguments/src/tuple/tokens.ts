/** The tokens of Python literals, in the order in which the lexer tries them. */
import { type CustomPatternMatcherReturn, createToken, Lexer, type TokenType } from "chevrotain";
import { numberLiteralAt } from "./number-literal.ts";
import { stringLiteralAt } from "./string-literal.ts";

/** The token of a string literal; its payload is a `StringLiteral`. */
export const StringToken: TokenType = createToken({
  name: "Text",
  line_breaks: true,
  start_chars_hint: Array.from("'\"rRbBuUfFtT"),
  pattern: (text, offset): CustomPatternMatcherReturn | null => {
    const literal = stringLiteralAt(text, offset);
    return literal === undefined
      ? null
      : Object.assign([text.slice(offset, literal.end)] as [string], { payload: literal });
  },
});

/** A number, valid or not. */
export const NumberToken: TokenType = createToken({
  name: "Numeral",
  line_breaks: false,
  start_chars_hint: Array.from(".0123456789"),
  pattern: (text, offset): CustomPatternMatcherReturn | null => {
    const numeral = numberLiteralAt(text, offset);
    return numeral === undefined ? null : [numeral];
  },
});

/** A name, including `None` and `True`. As in Python's own lexer, every non-ASCII character is part of a name. */
export const NameToken: TokenType = createToken({ name: "Name", pattern: /[A-Za-z_\x80-\uffff][\w\x80-\uffff]*/ });
export const Ellipsis: TokenType = createToken({ name: "Ellipsis", pattern: "..." });
export const LeftParen: TokenType = createToken({ name: "LeftParen", pattern: "(" });
export const RightParen: TokenType = createToken({ name: "RightParen", pattern: ")" });
export const LeftBracket: TokenType = createToken({ name: "LeftBracket", pattern: "[" });
export const RightBracket: TokenType = createToken({ name: "RightBracket", pattern: "]" });
export const LeftBrace: TokenType = createToken({ name: "LeftBrace", pattern: "{" });
export const RightBrace: TokenType = createToken({ name: "RightBrace", pattern: "}" });
export const Comma: TokenType = createToken({ name: "Comma", pattern: "," });
export const Colon: TokenType = createToken({ name: "Colon", pattern: /:(?!=)/ });
export const Equals: TokenType = createToken({ name: "Equals", pattern: /=(?!=)/ });
export const Sign: TokenType = createToken({ name: "Sign", pattern: /[+-]/ });

/** The closing bracket of each opening bracket. */
export const closingOf: ReadonlyMap<TokenType, TokenType> = new Map([
  [LeftParen, RightParen],
  [LeftBracket, RightBracket],
  [LeftBrace, RightBrace],
]);

const longSign = /[<>!=:]=|\*\*|\/\/|<<|>>|->/y;

/** Anything that is not part of a Python literal: operators, and every other character. */
const Other: TokenType = createToken({
  name: "Other",
  line_breaks: true,
  start_chars_hint: Array.from({ length: 0x80 }, (_, code) => code),
  pattern: (text, offset): CustomPatternMatcherReturn => {
    longSign.lastIndex = offset;
    return [longSign.exec(text)?.[0] ?? text.charAt(offset)];
  },
});

export const LineBreak: TokenType = createToken({ name: "LineBreak", pattern: /\r\n?|\n/, line_breaks: true });
/** The first or the last line of a Markdown fence. */
export const Fence: TokenType = createToken({ name: "Fence", pattern: /```\w*/ });

/** All token types, in the order in which the lexer tries them. */
export const tokenTypes: readonly TokenType[] = [
  createToken({ name: "Space", pattern: /[ \t\f]+/, group: Lexer.SKIPPED }),
  createToken({ name: "Comment", pattern: /#[^\r\n]*/, group: Lexer.SKIPPED }),
  createToken({ name: "Continuation", pattern: /\\(?:\r\n?|\n)/, group: Lexer.SKIPPED, line_breaks: true }),
  ...[LineBreak, Fence, StringToken, NumberToken, NameToken, Ellipsis],
  ...[LeftParen, RightParen, LeftBracket, RightBracket, LeftBrace, RightBrace],
  ...[Comma, Colon, Equals, Sign, Other],
];
