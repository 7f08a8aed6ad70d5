/** Builds the severity, priority and bindings of rules from tokens, and reports mistakes that the grammar can't detect. */
import type * as tree from "@helve/core/program";
import { EOF, type IToken } from "chevrotain";
import { chooseWord } from "./choose-word.ts";
import {
  type ParserState,
  ParsingStopped,
  type PlacedToken,
  quoteShort,
  recordAlternativeForm,
  reportIssue,
  textInRange,
  tokenRange,
} from "./parser-state.ts";
import { isReservedName, severities } from "./vocabulary.ts";

/** The maximal number of rules in a program. */
export const maxRules = 10_000;

/**
 * Reports too many rules and stops parsing.
 *
 * @throws ParsingStopped if the program already has the maximal number of rules
 */
export function checkRuleCount(next: IToken, state: ParserState): void {
  if (state.rules.length < maxRules || next.tokenType === EOF) return;
  const expected = `at most ${maxRules} rules`;
  reportIssue(state, "too_many_rules", {
    message: `a program has ${expected}: split it`,
    range: tokenRange(state, next),
    expected,
  });
  throw new ParsingStopped();
}

/** Builds the severity of a rule; reports unknown and duplicate ones. */
export function buildSeverity(token: IToken, before: tree.Severity | undefined, state: ParserState): tree.Severity {
  if (before !== undefined) reportDuplicatePart(token, "severity", state);
  return chooseWord(token, severities, "invalid_severity", state) ?? "info";
}

/** Builds the priority of a rule; reports invalid and duplicate ones. */
export function buildPriority(token: IToken, before: number | undefined, state: ParserState): number {
  if (before !== undefined) reportDuplicatePart(token, "priority", state);
  const value = Number(token.image);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const expected = "a whole number";
  const message = `expected ${expected} (got ${quoteShort(token.image)})`;
  reportIssue(state, "invalid_priority", { message, range: tokenRange(state, token), expected });
  return 0;
}

/**
 * Declares a `let` binding in the current rule; reports a name that is reserved or already used.
 *
 * @param lastWord - the last word before the name: `let`, or `val`
 */
export function declareBinding(name: IToken, lastWord: IToken, first: IToken, state: ParserState): void {
  const range = tokenRange(state, name);
  if (isReservedName(name.image) || state.localNames.has(name.image)) {
    const message = `${quoteShort(name.image)} is already defined: choose another name`;
    reportIssue(state, "duplicate_binding", { message, range, expected: "another name" });
  }
  state.localNames.set(name.image, { root: "let", name: name.image });
  const words = { start: tokenRange(state, first).start, end: tokenRange(state, lastWord).end };
  if (textInRange(state, words) !== "let") recordAlternativeForm(state, words, "let");
}

/** Reports a part that a rule or header already has, such as a second `severity`. */
export function reportDuplicatePart(token: PlacedToken, what: string, state: ParserState): void {
  const expected = `one ${what}`;
  reportIssue(state, "duplicate_part", {
    message: `there is a ${what} already: remove one of them`,
    range: tokenRange(state, token),
    expected,
  });
}

/** Reports a binding before the first rule that invokes an action. */
export function reportSharedInvocation({ value, name }: tree.Binding, state: ParserState): void {
  const message = `let ${name} before the rules can't invoke an action: write it in the rule that needs it`;
  reportIssue(state, "shared_invocation", { message, range: value.range, expected: "a value" });
}
