// Builds the header, name, severity, priority and bindings of rules from tokens, and reports mistakes that the grammar can't detect.

import type * as tree from "@helve/core/program";
import { EOF, type IToken } from "chevrotain";
import { chooseWord } from "./choose-word.ts";
import {
  type ParserState,
  ParsingStopped,
  quoteShort,
  recordAlternativeForm,
  reportIssue,
  textInRange,
  tokenRange,
} from "./parser-state.ts";
import { defaultDecisions, isReservedName, severities, unknownPolicies } from "./vocabulary.ts";

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
  reportIssue(state, "too_many_rules", `a program has ${expected}: split it`, tokenRange(state, next), { expected });
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
  reportIssue(state, "invalid_priority", message, tokenRange(state, token), { expected });
  return 0;
}

/** Builds the header from the lines before the first rule; `undefined` if there are none. */
export function buildHeader(items: readonly HeaderItem[], state: ParserState): tree.Header | undefined {
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const said: { default?: "allow" | "deny"; onUnknown?: tree.UnknownPolicy; onError?: tree.UnknownPolicy } = {};
  const trust: tree.Source[] = [];
  const untrusted: tree.Source[] = [];
  for (const item of items) {
    if ("sources" in item) {
      addSources(item, { trust, untrusted }, state);
      continue;
    }
    const { subject, value } = item;
    const key = headerKeys.get(subject.image);
    if (key === undefined) chooseWord(subject, ["unknown", "error"], "invalid_header", state);
    else if (said[key] !== undefined) reportDuplicatePart(subject, subject.image, state);
    else if (key === "default") said.default = chooseWord(value, defaultDecisions, "invalid_header", state) ?? "deny";
    else said[key] = chooseWord(value, unknownPolicies, "invalid_header", state) ?? "violated";
  }
  const firstRule = state.rules[0];
  if (firstRule !== undefined && last.range.end.offset > firstRule.range.start.offset) {
    const expected = "this before the first rule";
    reportIssue(state, "misplaced_header", `expected ${expected}`, last.range, { expected });
  }
  return {
    type: "header",
    ...said,
    ...(trust.length > 0 && { trust }),
    ...(untrusted.length > 0 && { untrusted }),
    range: { start: first.range.start, end: last.range.end },
  };
}

const headerKeys = new Map([
  ["default", "default"],
  ["unknown", "onUnknown"],
  ["error", "onError"],
] as const) as ReadonlyMap<string, "default" | "onUnknown" | "onError">;

/**
 * Declares a `let` binding in the current rule; reports a name that is reserved or already used.
 *
 * @param lastWord - the last word before the name: `let`, or `val`
 */
export function declareBinding(name: IToken, lastWord: IToken, first: IToken, state: ParserState): void {
  const range = tokenRange(state, name);
  if (isReservedName(name.image) || state.localNames.has(name.image)) {
    const message = `${quoteShort(name.image)} is already defined: choose another name`;
    reportIssue(state, "duplicate_binding", message, range, { expected: "another name" });
  }
  state.localNames.set(name.image, { root: "let", name: name.image });
  const words = { start: tokenRange(state, first).start, end: tokenRange(state, lastWord).end };
  if (textInRange(state, words) !== "let") recordAlternativeForm(state, words, "let");
}

/** Reports a part that a rule or header already has, such as a second `severity`. */
function reportDuplicatePart(token: IToken, what: string, state: ParserState): void {
  const expected = `one ${what}`;
  reportIssue(state, "duplicate_part", `there is a ${what} already: remove one of them`, tokenRange(state, token), {
    expected,
  });
}

/** Records the name of a rule; reports a name that another rule has. */
export function declareRuleName(name: IToken, state: ParserState): void {
  const range = tokenRange(state, name);
  const { line, column } = state.ruleNames.get(name.image)?.start ?? {};
  if (line === undefined) state.ruleNames.set(name.image, range);
  else {
    const message = `the rule name ${quoteShort(name.image)} is already used at ${line}:${column}: give this rule another name`;
    reportIssue(state, "duplicate_rule", message, range, { expected: "another name" });
  }
}

/** A header line: `default deny`, the last two words of `on error stop`, or `trust prompt`. */
export type HeaderItem = (
  | { readonly subject: IToken; readonly value: IToken }
  | { readonly subject: IToken; readonly sources: readonly tree.Source[] }
) & { readonly range: tree.Header["range"] };

/** Adds the sources of a line to those that are trusted or not; reports one that is both or is no source of its own. */
function addSources(
  { subject, sources }: Extract<HeaderItem, { readonly sources: unknown }>,
  { trust, untrusted }: { readonly trust: tree.Source[]; readonly untrusted: tree.Source[] },
  state: ParserState,
): void {
  const [list, other] = subject.image === "trust" ? [trust, untrusted] : [untrusted, trust];
  for (const source of sources) {
    if (source === undefined) continue; // after a syntax error
    const text = textInRange(state, source.range);
    if (source.type === "named_source" && source.name !== "prompt") {
      const expected = "prompt or a tool, such as Contacts.any";
      reportIssue(state, "invalid_source", `expected ${expected} (got ${quoteShort(text)})`, source.range, {
        expected,
      });
    } else if (other.some((one) => sourceKey(one) === sourceKey(source))) {
      const message = `${text} is both in trust and in untrusted: remove it from one of them`;
      reportIssue(state, "contradicting_trust", message, source.range, { expected: "each source once" });
    }
    list.push(source);
  }
}

function sourceKey(source: tree.Source): string {
  return source.type === "named_source" ? source.name : `${source.toolkit}.${source.tool}`;
}

/** Reports a binding before the first rule that invokes an action. */
export function reportSharedInvocation({ value, name }: tree.Binding, state: ParserState): void {
  const message = `let ${name} before the rules can't invoke an action: write it in the rule that needs it`;
  reportIssue(state, "shared_invocation", message, value.range, { expected: "a value" });
}
