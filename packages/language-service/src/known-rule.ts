import type { Rule, Value } from "@helve/agentspec";
import { applyGrammar, isKeywordAt, type RuleContext, ruleContext, tokens as t } from "@helve/agentspec/internal";
import type { IToken } from "chevrotain";
import { knownIn, lexedOf, type OpenProgram } from "./open-program.ts";
import { ruleWith } from "./rest-of-rule.ts";

/** What is known of a rule that is not written to its end. */
export interface KnownRule {
  /** Its trigger and its bindings, as far as they can be read. */
  readonly look: RuleContext;
  /** What a value in it says. */
  readonly value: Value | undefined;
}

/**
 * Reads the trigger and the bindings of a rule, whatever is wrong with the rest.
 *
 * @param before - the tokens of the rule up to somewhere
 * @param value - the tokens of a value of the rule
 */
export function knownRule(
  program: OpenProgram,
  before: readonly IToken[],
  value: readonly IToken[] = [],
): KnownRule | undefined {
  for (const head of headsOf(before)) {
    const [rule] = applyGrammar(ruleWith(head, value), lexedOf(program).source).rules;
    if (rule === undefined) continue;
    return { look: lookAtKnown(rule, program), value: leftOf(rule, value.length) };
  }
  return undefined;
}

/** What is known of a rule, by those of its tools that the host has. */
function lookAtKnown(rule: Rule, program: OpenProgram): RuleContext {
  const known = knownIn(program);
  const { trigger } = rule;
  const patterns = trigger.patterns.filter(
    (one) => known.tools?.matching({ ...trigger, patterns: [one] }) !== undefined,
  );
  return ruleContext({ ...rule, trigger: { ...trigger, patterns } }, known, program.text);
}

/** What stands between the trigger and the check, and the same without the last bindings, which may be half written. */
function headsOf(tokens: readonly IToken[]): readonly (readonly IToken[])[] {
  const start = tokens.findIndex((_, at) => isKeywordAt(tokens, at, t.Trigger)) + 1;
  const end = tokens.findIndex((_, at) => isKeywordAt(tokens, at, t.Check) || isKeywordAt(tokens, at, t.Enforce));
  if (start === 0) return [];
  const head = tokens.slice(start, end < 0 ? tokens.length : end);
  const lets = [...head.keys()].filter((at) => at > 0 && isKeywordAt(head, at, t.Let));
  return [head.length, lets.at(-1), lets[0]].flatMap((at) => (at === undefined ? [] : [head.slice(0, at)]));
}

function leftOf({ check }: Rule, length: number): Value | undefined {
  const last = check.operands.at(-1);
  return length > 0 && last?.type === "comparison" ? last.left : undefined;
}
