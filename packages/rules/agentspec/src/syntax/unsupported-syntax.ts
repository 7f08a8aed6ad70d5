/**
 * Creates issues for characters, quotes and words that a rule can't contain, such as `，`, 'single quotes' and `none`, with what to write instead.
 */
import type { Issue, QuickFix } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import { withoutUndefined } from "@helve/core/internal";
import { quoteShort } from "./parser-state.ts";
import { decodeStringLiteral } from "./string-literal.ts";

/** The advice for an unsupported character or word. */
export interface Correction {
  readonly advice: string;
  readonly expected: string;
  /** The replacement, if it is unambiguous. */
  readonly replacement?: string;
}

const leaveOutCorrection: Correction = { advice: "remove it", expected: "nothing" };
const noPredicateCorrection: Correction = {
  advice: "a check without conditions is always true",
  expected: "a predicate",
  replacement: " ",
};
const doubleQuoteCorrection: Correction = { advice: 'write strings in "double quotes"', expected: '"' };
const codeFenceCorrection: Correction = { advice: "remove the code fence", expected: "nothing", replacement: "" };

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

/** Maps each of several signs or words to one correction. */
function correctionForEach(found: string, advice: Correction): readonly [string, Correction][] {
  return found.split(" ").map((sign) => [sign, advice]);
}

/** A correction that replaces a sign by another one. */
function replaceWith(replacement: string): Correction {
  return { advice: `write ${replacement}`, expected: quoteShort(replacement), replacement };
}

const wordCorrections: ReadonlyMap<string, Correction> = new Map(correctionForEach("none null", noPredicateCorrection));

/** The correction for a word that can't be a predicate, such as `none`; `undefined` if it can be one. */
export function correctionForWord(word: string): Correction | undefined {
  return wordCorrections.get(word.toLowerCase());
}

/** Whether a sign is accepted by the lexer but reported, such as a full-width comma. */
export function isUnsupportedSign(sign: string): boolean {
  return sign.length === 1 && signCorrections.has(sign);
}

/** The issue for characters that have no meaning in a rule. */
export function unexpectedCharacterIssue(source: SourceText, offset: number, length: number): Issue {
  const found = source.text.slice(offset, offset + length);
  const { advice, expected, replacement } = correctionFor(found);
  const range = source.range(offset, offset + length);
  return withoutUndefined({
    code: "unexpected_character",
    message: `${quoteShort(found)} is not allowed in a rule: ${advice}`,
    range,
    expected,
    quickFix: replacement === undefined ? undefined : replacementFix(range, found, replacement),
  });
}

/** The quick fix that replaces or removes characters. */
export function replacementFix(range: QuickFix["range"], found: string, write: string): QuickFix {
  return {
    title: write.trim() === "" ? `Remove ${quoteShort(found)}` : `Write ${quoteShort(write)}`,
    range,
    text: write,
  };
}

/** The content of a text in single, typographic or back quotes. */
export function decodeOtherQuotes(literal: string): string {
  const end = literal.slice(-1);
  const inner = literal.slice(1, -1).replace(/\\(.)/gsu, (whole, letter) => (letter === end ? end : whole));
  return decodeStringLiteral(`"${inner}"`).value;
}

/** The correction for characters that are not allowed in a rule. */
function correctionFor(found: string): Correction {
  const signCorrection = signCorrections.get(found);
  if (signCorrection !== undefined) return signCorrection;
  if (found.startsWith("```")) return codeFenceCorrection;
  if (isQuoted.test(found)) return { ...doubleQuoteCorrection, replacement: JSON.stringify(decodeOtherQuotes(found)) };
  return /['`‘’“”]/.test(found) ? doubleQuoteCorrection : leaveOutCorrection;
}

const isQuoted = /^(?:'.*'|`.*`|[“”].*[“”]|[‘’].*[‘’])$/s;
