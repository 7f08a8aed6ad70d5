import type { Expression, PredicateCall, Program, Rule } from "@helve/agentspec";
import { type Issue, nearest, type Predicate } from "@helve/core";
import { PlanError } from "./plan-error.ts";

/** A program's rules, indexed by the tools they watch. */
export interface Plan {
  /** The rules whose trigger fits a tool, in source order. */
  rulesFor(tool: string): readonly Rule[];
}

/**
 * Indexes a program once, so that a decision touches only the rules that can fire.
 *
 * @param predicates - by name
 * @param fixes - the names of the fixes that the host has
 * @throws PlanError naming every predicate and fix that the host does not have
 */
export function makePlan(
  program: Program,
  predicates: ReadonlyMap<string, Predicate>,
  fixes: ReadonlySet<string>,
): Plan {
  const issues = program.rules.flatMap((rule) => [
    ...unknownPredicates(rule, predicates),
    ...unknownFixes(rule, fixes),
  ]);
  if (issues.length > 0) throw new PlanError(issues);

  const byPattern = new Map<string, Set<Rule>>();
  for (const rule of program.rules) {
    for (const { toolkit, tool } of rule.trigger.patterns) {
      const key = `${toolkit}.${tool}`;
      byPattern.set(key, (byPattern.get(key) ?? new Set()).add(rule));
    }
  }
  const order = new Map(program.rules.map((rule, index) => [rule, index]));
  const place = (rule: Rule): number => order.get(rule) ?? 0;
  return {
    rulesFor: (tool) => {
      const found = new Set(patternsFor(tool).flatMap((key) => [...(byPattern.get(key) ?? [])]));
      return [...found].sort((one, other) => place(one) - place(other));
    },
  };
}

/** A tool that belongs to no toolkit fits only patterns whose toolkit is `any`. */
function patternsFor(name: string): readonly string[] {
  const dot = name.indexOf(".");
  const tool = name.slice(dot + 1);
  const anyToolkit = [`any.${tool}`, "any.any"];
  return dot < 0 ? anyToolkit : [name, `${name.slice(0, dot)}.any`, ...anyToolkit];
}

function unknownPredicates(rule: Rule, predicates: ReadonlyMap<string, Predicate>): readonly Issue[] {
  return predicateCalls(rule.check)
    .filter(({ name }) => !predicates.has(name))
    .map(({ name, range }) => ({
      code: "unknown_predicate",
      message: `rule @${rule.name}: there is no predicate "${name}"${hint(name, predicates.keys())}`,
      range,
    }));
}

function unknownFixes(rule: Rule, fixes: ReadonlySet<string>): readonly Issue[] {
  return rule.enforce
    .filter((enforcement) => enforcement.type === "user_inspection")
    .flatMap(({ fixes: offered, range }) => offered.map((name) => ({ name, range })))
    .filter(({ name }) => !fixes.has(name))
    .map(({ name, range }) => ({
      code: "unknown_fix",
      message: `rule @${rule.name}: there is no fix "${name}"${hint(name, fixes)}`,
      range,
    }));
}

function hint(name: string, known: Iterable<string>): string {
  const meant = nearest(name, known);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
}

function predicateCalls(expression: Expression): readonly PredicateCall[] {
  switch (expression.type) {
    case "and":
      return expression.operands.flatMap(predicateCalls);
    case "not":
      return predicateCalls(expression.operand);
    case "predicate":
      return [expression];
    case "literal":
      return [];
  }
}
