import { type Action, type Args, canonicalJson, type InspectionRequest, type Pass } from "@helve/core";
import type { EnforcementAnswer } from "../enforcements/domain.ts";
import type { Reflection } from "../enforcements/llm-self-reflect.ts";
import type { InspectionAnswer } from "../inspection.ts";

/** What people and models said when a decision was made, to be said again. */
export interface RecordedAnswers {
  /** What a person said to these rules about this action; `later` when that is not recorded. */
  inspection(request: InspectionRequest): InspectionAnswer;
  /** What the model thought of instead of this action; `null` when that is not recorded. */
  reflection(action: Action): Reflection;
  /** The arguments that a fix has made. */
  fix(name: string, action: Action): Args;
  /** The arguments of an action that a rule invoked; `null` when it could not run, nothing when that is not recorded. */
  invoked(action: Action): Args | null | undefined;
  /** What an enforcement of the host's came to under this rule; it was done when nothing else is recorded. */
  domain(name: string, rule: string, action: Action): EnforcementAnswer;
}

/**
 * The answers in the record of a decision. An answer holds for the same rule and an equal action; when it was a fix that
 * did something beside the action, so that the rule no longer objected, the next one is an approval.
 */
export function recordedAnswers(passes: readonly Pass[]): RecordedAnswers {
  const inspections = new Map<string, InspectionAnswer[]>();
  const reflections = new Map<string, Reflection[]>();
  const fixes = new Map<string, Args>();
  const invoked = new Map<string, Args | null>();
  const stops = new Map<string, string>();
  for (const [index, { action, approved = [], rules, enforcements }] of passes.entries()) {
    const next = passes[index + 1]?.action;
    for (const { rule, violated } of inspections.size === 0 ? [] : rules) {
      if (!violated) inspections.get(keyOf(rule, action))?.push({ decision: "approve" });
    }
    const answered = new Set<string>();
    for (const { rule, sharedWith: others = [], enforcement, outcome, detail } of enforcements) {
      if (enforcement === "llm_self_reflect") {
        const reflection = outcome === "reflected" && next !== undefined ? { name: next.name, args: next.args } : null;
        push(reflections, keyOf("", action), reflection);
      }
      if (enforcement === "invoke_action") invoked.set(keyOf(rule, action), next?.args ?? null);
      if (outcome === "stopped" || outcome === "failed") stops.set(keyOf([rule, enforcement], action), detail ?? "");
      if (enforcement !== "user_inspection" || approved.includes(rule)) continue;
      const answer = answerOf(outcome, detail, next);
      for (const asking of answer === undefined ? [] : [rule, ...others]) {
        // A rule that was asked for together with another may have its own record of the same answer.
        if (answer !== undefined && !answered.has(asking)) push(inspections, keyOf(asking, action), answer);
        answered.add(asking);
      }
      if (answer?.decision === "fix" && next !== undefined) fixes.set(keyOf(answer.fix, action), next.args);
    }
  }
  return {
    inspection: ({ action, rules, fixes: offered }) => {
      const answers = rules.map(({ rule }) => inspections.get(keyOf(rule, action))?.shift());
      return together(answers.map((answer) => (answer && isOffered(answer, offered) ? answer : undefined)));
    },
    reflection: (action) => reflections.get(keyOf("", action))?.shift() ?? null,
    fix: (name, action) => fixes.get(keyOf(name, action)) ?? action.args,
    invoked: ({ replaces, invokedBy = "" }) => replaces && invoked.get(keyOf(invokedBy, replaces)),
    domain: (name, rule, action) => {
      const stop = stops.get(keyOf([rule, name], action));
      return stop === undefined ? undefined : { stop };
    },
  };
}

function answerOf(outcome: string, detail: string | undefined, next: Action | undefined): InspectionAnswer | undefined {
  // What was changed so that it could not run was stopped.
  if (next === undefined && (outcome === "edited" || outcome === "fixed")) return { decision: "reject" };
  switch (outcome) {
    case "approved":
    case "remembered":
      return { decision: "approve" };
    case "rejected":
      return detail === undefined ? { decision: "reject" } : { decision: "reject", reason: detail };
    case "edited":
      return next && { decision: "edit", args: next.args };
    case "fixed":
      return detail === undefined ? undefined : { decision: "fix", fix: detail };
    default:
      return undefined;
  }
}

/** One answer for all rules of a request: who rejects for one rule, rejects; who approves has to do so for all. */
function together(answers: readonly (InspectionAnswer | undefined)[]): InspectionAnswer {
  const given = answers.filter((answer) => answer !== undefined);
  const changing = given.find(({ decision }) => decision === "reject") ?? given.find(isChange);
  if (changing !== undefined) return changing;
  return given.length === answers.length ? { decision: "approve" } : { decision: "later" };
}

function isChange({ decision }: InspectionAnswer): boolean {
  return decision === "edit" || decision === "fix";
}

function isOffered(answer: InspectionAnswer, offered: readonly string[]): boolean {
  return answer.decision !== "fix" || offered.includes(answer.fix);
}

function keyOf(word: string | readonly string[], { name, args }: Action): string {
  return canonicalJson([word, name, args]);
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
