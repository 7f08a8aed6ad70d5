import type { Issue, QuickFix } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import { quoteShort } from "./parser-state.ts";
import { decodeStringLiteral } from "./string-literal.ts";

// What other languages have and rules have not: their signs, their words, their quotes.

/** What to do instead. */
export interface Correction {
  readonly advice: string;
  readonly expected: string;
  /** What to write in its place, where that is beyond doubt. */
  readonly replacement?: string;
}

const leaveOutCorrection: Correction = { advice: "leave it out", expected: "nothing" };
const noPredicateCorrection: Correction = {
  advice: "a check without predicates always holds",
  expected: "a predicate",
  replacement: " ",
};
const doubleQuoteCorrection: Correction = { advice: 'a string stands in "double quotes"', expected: '"' };
const codeFenceCorrection: Correction = { advice: "leave the fence out", expected: "nothing", replacement: "" };

const signCorrections: ReadonlyMap<string, Correction> = new Map([
  ...correctionForEach("~ ！", replaceWith("!")),
  ...correctionForEach("（", replaceWith("(")),
  ...correctionForEach("）", replaceWith(")")),
  ...correctionForEach("，", replaceWith(",")),
  ...correctionForEach("：", replaceWith(":")),
  ...correctionForEach("［", replaceWith("[")),
  ...correctionForEach("］", replaceWith("]")),
  ...correctionForEach("｛", replaceWith("{")),
  ...correctionForEach("｝", replaceWith("}")),
]);

function correctionForEach(found: string, advice: Correction): readonly [string, Correction][] {
  return found.split(" ").map((sign) => [sign, advice]);
}

function replaceWith(replacement: string): Correction {
  return { advice: `write ${replacement}`, expected: quoteShort(replacement), replacement };
}

const wordCorrections: ReadonlyMap<string, Correction> = new Map(correctionForEach("none null", noPredicateCorrection));

/** What to do about a word that is the name of no predicate, in any case; undefined when it may be one. */
export function correctionForWord(word: string): Correction | undefined {
  return wordCorrections.get(word.toLowerCase());
}

/** Whether a sign that was read as another is not the one to write. */
export function isUnsupportedSign(sign: string): boolean {
  return sign.length === 1 && signCorrections.has(sign);
}

/** The mistake that some characters of the text are, which mean nothing in a rule. */
export function unexpectedCharacterIssue(source: SourceText, offset: number, length: number): Issue {
  const found = source.text.slice(offset, offset + length);
  const { advice, expected, replacement } = correctionFor(found);
  const range = source.range(offset, offset + length);
  return {
    code: "unexpected_character",
    message: `${quoteShort(found)} means nothing in a rule: ${advice}`,
    range,
    expected,
    ...(replacement !== undefined && { quickFix: replacementFix(range, found, replacement) }),
  };
}

/** The change that puts other characters, or none, in the place of some. */
export function replacementFix(range: QuickFix["range"], found: string, write: string): QuickFix {
  return {
    title: write.trim() === "" ? `Leave out ${quoteShort(found)}` : `Write ${quoteShort(write)}`,
    range,
    text: write,
  };
}

/** What a text in other quotes than those of a string says. */
export function decodeOtherQuotes(literal: string): string {
  const end = literal.slice(-1);
  const inner = literal.slice(1, -1).replace(/\\(.)/gsu, (whole, letter) => (letter === end ? end : whole));
  return decodeStringLiteral(`"${inner}"`).value;
}

function correctionFor(found: string): Correction {
  const known = signCorrections.get(found);
  if (known !== undefined) return known;
  if (found.startsWith("```")) return codeFenceCorrection;
  if (isQuoted.test(found)) return { ...doubleQuoteCorrection, replacement: JSON.stringify(decodeOtherQuotes(found)) };
  return /['`‘’“”]/.test(found) ? doubleQuoteCorrection : leaveOutCorrection;
}

const isQuoted = /^(?:'.*'|`.*`|[“”].*[“”]|[‘’].*[‘’])$/s;
