/** The state of the parser for one text, and functions that report issues and alternative forms. */
import type { Issue, TextRange } from "@helve/core";
import { quote as quotedText, type SourceText, withoutUndefined } from "@helve/core/internal";
import type { AlternativeForm, Rule, RuleTest } from "@helve/core/program";
import type { IToken } from "chevrotain";
import type { DeclaredName, HeaderLine } from "./program-parts.ts";

/** The maximal number of reported issues; the parser stops after more. */
export const maxIssues = 100;

/** The state of the parser for one text: the source, the issues so far, and the names in scope. */
export interface ParserState {
  source: SourceText;
  issues: Issue[];
  alternativeForms: AlternativeForm[];
  headerLines: HeaderLine[];
  /** The names of the rules and tests so far. */
  names: DeclaredName[];
  /** Whether a rule or a test has begun: bindings before it are shared. */
  hasBegun: boolean;
  /** The rules so far without issues. */
  rules: Rule[];
  /** The tests so far without issues. */
  tests: RuleTest[];
  /** The names defined in the current rule: bindings and parameters of the trigger. */
  localNames: Map<string, LocalName>;
  /** The names of the bindings before the first rule. */
  sharedNames: Map<string, LocalName>;
  /** Whether `step` can be used: in `where` and `sum`. */
  hasStep: boolean;
  /** Whether an otherwise undefined name is short for an argument: `x` for `args.x`. */
  bareNamesAreArguments: boolean;
  /** Whether further issues of the current rule are ignored, because they would follow from one already reported. */
  ignoresIssues: boolean;
  /** How many parentheses, negations, lists and objects are open. */
  depth: number;
}

/** The parser's state at the start of a text. */
export function newParserState(source: SourceText): ParserState {
  const flags = { bareNamesAreArguments: false, hasBegun: false, hasStep: false, ignoresIssues: false, depth: 0 };
  const names = { names: [], localNames: new Map(), sharedNames: new Map() };
  return { source, issues: [], alternativeForms: [], headerLines: [], rules: [], tests: [], ...names, ...flags };
}

/** Thrown inside the parser to stop it, after the reason was added to the issues. */
export class ParsingStopped extends Error {}

/**
 * Adds an issue to the state.
 *
 * @throws ParsingStopped after too many issues
 */
export function reportIssue(state: ParserState, code: string, issue: Omit<Issue, "code">): void {
  addIssue(state, withoutUndefined({ code, ...issue }));
}

/** Adds an existing issue object to the state. */
function addIssue(state: ParserState, issue: Issue): void {
  // A token that the parser inserted has no position, and the missing token was already reported.
  const isInserted = issue.range !== undefined && issue.range.start.offset < 0 && state.issues.length > 0;
  if (state.ignoresIssues || isInserted) return;
  state.issues.push(issue);
  if (state.issues.length > maxIssues) throw new ParsingStopped();
}

/** Records the name of a rule or a test, unless the parser inserted it or other issues follow from an earlier one. */
export function declareName(kind: DeclaredName["kind"], token: PlacedToken, name: string, state: ParserState): void {
  if (token.startOffset >= 0 && !state.ignoresIssues) state.names.push({ kind, name, range: tokenRange(state, token) });
}

/** Records that a range of the text uses an accepted alternative to the canonical form. */
export function recordAlternativeForm(
  { source, alternativeForms }: ParserState,
  range: TextRange,
  canonical?: string,
): void {
  const text = source.text.slice(range.start.offset, range.end.offset);
  alternativeForms.push(withoutUndefined({ type: "alternative_form", text, canonical, range }));
}

/** The parts of a token that determine its range. */
export type PlacedToken = Pick<IToken, "image" | "startOffset">;

/** The range of a token in the text. */
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

/** The text within a range. */
export function textInRange({ source }: ParserState, { start, end }: TextRange): string {
  return source.text.slice(start.offset, end.offset);
}

/** The issue for a misspelled keyword. */
export function misspelledKeywordIssue({ image, startOffset }: PlacedToken, word: string, source: SourceText): Issue {
  const range = source.range(startOffset, startOffset + image.length);
  return {
    code: "misspelled_keyword",
    message: `expected "${word}" (got ${quoteShort(image)}): did you mean "${word}"?`,
    range,
    expected: `"${word}"`,
    quickFix: { title: `Write "${word}"`, range, text: word },
  };
}

/** A word or sign in quotes for a message, cut after 40 characters. */
export function quoteShort(text: string): string {
  return quotedText(text, 40);
}

/** The definition of a name in a rule: a `let` binding, or a parameter of the trigger that names an argument. */
export interface LocalName {
  readonly root: "let" | "args";
  readonly name: string;
}

/** Reports a word that differs from one of the candidates only in upper and lower case; returns whether it does. */
export function reportWrongCase(word: PlacedToken, candidates: Iterable<string>, state: ParserState): boolean {
  const names = [...candidates];
  const lower = word.image.toLowerCase();
  const intended = names.includes(word.image) ? undefined : names.find((name) => name.toLowerCase() === lower);
  if (intended !== undefined) addIssue(state, misspelledKeywordIssue(word, intended, state.source));
  return intended !== undefined;
}
