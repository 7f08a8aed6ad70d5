import type { Fix, Issue, Range, Source } from "@helve/core";
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
  reading.issues.push({ code, message, range, ...more });
  if (reading.issues.length > mostIssues) throw new GaveUp();
}

/** The place of a token. */
export function rangeOf(reading: Reading, { startOffset, image }: IToken): Range {
  return reading.source.range(startOffset, startOffset + image.length);
}

/** A word or sign in quotes, cut short where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
