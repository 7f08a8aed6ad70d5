import type { Action, Evidence, RuleRecord } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import type {
  Enforcement,
  Expression,
  Quantifier,
  Rule,
  Source,
  StepQuery,
  Template,
  ToolPattern,
  Trigger,
  Value,
} from "@helve/core/program";
import { largestEvidence } from "./largest-evidence.ts";
import { groupUnknownRules, relevantPredicates, type UnknownRules } from "./unknown-rules.ts";

/**
 * Describes a rule as one line of text, for a model or a person.
 *
 * @example
 * describeRule(rule); // 'rule @confirm: before Terminal.Execute, if is_destructive(args.command), user_inspection'
 */
export function describeRule({ name, trigger, bindings = [], check, enforce }: Rule): string {
  const condition = check.operands.length === 0 ? "" : `, if ${formatExpression(check)}`;
  const names = bindings.map((binding) => {
    const { value } = binding;
    return `${binding.name} is ${value.type === "invoke_action" ? formatEnforcement(value) : formatValue(value)}`;
  });
  const where = names.length === 0 ? "" : ` (where ${names.join(", ")})`;
  const enforcements = enforce.map(formatEnforcement).join(", then ");
  return `rule @${name}: ${describeTrigger(trigger)}${condition}, ${enforcements}${where}`;
}

/**
 * Describes why a rule is violated: its name, its line, and each predicate that matters for its check with its value and reason.
 *
 * @example
 * describeFinding(record); // 'rule @confirm (line 2): is_destructive(args.command) is true: rm deletes out ("rm -rf out")'
 */
export function describeFinding(record: RuleRecord): string {
  const { rule, line } = record;
  const namesByAnswer = new Map<string, string[]>();
  for (const { predicate, value, reason, evidence } of relevantPredicates(record)) {
    const answer = `${value}: ${oneLine(reason)}${quotedEvidence(evidence)}`;
    namesByAnswer.set(answer, [...(namesByAnswer.get(answer) ?? []), predicate]);
  }
  const reasons = [...namesByAnswer].map(
    ([answer, names]) => `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} ${answer}`,
  );
  return `rule @${rule} (line ${line})${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
}

/**
 * Describes why several rules are violated. Rules whose checks are unknown for the same reason are described together, with
 * the reason once.
 */
export function describeFindings(records: readonly RuleRecord[]): string {
  return findingTexts(records).join("; ");
}

/** Describes why several rules are violated, as `describeFindings` does, with a text for each rule or group of rules. */
export function findingTexts(records: readonly RuleRecord[]): readonly string[] {
  return groupUnknownRules(records).map((each) =>
    "cause" in each ? describeUnknownRules(each) : describeFinding(each),
  );
}

function describeUnknownRules({ rules, cause }: UnknownRules): string {
  const names = rules.slice(0, maxNames).map(({ rule }) => `@${rule}`);
  const more = rules.length > maxNames ? ` and ${rules.length - maxNames} more` : "";
  return `the checks of ${rules.length} rules (${names.join(", ")}${more}) are unknown: ${oneLine(cause.reason)}${quotedEvidence(cause.evidence)}`;
}

/** The most names of rules that a description lists. */
const maxNames = 4;

/** Formats a check in the syntax of the rule language; the lines of a conjunction are joined with `and`. */
export function formatExpression(expression: Expression, isNested = false): string {
  switch (expression.type) {
    case "literal":
      return expression.value === true ? "True" : "False";
    case "not": {
      const { operand } = expression;
      const text = formatExpression(operand, true);
      return operand.type === "comparison" || operand.type === "provenance" ? `!(${text})` : `!${text}`;
    }
    case "and":
    case "or": {
      const text = expression.operands.map((operand) => formatExpression(operand, true)).join(` ${expression.type} `);
      return isNested ? `(${text})` : text;
    }
    case "comparison":
      return `${formatValue(expression.left)} ${formatComparison(expression)}`;
    case "every":
    case "some":
      return `${expression.type}(${formatValue(expression.value)}, ${formatComparison(expression)})`;
    case "once":
      return `once(${formatStepQuery(expression.steps)})`;
    case "provenance": {
      const { value, only, sources } = expression;
      return `${formatValue(value)} ${only ? "only from" : "from"} ${formatSources(sources)}`;
    }
    case "predicate": {
      const args = expression.arguments.map(formatValue).join(", ");
      return args === "" ? expression.name : `${expression.name}(${args})`;
    }
  }
}

/** Formats the operator and right side of a comparison: `ends_with "@corp.com"`. */
function formatComparison({
  operator,
  right,
  ignoreCase,
}: Pick<Quantifier, "operator" | "right" | "ignoreCase">): string {
  return `${operator} ${formatValue(right)}${ignoreCase ? " ignoring case" : ""}`;
}

/** Formats a step query in the syntax of the rule language: `Bank.Transfer where step.args.to == args.to within 1h`. */
export function formatStepQuery({ patterns, where, since, within }: StepQuery): string {
  const clauses = [
    formatPatterns(patterns),
    ...(where === undefined ? [] : [`where ${formatExpression(where)}`]),
    ...(since === undefined ? [] : [`since ${formatPatterns(since)}`]),
  ];
  if (within?.type === "step_window") clauses.push(`within ${within.steps} steps`);
  else if (within !== undefined) clauses.push(`within ${formatValue(within)}`);
  return clauses.join(" ");
}

/** Writes the tools that a rule is about: `Files.* | Web.Read`. */
function formatPatterns(patterns: readonly ToolPattern[]): string {
  return patterns.map(formatPattern).join(" | ");
}

/** A pattern as people write it: `Bash` for a tool of any toolkit. */
function formatPattern({ toolkit, tool }: ToolPattern): string {
  return toolkit === "any" ? tool : `${toolkit}.${tool}`;
}

function formatSources(sources: readonly Source[]): string {
  const names = sources.map((source) =>
    source.type === "named_source" ? source.name : `${source.toolkit}.${source.tool}`,
  );
  return names.length === 1 ? (names[0] ?? "") : `(${names.join(", ")})`;
}

/** Formats a value in the syntax of the rule language: `args.to[0]`, `["a", "b"]`. */
export function formatValue(value: Value): string {
  switch (value.type) {
    case "literal":
      return JSON.stringify(value.value);
    case "list":
      return `[${value.items.map(formatValue).join(", ")}]`;
    case "object":
      return `{${value.entries.map((entry) => `${JSON.stringify(entry.key)}: ${formatValue(entry.value)}`).join(", ")}}`;
    case "reference": {
      const [name, ...path] = value.root === "let" ? value.path : [value.root, ...value.path];
      return [name, ...path.map(formatPathKey), ...(value.optional ? ["?"] : [])].join("");
    }
    case "arithmetic":
      return `${formatOperand(value.left, value.operator)} ${value.operator} ${formatOperand(value.right, value.operator, true)}`;
    case "duration":
      return `${value.amount}${value.unit}`;
    case "count":
      return `count(${formatStepQuery(value.steps)})`;
    case "sum":
      return `sum(${formatValue(value.value)} of ${formatStepQuery(value.steps)})`;
    case "last":
      return `last(${formatStepQuery(value.steps)})${value.path.map(formatPathKey).join("")}${value.optional ? "?" : ""}`;
  }
}

/** An operand of `+`, `-` or `*`, in parentheses where it would be read otherwise. */
function formatOperand(value: Value, operator: "+" | "-" | "*", isRight = false): string {
  const text = formatValue(value);
  if (value.type !== "arithmetic") return text;
  const bindsWeaker = operator === "*" && value.operator !== "*";
  return bindsWeaker || isRight ? `(${text})` : text;
}

/** Formats an action on one line: `Bank.Transfer {"to":"bob"}`. Arguments are cut after 200 UTF-16 units. */
export function formatAction({ name, args }: Action): string {
  const text = JSON.stringify(args);
  if (text.length <= maxArgsLength) return `${name} ${text}`;
  // A surrogate pair is not cut in half.
  return `${name} ${text.slice(0, maxArgsLength).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const maxArgsLength = 200;

/** Describes when a rule applies: `before Terminal.Execute`, `when the state has changed`. */
function describeTrigger({ event, patterns }: Trigger): string {
  const isAnyTool = patterns.some(({ toolkit, tool }) => toolkit === "any" && tool === "any");
  const tools = isAnyTool ? "any tool" : patterns.map(formatPattern).join(" or ");
  switch (event) {
    case "before_action":
      return `before ${tools}`;
    case "after_action":
      return `after ${tools}`;
    case "state_change":
      return `when the state has changed${isAnyTool ? "" : ` after ${tools}`}`;
    case "agent_finish":
      return `before the agent finishes${isAnyTool ? "" : ` after ${tools}`}`;
  }
}

/** Formats an enforcement in the syntax of the rule language: `invoke_action(Trash.Move, {"path": args.path})`. */
function formatEnforcement(enforcement: Enforcement): string {
  switch (enforcement.type) {
    case "user_inspection": {
      const { message, fixes } = enforcement;
      const args = [...(message === undefined ? [] : [formatTemplate(message)]), ...fixes];
      return args.length === 0 ? "user_inspection" : `user_inspection(${args.join(", ")})`;
    }
    case "invoke_action":
      return `invoke_action(${enforcement.tool}, ${formatValue(enforcement.args)})`;
    case "stop":
    case "warn":
    case "log": {
      const { type, message } = enforcement;
      return message === undefined ? type : `${type}(${formatTemplate(message)})`;
    }
    case "domain":
      return `${enforcement.name}(${enforcement.arguments.map(formatValue).join(", ")})`;
    default:
      return enforcement.type;
  }
}

/** Formats a message with its placeholders in the syntax of the rule language: `"careful with ${args.path}"`. */
function formatTemplate({ parts }: Template): string {
  return JSON.stringify(parts.map((part) => (part.type === "text" ? part.text : `\${${formatValue(part)}}`)).join(""));
}

/**
 * Writes the evidence of a predicate: ` ("rm -rf out", "rm x")`, or nothing without evidence. Long texts and lists are
 * shortened: evidence may be a whole program.
 */
function quotedEvidence(evidence: readonly Evidence[]): string {
  const largest = largestEvidence(evidence);
  if (largest.length === 0) return "";
  const texts = [...new Set(largest.map(({ text }) => text))];
  const quoted = texts.slice(0, maxQuotes).map((text) => `"${shorten(text)}"`);
  const more = texts.length > maxQuotes ? ` and ${texts.length - maxQuotes} more` : "";
  return ` (${quoted.join(", ")}${more})`;
}

/** The most pieces of evidence that are quoted, and the most characters of each. */
const maxQuotes = 20;
const maxQuoteLength = 1000;

/** Puts a text on one line, and escapes invisible characters. */
function oneLine(text: string): string {
  return escapeInvisible(text.trim().replaceAll(/\s*\n\s*/g, " "));
}

/** Shortens evidence to one line. */
function shorten(text: string): string {
  const line = oneLine(text.slice(0, maxQuoteLength * 2));
  return line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line;
}

/** A key of a path: `.to` or `["a key"]` or `[0]`. */
function formatPathKey(key: string | number): string {
  return typeof key === "string" && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
