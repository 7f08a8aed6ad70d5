import type { Issue, QuickFix, TextRange } from "@helve/core";
import { quote as quotedText, type SourceText } from "@helve/core/internal";
import type { AlternativeForm, Rule } from "@helve/core/program";
import type { IToken } from "chevrotain";

/** How many mistakes are listed; with more than that, the parser gives up. */
export const maxIssues = 100;

/** What the parser knows about the text at hand beside its tokens. */
export interface ParserState {
  source: SourceText;
  issues: Issue[];
  alternativeForms: AlternativeForm[];
  /** The names of the rules so far, with their places. */
  ruleNames: Map<string, TextRange>;
  /** The rules so far in which nothing is wrong. */
  rules: Rule[];
  /** What names stand for in the rule at hand. */
  localNames: Map<string, LocalName>;
  /** Whether a name that stands for nothing else is an argument of the action. */
  bareNamesAreArguments: boolean;
  /** Whether the rule at hand is past state: what else is wrong in it comes of that. */
  ignoresIssues: boolean;
  /** How many parentheses, negations, lists and objects are open. */
  depth: number;
}

/** What is known before anything is read. */
export function newParserState(source: SourceText): ParserState {
  const ruleNames = new Map();
  const flags = { bareNamesAreArguments: false, ignoresIssues: false, depth: 0 };
  return { source, issues: [], alternativeForms: [], ruleNames, rules: [], localNames: new Map(), ...flags };
}

/** Thrown within the parser to end its work; what is wrong stands in the issues by then. */
export class ParsingStopped extends Error {}

/**
 * Notes an issue.
 *
 * @throws GaveUp when there are too many
 */
export function reportIssue(
  state: ParserState,
  code: string,
  message: string,
  range: TextRange,
  more: { readonly expected?: string; readonly quickFix?: QuickFix } = {},
): void {
  addIssue(state, { code, message, range, ...more });
}

/** Notes an issue that is made already. */
export function addIssue(state: ParserState, issue: Issue): void {
  // A token that the parser has made up has no place: that it is missing was said before.
  const isMadeUp = issue.range !== undefined && issue.range.start.offset < 0 && state.issues.length > 0;
  if (state.ignoresIssues || isMadeUp) return;
  state.issues.push(issue);
  if (state.issues.length > maxIssues) throw new ParsingStopped();
}

/** Notes that a stretch of the text says in other words what has a word of its own. */
export function recordAlternativeForm(
  { source, alternativeForms }: ParserState,
  range: TextRange,
  canonical?: string,
): void {
  const text = source.text.slice(range.start.offset, range.end.offset);
  alternativeForms.push({ type: "alternative_form", text, ...(canonical !== undefined && { canonical }), range });
}

/** What of a token it takes to know its place. */
export type PlacedToken = Pick<IToken, "image" | "startOffset">;

/** The place of a token. */
export function tokenRange(state: ParserState, { startOffset, image }: PlacedToken): TextRange {
  return state.source.range(startOffset, startOffset + image.length);
}

/** Whether a token is the first on its line. */
export function isFirstOnLine(
  before: PlacedToken | undefined,
  { startOffset }: PlacedToken,
  { text }: SourceText,
): boolean {
  return before === undefined || /[\r\n]/.test(text.slice(before.startOffset + before.image.length, startOffset));
}

/** What the text says at a place. */
export function textInRange({ source }: ParserState, { start, end }: TextRange): string {
  return source.text.slice(start.offset, end.offset);
}

/** A word that stands for another one, beyond doubt. */
export function misspelledKeywordIssue({ image, startOffset }: PlacedToken, word: string, source: SourceText): Issue {
  const range = source.range(startOffset, startOffset + image.length);
  return {
    code: "misspelt_keyword",
    message: `expected "${word}" (got ${quoteShort(image)}): did you mean "${word}"?`,
    range,
    expected: `"${word}"`,
    quickFix: { title: `Write "${word}"`, range, text: word },
  };
}

/** A word or sign in quotes, cut short where it is long, and never within a character. */
export function quoteShort(text: string): string {
  return quotedText(text, 40);
}

/** What a name stands for within a rule: a binding, or an argument of the action. */
export interface LocalName {
  readonly root: "let" | "args";
  readonly name: string;
}

/** Notes a word that would be one of those, were it not for its case. */
export function reportWrongCase(word: PlacedToken, candidates: Iterable<string>, state: ParserState): boolean {
  const written = [...candidates];
  const lower = word.image.toLowerCase();
  const meant = written.includes(word.image) ? undefined : written.find((one) => one.toLowerCase() === lower);
  if (meant !== undefined) addIssue(state, misspelledKeywordIssue(word, meant, state.source));
  return meant !== undefined;
}
