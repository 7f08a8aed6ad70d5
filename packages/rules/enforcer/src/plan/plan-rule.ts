/** Compiles one rule: its `let` names, its check and its enforcements. */
import type { Issue, RuleRecord, TextRange } from "@helve/core";
import type { Binding, Rule, Value } from "@helve/core/program";
import type { ResolvedOptions } from "../engine-options.ts";
import type { IndexedQuery } from "../history/indexed-query.ts";
import { constantCheck, type PlannedCheck, planCheck } from "./plan-check.ts";
import { type PlannedEnforcement, planEnforcement } from "./plan-enforcement.ts";
import { PlanFault } from "./plan-fault.ts";
import type { Trust } from "./plan-provenance.ts";
import { planStepQuery } from "./plan-step-query.ts";
import { boundValue, planValue, type ValueScope } from "./plan-value.ts";

/** A rule, compiled. */
export interface PlannedRule {
  readonly name: string;
  /** The line on which the rule begins in its text, 1-based. */
  readonly line: number;
  readonly check: PlannedCheck;
  /** The record of the check if it is the same for every action. */
  readonly constantRecord: RuleRecord | undefined;
  /** Violated rules with a higher number are enforced first. */
  readonly priority: number;
  readonly rule: Rule;
  readonly enforcements: readonly PlannedEnforcement[];
  /** Whether the rule has the enforcement `allow`, which permits an action under `default deny`. */
  readonly hasAllow: boolean;
  /** Whether the rule has the enforcement `invoke_action`. */
  readonly hasInvocation: boolean;
}

/** The data that the rules of one program share while they are compiled. */
export interface RuleCompilation {
  readonly issues: Issue[];
  readonly references: ValueScope["references"];
  /** The values of the `let` names that all rules share. */
  readonly shared: ReadonlyMap<string, Value>;
  /** The trusted sources. */
  readonly trust: Trust;
  /** The indexed parts of all rules' step queries, by their identities. */
  readonly queries: Map<string, IndexedQuery>;
}

/** Compiles a rule. Problems are added to the issues; the result must not be used then. */
export function planRule(
  rule: Rule,
  options: Pick<ResolvedOptions, "predicates" | "fixes" | "enforcements">,
  compilation: RuleCompilation,
): PlannedRule {
  const { issues } = compilation;
  const report = ({ range }: { readonly range?: TextRange }, code: string, problem: string): void => {
    issues.push({ code, message: `rule @${rule.name}: ${problem}`, range });
  };
  const values = valueScope(resolveBindings(rule.bindings, compilation, report), compilation);
  const check = planCheck(rule.check, { values, predicates: options.predicates, trust: compilation.trust, report });
  const enforcements = rule.enforce.map((node) => planEnforcement(node, rule, { values, options, report }));
  const line = rule.range.start.line;
  return {
    name: rule.name,
    line,
    check,
    constantRecord: constantRecord(rule.name, line, check),
    priority: rule.priority ?? 0,
    rule,
    enforcements,
    hasAllow: enforcements.some(({ type }) => type === "allow"),
    hasInvocation: enforcements.some(({ type }) => type === "invoke_action"),
  };
}

/** Creates the scope of a rule's values: its bindings and step queries. */
function valueScope(bindings: ReadonlyMap<string, Value>, { references, queries }: RuleCompilation): ValueScope {
  const scope: ValueScope = {
    bindings,
    references,
    planStepQuery: (query, part) => {
      const planned = planStepQuery(query, part, scope);
      queries.set(planned.indexed.identity, planned.indexed);
      return planned;
    },
  };
  return scope;
}

/**
 * The values of `let` names: the shared ones and these. A binding may refer to the names before it.
 *
 * @param report - called for each binding that can't be compiled
 */
export function resolveBindings(
  bindings: readonly Binding[] = [],
  compilation: RuleCompilation,
  report: (node: { readonly range?: TextRange }, code: string, problem: string) => void,
): ReadonlyMap<string, Value> {
  const resolved = new Map(compilation.shared);
  for (const binding of bindings) {
    try {
      if (resolved.has(binding.name)) throw new PlanFault("duplicate_binding", `there are two let "${binding.name}"`);
      const value = boundValue(binding);
      planValue(value, valueScope(resolved, compilation));
      resolved.set(binding.name, value);
    } catch (error) {
      if (!(error instanceof PlanFault)) throw error;
      report(binding, error.code, error.message);
      // A placeholder, so that references to this name are not reported as well.
      resolved.set(binding.name, { type: "literal", value: null, range: binding.range });
    }
  }
  return resolved;
}

/** Creates the record of a rule whose check is constant; `undefined` for other rules. */
function constantRecord(rule: string, line: number, check: PlannedCheck): RuleRecord | undefined {
  const value = constantCheck(check);
  if (value === undefined) return undefined;
  return Object.freeze({ rule, line, check: value, violated: value, predicates: Object.freeze([]) });
}
