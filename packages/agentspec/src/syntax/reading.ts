import type { Issue, QuickFix, TextRange } from "@helve/core";
import { quote as quotedText, type SourceText } from "@helve/core/internal";
import type { Rule, Spelling } from "@helve/core/program";
import type { IToken } from "chevrotain";
import type { Local } from "./references.ts";

/** How many mistakes are listed; with more than that, the parser gives up. */
export const mostIssues = 100;

/** What the parser knows about the text at hand beside its tokens. */
export interface Reading {
  source: SourceText;
  issues: Issue[];
  spellings: Spelling[];
  /** The names of the rules so far, with their places. */
  names: Map<string, TextRange>;
  /** The rules so far in which nothing is wrong. */
  rules: Rule[];
  /** What names stand for in the rule at hand. */
  locals: Map<string, Local>;
  /** Whether a name that stands for nothing else is an argument of the action. */
  takesNames: boolean;
  /** Whether the rule at hand is past reading: what else is wrong in it comes of that. */
  isLost: boolean;
  /** How many parentheses, negations, lists and objects are open. */
  depth: number;
}

/** What is known before anything is read. */
export function newReading(source: SourceText): Reading {
  const names = new Map();
  const flags = { takesNames: false, isLost: false, depth: 0 };
  return { source, issues: [], spellings: [], names, rules: [], locals: new Map(), ...flags };
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
  range: TextRange,
  more: { readonly expected?: string; readonly quickFix?: QuickFix } = {},
): void {
  note(reading, { code, message, range, ...more });
}

/** Notes an issue that is made already. */
export function note(reading: Reading, issue: Issue): void {
  // A token that the parser has made up has no place: that it is missing was said before.
  const isMadeUp = issue.range !== undefined && issue.range.start.offset < 0 && reading.issues.length > 0;
  if (reading.isLost || isMadeUp) return;
  reading.issues.push(issue);
  if (reading.issues.length > mostIssues) throw new GaveUp();
}

/** Notes that a stretch of the text says in other words what has a word of its own. */
export function noteSpelling({ source, spellings }: Reading, range: TextRange, write?: string): void {
  const found = source.text.slice(range.start.offset, range.end.offset);
  spellings.push({ type: "spelling", found, ...(write !== undefined && { write }), range });
}

/** What of a token it takes to know its place. */
export type Placed = Pick<IToken, "image" | "startOffset">;

/** The place of a token. */
export function rangeOf(reading: Reading, { startOffset, image }: Placed): TextRange {
  return reading.source.range(startOffset, startOffset + image.length);
}

/** Whether a token is the first on its line. */
export function beginsLine(before: Placed | undefined, { startOffset }: Placed, { text }: SourceText): boolean {
  return before === undefined || /[\r\n]/.test(text.slice(before.startOffset + before.image.length, startOffset));
}

/** What the text says at a place. */
export function textAt({ source }: Reading, { start, end }: TextRange): string {
  return source.text.slice(start.offset, end.offset);
}

/** A word that stands for another one, beyond doubt. */
export function misspelt({ image, startOffset }: Placed, word: string, source: SourceText): Issue {
  const range = source.range(startOffset, startOffset + image.length);
  return {
    code: "misspelt_keyword",
    message: `expected "${word}" (got ${quoted(image)}): did you mean "${word}"?`,
    range,
    expected: `"${word}"`,
    quickFix: { title: `Write "${word}"`, range, text: word },
  };
}

/** A word or sign in quotes, cut short where it is long, and never within a character. */
export function quoted(text: string): string {
  return quotedText(text, 40);
}
