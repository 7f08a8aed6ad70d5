import { type Fix, type Issue, quoted as quotedText, type Range, type Source } from "@helve/core";
import type { IToken } from "chevrotain";

/** How many mistakes are listed; with more than that, the parser gives up. */
export const mostIssues = 100;

/** What the parser knows about the text at hand beside its tokens. */
export interface Reading {
  source: Source;
  issues: Issue[];
  /** The rules so far, by name, with the place of the name. */
  rules: Map<string, Range>;
  /** How many lists and objects are open. */
  depth: number;
}

/** Thrown within the parser to end its work; what is wrong stands in the issues by then. */
export class GaveUp extends Error {}

/**
 * Notes an issue.
 *
 * @throws GaveUp when there are too many
 */
export function report(
  reading: Reading,
  code: string,
  message: string,
  range: Range,
  more: { readonly expected?: string; readonly fix?: Fix } = {},
): void {
  note(reading, { code, message, range, ...more });
}

/** Notes an issue that is made already. */
export function note(reading: Reading, issue: Issue): void {
  reading.issues.push(issue);
  if (reading.issues.length > mostIssues) throw new GaveUp();
}

/** The place of a token. */
export function rangeOf(reading: Reading, { startOffset, image }: IToken): Range {
  return reading.source.range(startOffset, startOffset + image.length);
}

/** A word that stands for another one, beyond doubt. */
export function misspelt({ image, startOffset }: IToken, word: string, source: Source): Issue {
  const range = source.range(startOffset, startOffset + image.length);
  return {
    code: "misspelt_keyword",
    message: `expected "${word}" (got ${quoted(image)}): did you mean "${word}"?`,
    range,
    expected: `"${word}"`,
    fix: { title: `Write "${word}"`, range, text: word },
  };
}

/** A word or sign in quotes, cut short where it is long, and never within a character. */
export function quoted(text: string): string {
  return quotedText(text, 40);
}
