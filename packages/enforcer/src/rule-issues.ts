import type { Expression, PredicateCall, Program, Rule, Value } from "@helve/agentspec";
import { type Issue, nearest, type Predicate } from "@helve/core";

/**
 * Everything because of which rules would not guard as they read: names that the host does not have, and, in a tree that
 * no parser made, rules that could never fire or would do nothing, and parts that this engine does not know.
 */
export function ruleIssues(
  rules: readonly Rule[],
  predicates: ReadonlyMap<string, Predicate>,
  fixes: ReadonlySet<string>,
): readonly Issue[] {
  const names = new Set<string>();
  return rules.flatMap((rule) => {
    const issues = [...shapeIssues(rule), ...unknownPredicates(rule, predicates), ...unknownFixes(rule, fixes)];
    if (names.has(rule.name)) issues.unshift(issue(rule, "duplicate_rule", "there is another rule of this name"));
    names.add(rule.name);
    return issues;
  });
}

/** What a program says of all its rules, of which this engine knows nothing. */
export function headerIssues({ header }: Program): readonly Issue[] {
  if (header === undefined) return [];
  const message = "this engine does not know a header: default, on unknown and on error";
  return [{ code: "unknown_part", message, range: header.range }];
}

const enforcements: ReadonlySet<string> = new Set(["user_inspection", "llm_self_reflect", "invoke_action", "stop"]);
const expressions: ReadonlySet<string> = new Set(["and", "not", "predicate", "literal"]);

function shapeIssues(rule: Rule): Issue[] {
  const event: string = rule.trigger.event;
  const unknown = [
    ...rule.enforce.map(({ type }): string => type).filter((type) => !enforcements.has(type)),
    ...parts(rule.check)
      .map(({ type }): string => type)
      .filter((type) => !expressions.has(type)),
    ...unknownParts(rule),
  ];
  return [
    ...(rule.enforce.length === 0 ? [issue(rule, "no_enforcement", "it enforces nothing")] : []),
    ...(rule.trigger.patterns.length === 0 ? [issue(rule, "no_trigger", "it watches no tool")] : []),
    ...(event === "before_action" ? [] : [issue(rule, "unknown_event", `there is no event "${event}"`)]),
    ...unknown.map((type) => issue(rule, "unknown_part", `this engine does not know "${type}"`)),
  ];
}

/** What this engine would pass over in parts that it knows otherwise. */
function unknownParts({ priority, bindings = [], check, enforce }: Rule): readonly string[] {
  const values: readonly Value[] = [
    ...parts(check).flatMap((part) => (part.type === "predicate" ? part.arguments : [])),
    ...enforce.flatMap((enforcement) => (enforcement.type === "invoke_action" ? [enforcement.args] : [])),
  ];
  return [
    ...(priority === undefined ? [] : ["priority"]),
    ...(bindings.length === 0 ? [] : ["let"]),
    ...values.flatMap(roots).filter((root) => root !== "args"),
    ...enforce.flatMap((enforcement) => {
      if (enforcement.type === "user_inspection" && enforcement.message !== undefined) return ["message"];
      return enforcement.type === "invoke_action" && enforcement.args.type !== "object" ? ["arguments as a text"] : [];
    }),
  ];
}

/** The roots of the references in a value. */
function roots(value: Value): readonly string[] {
  switch (value.type) {
    case "literal":
      return [];
    case "reference":
      return [value.root];
    case "list":
      return value.items.flatMap(roots);
    case "object":
      return value.entries.flatMap((entry) => roots(entry.value));
  }
}

function unknownPredicates(rule: Rule, predicates: ReadonlyMap<string, Predicate>): readonly Issue[] {
  return parts(rule.check)
    .filter((part): part is PredicateCall => part.type === "predicate" && !predicates.has(part.name))
    .map(({ name, range }) => {
      return issue(rule, "unknown_predicate", `there is no predicate "${name}"${hint(name, predicates.keys())}`, range);
    });
}

function unknownFixes(rule: Rule, fixes: ReadonlySet<string>): readonly Issue[] {
  return rule.enforce.flatMap((enforcement) => {
    if (enforcement.type !== "user_inspection") return [];
    return enforcement.fixes
      .filter((name) => !fixes.has(name))
      .map((name) => issue(rule, "unknown_fix", `there is no fix "${name}"${hint(name, fixes)}`, enforcement.range));
  });
}

/** An expression and all in it. */
function parts(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case "and":
      return [expression, ...expression.operands.flatMap(parts)];
    case "not":
      return [expression, ...parts(expression.operand)];
    default:
      return [expression];
  }
}

function issue(rule: Rule, code: string, what: string, range: Issue["range"] = rule.range): Issue {
  return { code, message: `rule @${rule.name}: ${what}`, ...(range !== undefined && { range }) };
}

function hint(name: string, known: Iterable<string>): string {
  const meant = nearest(name, known);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
}
