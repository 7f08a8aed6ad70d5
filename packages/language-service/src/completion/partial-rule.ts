import type { Rule, Value } from "@helve/agentspec";
import { applyGrammar, isKeywordAt, type RuleContext, ruleContext, tokens as t } from "@helve/agentspec/internal";
import type { IToken } from "chevrotain";
import { catalogueIndex, lexedText, type OpenProgram } from "../open-program.ts";
import { ruleWith } from "./rule-template.ts";

/** The parts that could be parsed of an incomplete rule. */
export interface PartialRule {
  /** The trigger and the bindings. */
  readonly look: RuleContext;
  /** The requested value of the rule. */
  readonly value: Value | undefined;
}

/**
 * Parses the trigger and the bindings of a rule, whatever errors the rest has.
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
    return { look: lookAtKnownTools(rule, program), value: comparedValue(rule, value.length) };
  }
  return undefined;
}

/** Analyzes a rule with those of its tools that the catalogue has. */
function lookAtKnownTools(rule: Rule, program: OpenProgram): RuleContext {
  const known = catalogueIndex(program);
  const { trigger } = rule;
  const patterns = trigger.patterns.filter(
    (one) => known.tools?.matching({ ...trigger, patterns: [one] }) !== undefined,
  );
  return ruleContext({ ...rule, trigger: { ...trigger, patterns } }, known, program.text);
}

/** The tokens between `trigger` and `check`; then the same without the last bindings, which may be incomplete. */
function ruleHeads(tokens: readonly IToken[]): readonly (readonly IToken[])[] {
  const start = tokens.findIndex((_, at) => isKeywordAt(tokens, at, t.Trigger)) + 1;
  const end = tokens.findIndex((_, at) => isKeywordAt(tokens, at, t.Check) || isKeywordAt(tokens, at, t.Enforce));
  if (start === 0) return [];
  const head = tokens.slice(start, end < 0 ? tokens.length : end);
  const lets = [...head.keys()].filter((at) => at > 0 && isKeywordAt(head, at, t.Let));
  return [head.length, lets.at(-1), lets[0]].flatMap((at) => (at === undefined ? [] : [head.slice(0, at)]));
}

function comparedValue({ check }: Rule, length: number): Value | undefined {
  const last = check.operands.at(-1);
  return length > 0 && last?.type === "comparison" ? last.left : undefined;
}
