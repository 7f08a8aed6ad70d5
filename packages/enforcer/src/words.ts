import type { Enforcement, Expression, Rule, Value } from "@helve/agentspec";
import type { Evidence, RuleRecord } from "@helve/core";

/**
 * A rule in words, for a model or a person.
 *
 * @example
 * ruleInWords(rule); // 'rule @confirm: before Terminal.Execute, if is_destructive(args.command), user_inspection'
 */
export function ruleInWords({ name, trigger, check, enforce }: Rule): string {
  const tools = trigger.patterns.map(({ toolkit, tool }) => `${toolkit}.${tool}`).join(" or ");
  const condition = check.type === "and" && check.operands.length === 0 ? "" : `, if ${expressionInWords(check)}`;
  return `rule @${name}: before ${tools}${condition}, ${enforce.map(enforcementInWords).join(", then ")}`;
}

/** A check as the rule language writes it; conjunctions with `and` in between. */
export function expressionInWords(expression: Expression): string {
  switch (expression.type) {
    case "literal":
      return expression.value === true ? "True" : "False";
    case "not":
      return `!${expressionInWords(expression.operand)}`;
    case "and":
    case "or":
      return expression.operands.map(expressionInWords).join(` ${expression.type} `);
    case "comparison":
      return `${valueInWords(expression.left)} ${expression.operator} ${valueInWords(expression.right)}`;
    case "predicate": {
      const values = expression.arguments.map(valueInWords).join(", ");
      return values === "" ? expression.name : `${expression.name}(${values})`;
    }
  }
}

/** What a rule found, in words: its name, its place, and each predicate that decided it with its reason. */
export function findingInWords({ rule, line, predicates }: RuleRecord): string {
  const reasons = predicates.map(({ predicate, value, reason, evidence }) => {
    return `${predicate} is ${value}: ${reason}${quoted(evidence)}`;
  });
  return `rule @${rule} (line ${line})${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
}

function quoted(evidence: readonly Evidence[]): string {
  return evidence.length === 0 ? "" : ` (${evidence.map(({ text }) => `"${text}"`).join(", ")})`;
}

function enforcementInWords(enforcement: Enforcement): string {
  switch (enforcement.type) {
    case "user_inspection":
      return enforcement.fixes.length === 0 ? "user_inspection" : `user_inspection(${enforcement.fixes.join(", ")})`;
    case "invoke_action":
      return `invoke_action(${enforcement.tool}, ${valueInWords(enforcement.args)})`;
    default:
      return enforcement.type;
  }
}

function valueInWords(value: Value): string {
  switch (value.type) {
    case "literal":
      return JSON.stringify(value.value);
    case "list":
      return `[${value.items.map(valueInWords).join(", ")}]`;
    case "object":
      return `{${value.entries.map((entry) => `${JSON.stringify(entry.key)}: ${valueInWords(entry.value)}`).join(", ")}}`;
    case "reference":
      return [value.root, ...value.path.map(stepInWords)].join("");
  }
}

function stepInWords(step: string | number): string {
  return typeof step === "string" && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
