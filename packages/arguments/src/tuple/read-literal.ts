import type { IRecognitionException, IToken } from "chevrotain";
import { parseTokens } from "./grammar.ts";
import type { Fault, Literal } from "./literal.ts";
import { type Reading, report } from "./reading.ts";
import { syntaxFault } from "./syntax-fault.ts";
import { stretchOf, tokenize } from "./tokenize.ts";

/** Reads a text as one Python literal; `undefined` when it is none, the issues then say why. */
export function readLiteral(reading: Reading): Literal | undefined {
  const { text, options } = reading;
  if (text.length > options.maxLength) {
    report(reading, tooLong(text.length, options.maxLength), { start: 0, end: 0 });
    return undefined;
  }
  const zero = text.indexOf("\0");
  if (zero !== -1) {
    report(reading, zeroCharacter, { start: zero, end: zero + 1 });
    return undefined;
  }
  const tokens = tokenize(reading);
  if (tokens === undefined) return undefined;
  const { literal, error } = parseTokens(tokens);
  if (error !== undefined) reportSyntax(tokens, error, reading);
  return literal;
}

function reportSyntax(tokens: readonly IToken[], { token }: IRecognitionException, reading: Reading): void {
  const found = tokens.indexOf(token);
  const index = found === -1 ? tokens.length : found;
  const end = reading.text.length;
  report(reading, syntaxFault(tokens, index), found === -1 ? { start: end, end } : stretchOf(token));
}

function tooLong(length: number, most: number): Fault {
  const expected = `at most ${most} characters`;
  return { code: "too_long", message: `the arguments are too long: expected ${expected} (got ${length})`, expected };
}

const zeroCharacter: Fault = {
  code: "zero_character",
  message: "a text can't hold the character U+0000 as it is: write \\0",
  expected: "\\0",
};
