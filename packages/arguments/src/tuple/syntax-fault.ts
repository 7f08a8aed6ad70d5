import { quote } from "@helve/core/internal";

import type { IToken, TokenType } from "chevrotain";
import type { Fault } from "./literal.ts";
import * as t from "./tokens.ts";

/**
 * What is wrong where the grammar could not go on.
 *
 * @param tokens - all of them
 * @param index - of the one that does not fit; their number when it is the end
 */
export function syntaxFault(tokens: readonly IToken[], index: number): Fault {
  const token = tokens[index];
  const before = tokens[index - 1];
  return (
    lineBreak(token) ??
    complex(token, tokens[index + 1], before) ??
    call(token, before) ??
    prose(tokens, index) ??
    computation(token, before) ??
    other(token, before, openAt(tokens, index))
  );
}

function lineBreak(token: IToken | undefined): Fault | undefined {
  if (token?.tokenType !== t.LineBreak) return undefined;
  const expected = "brackets around all values";
  return {
    code: "line_break",
    message: `outside of brackets, a line break ends the values: expected ${expected}`,
    expected,
  };
}

function complex(token: IToken | undefined, next: IToken | undefined, before: IToken | undefined): Fault | undefined {
  if (token?.tokenType !== t.Sign || before?.tokenType !== t.Numeral || !/[jJ]$/.test(next?.image ?? ""))
    return undefined;
  return { code: "complex", message: "JSON does not have complex numbers", expected: "a number" };
}

function call(token: IToken | undefined, before: IToken | undefined): Fault | undefined {
  if (before?.tokenType !== t.Name || isOperator(before)) return undefined;
  if (token?.tokenType !== t.LeftParen && token?.image !== ".") return undefined;
  const message = `nothing is called or looked up: write the value that ${quote(before.image, 40)} stands for`;
  return { code: "computation", message, expected: "a value" };
}

/** A text that begins with a word is no tuple at all. */
function prose([first]: readonly IToken[], index: number): Fault | undefined {
  if (index === 0 || first?.tokenType !== t.Name) return undefined;
  const expected = "a tuple in parentheses, each text in quotes";
  const message = `the arguments are no tuple: expected ${expected} (got ${quote(first.image, 40)}, and more)`;
  return { code: "not_a_tuple", message, expected };
}

function computation(token: IToken | undefined, before: IToken | undefined): Fault | undefined {
  const sign = [token, before].find((either) => either !== undefined && isOperator(either));
  if (sign === undefined) return undefined;
  const message = `nothing is computed: write the result, or a text in quotes (got ${quote(sign.image)})`;
  return { code: "computation", message, expected: "a value" };
}

const operators = new Set(
  "not and or if else for in is lambda await yield async * ** / // % @ & | ^ ~ << >> < > <= >= == != :=".split(" "),
);

function isOperator({ image, tokenType }: IToken): boolean {
  return tokenType === t.Sign || operators.has(image);
}

function other(token: IToken | undefined, before: IToken | undefined, open: TokenType | undefined): Fault {
  const expected = expectation(before, open);
  const got =
    token === undefined || token.image === ""
      ? "the end of the text"
      : token.tokenType === t.Text
        ? "a string"
        : quote(token.image, 40);
  return { code: "python", message: `not a Python tuple: expected ${expected} (got ${got})`, expected };
}

function expectation(before: IToken | undefined, open: TokenType | undefined): string {
  const close = open === undefined ? undefined : `"${open.PATTERN}"`;
  const type = before?.tokenType;
  if (type === undefined || type === t.Colon || type === t.Equals || type === t.Sign) return "a value";
  if (type === t.Comma || t.closingOf.has(type)) return close === undefined ? "a value" : `a value or ${close}`;
  return close === undefined ? "nothing more" : `"," or ${close}`;
}

/** What closes the innermost bracket that is open before a token. */
function openAt(tokens: readonly IToken[], index: number): TokenType | undefined {
  const open: TokenType[] = [];
  for (const { tokenType } of tokens.slice(0, index)) {
    const closing = t.closingOf.get(tokenType);
    if (closing !== undefined) open.push(closing);
    else if (tokenType === open.at(-1)) open.pop();
  }
  return open.at(-1);
}
