import { quote } from "@helve/core/internal";
import type { IToken, TokenType } from "chevrotain";
import type { Fault } from "./python-value.ts";
import * as t from "./tokens.ts";

/**
 * Explains a syntax error: what the unexpected token means and what to write instead.
 *
 * @param tokens - all tokens of the text
 * @param index - the index of the unexpected token; the number of tokens for the end of the text
 */
export function syntaxFault(tokens: readonly IToken[], index: number): Fault {
  const token = tokens[index];
  const before = tokens[index - 1];
  return (
    lineBreakFault(token) ??
    complexNumberFault(token, tokens[index + 1], before) ??
    callFault(token, before) ??
    proseFault(tokens, index) ??
    computationFault(token, before) ??
    unexpectedTokenFault(token, before, closingBracketAt(tokens, index))
  );
}

/** The fault of a line break outside brackets. */
function lineBreakFault(token: IToken | undefined): Fault | undefined {
  if (token?.tokenType !== t.LineBreak) return undefined;
  const expected = "brackets around all values";
  return {
    code: "line_break",
    message: `a line break outside brackets ends the values: expected ${expected}`,
    expected,
  };
}

/** The fault of a complex number such as `1 + 2j`. */
function complexNumberFault(
  token: IToken | undefined,
  next: IToken | undefined,
  before: IToken | undefined,
): Fault | undefined {
  if (token?.tokenType !== t.Sign || before?.tokenType !== t.NumberToken || !/[jJ]$/.test(next?.image ?? ""))
    return undefined;
  return { code: "complex", message: "JSON has no complex numbers", expected: "a number" };
}

/** The fault of a call or an attribute such as `f(1)` or `a.b`, since neither is evaluated. */
function callFault(token: IToken | undefined, before: IToken | undefined): Fault | undefined {
  if (before?.tokenType !== t.NameToken || isOperator(before)) return undefined;
  if (token?.tokenType !== t.LeftParen && token?.image !== ".") return undefined;
  const message = `functions and attributes are not evaluated: write the value of ${quote(before.image, 40)}`;
  return { code: "computation", message, expected: "a value" };
}

/** The fault of prose: text that starts with a word is not a tuple. */
function proseFault([first]: readonly IToken[], index: number): Fault | undefined {
  if (index === 0 || first?.tokenType !== t.NameToken) return undefined;
  const expected = "a tuple in parentheses, with strings in quotes";
  const message = `the arguments are not a tuple: expected ${expected} (got ${quote(first.image, 40)}, and more)`;
  return { code: "not_a_tuple", message, expected };
}

/** The fault of an operator, since nothing is computed. */
function computationFault(token: IToken | undefined, before: IToken | undefined): Fault | undefined {
  const operator = [token, before].find((candidate) => candidate !== undefined && isOperator(candidate));
  if (operator === undefined) return undefined;
  const message = `expressions are not evaluated: write the result, or a string in quotes (got ${quote(operator.image)})`;
  return { code: "computation", message, expected: "a value" };
}

const operators = new Set(
  "not and or if else for in is lambda await yield async * ** / // % @ & | ^ ~ << >> < > <= >= == != :=".split(" "),
);

function isOperator({ image, tokenType }: IToken): boolean {
  return tokenType === t.Sign || operators.has(image);
}

/** The fault of any other unexpected token: what was expected in its place. */
function unexpectedTokenFault(
  token: IToken | undefined,
  before: IToken | undefined,
  open: TokenType | undefined,
): Fault {
  const expected = expectedAfter(before, open);
  const got =
    token === undefined || token.image === ""
      ? "the end of the text"
      : token.tokenType === t.StringToken
        ? "a string"
        : quote(token.image, 40);
  return { code: "python", message: `not a Python tuple: expected ${expected} (got ${got})`, expected };
}

/** The tokens that the grammar allows after a token, as text: `a value`, `"," or ")"`. */
function expectedAfter(before: IToken | undefined, open: TokenType | undefined): string {
  const close = open === undefined ? undefined : `"${open.PATTERN}"`;
  const type = before?.tokenType;
  if (type === undefined || type === t.Colon || type === t.Equals || type === t.Sign) return "a value";
  if (type === t.Comma || t.closingOf.has(type)) return close === undefined ? "a value" : `a value or ${close}`;
  return close === undefined ? "nothing more" : `"," or ${close}`;
}

/** The closing bracket of the innermost bracket that is open before a token. */
function closingBracketAt(tokens: readonly IToken[], index: number): TokenType | undefined {
  const open: TokenType[] = [];
  for (const { tokenType } of tokens.slice(0, index)) {
    const closing = t.closingOf.get(tokenType);
    if (closing !== undefined) open.push(closing);
    else if (tokenType === open.at(-1)) open.pop();
  }
  return open.at(-1);
}
