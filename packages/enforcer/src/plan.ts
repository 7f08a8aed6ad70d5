import type { Program, Rule } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { PlanError } from "./plan-error.ts";
import { headerIssues, ruleIssues } from "./rule-issues.ts";

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
 * @throws PlanError naming everything because of which the rules would not guard as they read
 */
export function makePlan(
  program: Program,
  predicates: ReadonlyMap<string, Predicate>,
  fixes: ReadonlySet<string>,
): Plan {
  const issues = [...headerIssues(program), ...ruleIssues(program.rules, predicates, fixes)];
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
