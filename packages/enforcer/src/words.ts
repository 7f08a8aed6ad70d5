import type { Action, Evidence, RuleRecord } from "@helve/core";
import type { Enforcement, Expression, Rule, Template, Trigger, Value } from "@helve/core/program";

/**
 * A rule in words, for a model or a person.
 *
 * @example
 * ruleInWords(rule); // 'rule @confirm: before Terminal.Execute, if is_destructive(args.command), user_inspection'
 */
export function ruleInWords({ name, trigger, bindings = [], check, enforce }: Rule): string {
  const condition = check.operands.length === 0 ? "" : `, if ${expressionInWords(check)}`;
  const names = bindings.map((binding) => {
    const { value } = binding;
    return `${binding.name} is ${value.type === "invoke_action" ? enforcementInWords(value) : valueInWords(value)}`;
  });
  const where = names.length === 0 ? "" : ` (where ${names.join(", ")})`;
  const deeds = enforce.map(enforcementInWords).join(", then ");
  return `rule @${name}: ${triggerInWords(trigger)}${condition}, ${deeds}${where}`;
}

/**
 * What a rule found, in words: its name, its place, and each predicate that decided it with its reason.
 *
 * @example
 * findingInWords(record); // 'rule @confirm (line 2): is_destructive(args.command) is true: rm deletes out ("rm -rf out")'
 */
export function findingInWords({ rule, line, predicates }: RuleRecord): string {
  const reasons = predicates.map(({ predicate, value, reason, evidence }) => {
    return `${predicate} is ${value}: ${reason}${textsIn(evidence)}`;
  });
  return `rule @${rule} (line ${line})${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
}

/** A check as the rule language writes it; conjunctions with `and` in between. */
export function expressionInWords(expression: Expression, isWithin = false): string {
  switch (expression.type) {
    case "literal":
      return expression.value === true ? "True" : "False";
    case "not": {
      const { operand } = expression;
      const words = expressionInWords(operand, true);
      return operand.type === "comparison" ? `!(${words})` : `!${words}`;
    }
    case "and":
    case "or": {
      const words = expression.operands.map((operand) => expressionInWords(operand, true)).join(` ${expression.type} `);
      return isWithin ? `(${words})` : words;
    }
    case "comparison":
      return `${valueInWords(expression.left)} ${expression.operator} ${valueInWords(expression.right)}`;
    case "predicate": {
      const values = expression.arguments.map(valueInWords).join(", ");
      return values === "" ? expression.name : `${expression.name}(${values})`;
    }
  }
}

/** A value as the rule language writes it. */
export function valueInWords(value: Value): string {
  switch (value.type) {
    case "literal":
      return JSON.stringify(value.value);
    case "list":
      return `[${value.items.map(valueInWords).join(", ")}]`;
    case "object":
      return `{${value.entries.map((entry) => `${JSON.stringify(entry.key)}: ${valueInWords(entry.value)}`).join(", ")}}`;
    case "reference": {
      const [name, ...path] = value.root === "let" ? value.path : [value.root, ...value.path];
      return [name, ...path.map(stepInWords)].join("");
    }
  }
}

/** What an action is, on one line; long arguments are cut. */
export function actionInWords({ name, args }: Action): string {
  const text = JSON.stringify(args);
  return `${name} ${text.length <= mostShown ? text : `${text.slice(0, mostShown).replace(/[\uD800-\uDBFF]$/, "")}…`}`;
}

const mostShown = 200;

function triggerInWords({ event, patterns }: Trigger): string {
  const tools = patterns.map(({ toolkit, tool }) => `${toolkit}.${tool}`).join(" or ");
  const isAny = patterns.some(({ toolkit, tool }) => toolkit === "any" && tool === "any");
  switch (event) {
    case "before_action":
      return `before ${tools}`;
    case "after_action":
      return `after ${tools}`;
    case "state_change":
      return `when the state has changed${isAny ? "" : ` after ${tools}`}`;
    case "agent_finish":
      return `before the agent finishes${isAny ? "" : ` after ${tools}`}`;
  }
}

function enforcementInWords(enforcement: Enforcement): string {
  switch (enforcement.type) {
    case "user_inspection": {
      const { message, fixes } = enforcement;
      const given = [...(message === undefined ? [] : [templateInWords(message)]), ...fixes];
      return given.length === 0 ? "user_inspection" : `user_inspection(${given.join(", ")})`;
    }
    case "invoke_action":
      return `invoke_action(${enforcement.tool}, ${valueInWords(enforcement.args)})`;
    case "warn":
    case "log": {
      const { type, message } = enforcement;
      return message === undefined ? type : `${type}(${templateInWords(message)})`;
    }
    case "domain":
      return `${enforcement.name}(${enforcement.arguments.map(valueInWords).join(", ")})`;
    default:
      return enforcement.type;
  }
}

function templateInWords({ parts }: Template): string {
  return JSON.stringify(parts.map((part) => (part.type === "text" ? part.text : `\${${valueInWords(part)}}`)).join(""));
}

function textsIn(evidence: readonly Evidence[]): string {
  return evidence.length === 0 ? "" : ` (${evidence.map(({ text }) => `"${text}"`).join(", ")})`;
}

function stepInWords(step: string | number): string {
  return typeof step === "string" && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
