import { type Action, type Args, canonicalJson, type InspectionRequest, type Pass } from "@helve/core";
import type { EnforcementHandlerResult, InspectionAnswer, Reflection } from "../handlers.ts";

/** Returns the answers that people, models and the application gave when a decision was recorded. */
export interface RecordedAnswers {
  /** A person's answer to these rules about this action; `later` if none is recorded. */
  inspection(request: InspectionRequest): InspectionAnswer;
  /** The model's replacement for this action; `null` if none is recorded. */
  reflection(action: Action): Reflection;
  /** The arguments that a fix returned; the action's arguments if none are recorded. */
  fix(name: string, action: Action): Args;
  /** The decoded arguments of an invoked action; `null` if it could not run, `undefined` if it is not recorded. */
  invoked(action: Action): Args | null | undefined;
  /** The result of an application's enforcement for this rule; done if nothing else is recorded. */
  domain(name: string, rule: string, action: Action): EnforcementHandlerResult;
}

/**
 * Collects the answers in the record of a decision. An answer holds for the same rule and an equal action. If a fix changed
 * something besides the action, so that the rule was no longer violated, the next answer is an approval.
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
      if (!violated) inspections.get(answerKey(rule, action))?.push({ decision: "approve" });
    }
    const answered = new Set<string>();
    for (const { rule, sharedWith = [], enforcement, outcome, detail } of enforcements) {
      if (enforcement === "llm_self_reflect") {
        const reflection = outcome === "reflected" && next !== undefined ? { name: next.name, args: next.args } : null;
        appendToList(reflections, answerKey("", action), reflection);
      }
      if (enforcement === "invoke_action") invoked.set(answerKey(rule, action), next?.args ?? null);
      if (outcome === "stopped" || outcome === "failed") {
        stops.set(answerKey([rule, enforcement], action), detail ?? "");
      }
      if (enforcement !== "user_inspection" || approved.includes(rule)) continue;
      const answer = answerFromOutcome(outcome, detail, next);
      if (answer === undefined) continue;
      for (const asking of [rule, ...sharedWith]) {
        // A rule that shared the question may have its own record of the same answer.
        if (!answered.has(asking)) appendToList(inspections, answerKey(asking, action), answer);
        answered.add(asking);
      }
      if (answer.decision === "fix" && next !== undefined) fixes.set(answerKey(answer.fix, action), next.args);
    }
  }
  return {
    inspection: ({ action, rules, fixes: offeredFixes }) => {
      const answers = rules.map(({ rule }) => inspections.get(answerKey(rule, action))?.shift());
      return combineAnswers(answers.map((answer) => (answer && isOffered(answer, offeredFixes) ? answer : undefined)));
    },
    reflection: (action) => reflections.get(answerKey("", action))?.shift() ?? null,
    fix: (name, action) => fixes.get(answerKey(name, action)) ?? action.args,
    invoked: ({ replaces, invokedBy = "" }) => replaces && invoked.get(answerKey(invokedBy, replaces)),
    domain: (name, rule, action) => {
      const stop = stops.get(answerKey([rule, name], action));
      return stop === undefined ? undefined : { stop };
    },
  };
}

/** Reconstructs a person's answer from the recorded outcome of `user_inspection`. */
function answerFromOutcome(
  outcome: string,
  detail: string | undefined,
  next: Action | undefined,
): InspectionAnswer | undefined {
  // Without a next pass, the changed action did not match its tool and was stopped.
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

/** Combines the recorded answers of all rules of a request: one rejection rejects; an approval needs all. */
function combineAnswers(answers: readonly (InspectionAnswer | undefined)[]): InspectionAnswer {
  const recorded = answers.filter((answer) => answer !== undefined);
  const decisive = recorded.find(({ decision }) => decision === "reject") ?? recorded.find(changesAction);
  if (decisive !== undefined) return decisive;
  return recorded.length === answers.length ? { decision: "approve" } : { decision: "later" };
}

/** Whether an answer changes the action. */
function changesAction({ decision }: InspectionAnswer): boolean {
  return decision === "edit" || decision === "fix";
}

/** Whether an answer is possible for a request: a fix must be offered by its rules. */
function isOffered(answer: InspectionAnswer, offeredFixes: readonly string[]): boolean {
  return answer.decision !== "fix" || offeredFixes.includes(answer.fix);
}

/** Returns the key of a recorded answer. */
function answerKey(subject: string | readonly string[], { name, args }: Action): string {
  return canonicalJson([subject, name, args]);
}

/** Adds a value to the list that a map has for a key. */
function appendToList<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
