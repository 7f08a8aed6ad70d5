import type { Issue, RuleRecord, TextRange } from "@helve/core";
import type { Rule, Value } from "@helve/core/program";
import { planEnforcement } from "../enforcements/plan-enforcement.ts";
import type { Host } from "../host.ts";
import type { PlannedRule } from "../plan.ts";
import { type Check, constantOf, planCheck } from "./plan-check.ts";
import { boundValue, sourceOf, ValueFault, type ValueScope } from "./values.ts";

/** What the rules of a program have in common. */
export interface Compilation {
  readonly issues: Issue[];
  readonly references: ValueScope["references"];
}

/** Makes a rule ready. What can't be made ready is among the issues then, and the rule not fit for use. */
export function planRule(
  rule: Rule,
  host: Pick<Host, "predicates" | "fixes" | "enforcements">,
  { issues, references }: Compilation,
): PlannedRule {
  const report = ({ range }: { readonly range?: TextRange }, code: string, problem: string): void => {
    issues.push({ code, message: `rule @${rule.name}: ${problem}`, ...(range !== undefined && { range }) });
  };
  const values = { bindings: bindingsOf(rule, references, report), references };
  const check = planCheck(rule.check, { values, predicates: host.predicates, report });
  const enforcements = rule.enforce.map((node) => planEnforcement(node, rule, { values, host, report }));
  const line = rule.range.start.line;
  return {
    name: rule.name,
    line,
    check,
    constant: constantRecord(rule.name, line, check),
    priority: rule.priority ?? 0,
    rule,
    enforcements,
    allows: enforcements.some(({ type }) => type === "allow"),
    invokes: enforcements.some(({ type }) => type === "invoke_action"),
  };
}

/** A name may stand for what names before it stand for. */
function bindingsOf(
  { bindings = [] }: Rule,
  references: ValueScope["references"],
  report: (node: { readonly range?: TextRange }, code: string, problem: string) => void,
): ReadonlyMap<string, Value> {
  const known = new Map<string, Value>();
  for (const binding of bindings) {
    try {
      if (known.has(binding.name)) throw new ValueFault("duplicate_binding", `there are two let "${binding.name}"`);
      const value = boundValue(binding);
      sourceOf(value, { bindings: known, references });
      known.set(binding.name, value);
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      report(binding, error.code, error.message);
      // So that what refers to it is no second issue.
      known.set(binding.name, { type: "literal", value: null, range: binding.range });
    }
  }
  return known;
}

function constantRecord(rule: string, line: number, check: Check): RuleRecord | undefined {
  const value = constantOf(check);
  if (value === undefined) return undefined;
  return Object.freeze({ rule, line, check: value, violated: value, predicates: Object.freeze([]) });
}
