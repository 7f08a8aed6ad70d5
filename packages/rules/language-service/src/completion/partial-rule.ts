import type { Rule, Value } from "@helve/agentspec";
import {
  applyGrammar,
  indexSharedBindings,
  isKeywordAt,
  type RuleContext,
  ruleContext,
  tokens as t,
} from "@helve/agentspec/internal";
import type { IToken } from "chevrotain";
import { catalogueIndex, lexedText, type OpenProgram, programReading } from "../open-program.ts";
import { ruleWith } from "./rule-template.ts";

/**
 * Parses the trigger and the `let` bindings of an incomplete rule, and one of its values. Errors elsewhere in the rule don't matter.
 *
 * @param before - the tokens of the rule before the offset
 * @param value - the tokens of a value of the rule, to be parsed with its bindings
 */
export function analyzePartialRule(
  program: OpenProgram,
  before: readonly IToken[],
  value: readonly IToken[] = [],
): PartialRule | undefined {
  for (const head of ruleHeads(before)) {
    const [rule] = applyGrammar(ruleWith(head, value), lexedText(program).source).rules;
    if (rule === undefined) continue;
    return { context: knownToolsContext(rule, program), value: comparedValue(rule, value.length) };
  }
  return undefined;
}

/** The parts that could be parsed of an incomplete rule. */
export interface PartialRule {
  /** The context of a rule that consists of the trigger and the bindings. */
  readonly context: RuleContext;
  /** The requested value of the rule. */
  readonly value: Value | undefined;
}

/** Creates the context of a rule without the tool patterns that match no tool of the catalogue. */
function knownToolsContext(rule: Rule, program: OpenProgram): RuleContext {
  const known = catalogueIndex(program);
  const { trigger } = rule;
  const patterns = trigger.patterns.filter(
    (pattern) => known.tools?.matching({ ...trigger, patterns: [pattern] }) !== undefined,
  );
  const shared = indexSharedBindings(programReading(program).partialProgram);
  return ruleContext({ ...rule, trigger: { ...trigger, patterns } }, known, program.text, shared);
}

/** The tokens between `trigger` and `check`; then the same without the last binding, and without all bindings, in case they don't parse. */
function ruleHeads(tokens: readonly IToken[]): readonly (readonly IToken[])[] {
  const start = tokens.findIndex((_, index) => isKeywordAt(tokens, index, t.Trigger)) + 1;
  const end = tokens.findIndex(
    (_, index) => isKeywordAt(tokens, index, t.Check) || isKeywordAt(tokens, index, t.Enforce),
  );
  if (start === 0) return [];
  const head = tokens.slice(start, end < 0 ? tokens.length : end);
  const lets = [...head.keys()].filter((index) => index > 0 && isKeywordAt(head, index, t.Let));
  return [head.length, lets.at(-1), lets[0]].flatMap((end) => (end === undefined ? [] : [head.slice(0, end)]));
}

/** The left side of the last comparison of a rule's check, where `ruleWith` puts the requested value. */
function comparedValue({ check }: Rule, length: number): Value | undefined {
  const last = check.operands.at(-1);
  return length > 0 && last?.type === "comparison" ? last.left : undefined;
}
