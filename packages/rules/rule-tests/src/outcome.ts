/** Names the decision of the rules in the words of a test. */
import { type Action, canonicalJson, type EnforcementRecord, type StateVerdict, type Verdict } from "@helve/core";

/** The decision of the rules about an event, in the words of a test. */
export interface Outcome {
  /** `allow`, `rewritten`, or the enforcement that decided: `stop`, `skip`, `user_inspection`, `llm_self_reflect`. */
  readonly decided: string;
  /** The rules that decided; empty if it is allowed because no rule objects, or denied because no rule allows it. */
  readonly rules: readonly string[];
  /** The rules by the enforcements that were applied, the deciding ones included. */
  readonly applied: ReadonlyMap<string, readonly string[]>;
  /** The rules whose checks were unknown. */
  readonly unknown: readonly string[];
  /** The action that runs; absent at other events and if it is not allowed. */
  readonly action?: Action;
}

/** The outcome of a verdict. */
export function outcomeOf(verdict: Verdict | StateVerdict): Outcome {
  const { passes } = verdict.decision;
  const records = passes.flatMap(({ enforcements }) => enforcements);
  const applied = rulesByEnforcement(records);
  const checks = passes.flatMap(({ rules }) => rules);
  const unknown = new Set(checks.filter(({ check }) => check === "unknown").map(({ rule }) => rule));
  const { decided, rules } = decisionOf(verdict, records, applied);
  const action = verdict.kind === "allow" && "action" in verdict ? verdict.action : undefined;
  return { decided, rules, applied, unknown: [...unknown], action };
}

/** Names the decision of a verdict. */
function decisionOf(
  verdict: Verdict | StateVerdict,
  records: readonly EnforcementRecord[],
  applied: Outcome["applied"],
): Pick<Outcome, "decided" | "rules"> {
  const rulesOf = (enforcement: string): readonly string[] => applied.get(enforcement) ?? [];
  switch (verdict.kind) {
    case "allow": {
      const original = verdict.decision.passes[0]?.action;
      const isRewritten = "action" in verdict && original !== undefined && key(verdict.action) !== key(original);
      if (isRewritten) return { decided: "rewritten", rules: rulesOf("invoke_action") };
      return { decided: "allow", rules: rulesOf("allow") };
    }
    case "pending":
      return { decided: "user_inspection", rules: verdict.request.rules.map(({ rule }) => rule) };
    default: {
      const decided = records.findLast(({ outcome }) => stopOutcomes.has(outcome))?.enforcement;
      return decided === undefined ? { decided: "stop", rules: [] } : { decided, rules: rulesOf(decided) };
    }
  }
}

/** The outcomes of an enforcement that stops. */
const stopOutcomes: ReadonlySet<string> = new Set(["stopped", "skipped", "rejected", "failed", "gave up"]);

/** Lists the rules by the enforcement that they applied. */
function rulesByEnforcement(records: readonly EnforcementRecord[]): Outcome["applied"] {
  const applied = new Map<string, string[]>();
  for (const { enforcement, rule, sharedWith = [] } of records) {
    const rules = applied.get(enforcement) ?? [];
    applied.set(enforcement, rules);
    for (const name of [rule, ...sharedWith]) if (!rules.includes(name)) rules.push(name);
  }
  return applied;
}

/** Returns a key that is equal for equal actions. */
function key({ name, args }: Action): string {
  return canonicalJson([name, args]);
}
