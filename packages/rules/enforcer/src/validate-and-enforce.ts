import { type Action, canonicalJson, type EnforcementRecord, type Pass, type RuleRecord } from "@helve/core";
import { evaluateChecks, triggeredRules, violatedRules } from "./check.ts";
import { type DecisionContext, type PassInput, ruleVariables } from "./decision-context.ts";
import type { DecisionStart } from "./decision-start.ts";
import { describeFinding } from "./describe.ts";
import { changesByPersonOf } from "./enforce/trials.ts";
import { enforce, type PassResult } from "./enforce.ts";

/**
 * Algorithm 1 of the AgentSpec paper, lines 1 to 15: evaluates the rules for an action and applies the enforcements of the
 * violated ones, until no enforcement changes the action any more. Line 16 (`ground`) is the executor's.
 *
 * Differences from the printed algorithm:
 * - Line 6 assigns the conjunction to `pred`; it must be `check`. The conjunction is three-valued: a check that is unknown
 *   counts as violated, unless the program's header says otherwise.
 * - All checks are evaluated before the first enforcement is applied, and `stop` takes precedence over other enforcements.
 * - Line 11 re-evaluates the rules after every change of the action, not only after `llm_self_reflect`.
 * - After a late answer the rules are evaluated once more, on the trajectory and the state of that moment: an answer settles only
 *   the questions that a person was asked.
 * - Line 10: once `maxTrials` trials are used, an action that the rules would change again is stopped, not run, and the model is
 *   not asked in vain. The action of the last trial is evaluated like any other. A change by a person is no trial.
 *
 * @throws the reason of the guard context's signal when it is aborted
 */
export async function validateAndEnforce(start: DecisionStart, context: DecisionContext): Promise<DecisionResult> {
  const { signal } = context.guardContext;
  const passes: Pass[] = [...start.passes];
  let { input, answered } = start;
  while (answered !== undefined || changesByPersonOf(passes) <= maxChangesByPerson) {
    signal.throwIfAborted();
    const variables = ruleVariables(input, context); // line 2
    const rules = triggeredRules(input, context); // lines 1 and 3
    const checks = await evaluateChecks(rules, variables, input, context); // lines 4 to 7
    const violations = violatedRules(rules, checks, context.plan); // line 8
    if (answered !== undefined) input = { ...input, approvedBy: stillApproved(answered, checks) };
    const result = await enforce({ input, variables, context, violations, passes }); // line 9
    signal.throwIfAborted();
    if (answered !== undefined && confirms(answered, result)) return answered;
    passes.push(passRecord(input, checks, result));
    if (result.kind !== "reevaluate") return { passes, result, action: input.action };
    input = result.input; // lines 10 and 11
    answered = undefined;
  }
  return { passes, ...exceededChanges(passes, input) };
}

/** Returns the rules whose approval is still valid in a new pass. */
function stillApproved({ passes }: DecisionResult, checks: readonly RuleRecord[]): readonly string[] {
  const { approved = [], rules = [], enforcements = [] } = passes.at(-1) ?? {};
  const names = new Set(approved);
  for (const record of enforcements) {
    // A remembered approval may have expired: it is looked up again.
    if (isApproval(record) && record.outcome !== "remembered")
      for (const name of [record.rule, ...(record.sharedWith ?? [])]) names.add(name);
  }
  const question = (records: readonly RuleRecord[], name: string): string =>
    canonicalJson(records.find(({ rule }) => rule === name) ?? null);
  return [...names].filter((name) => question(rules, name) === question(checks, name));
}

/**
 * Whether the rules still agree with a late answer: they allow the action, and their enforcements only find the person's approval or repeat
 * the enforcements of the answered pass. Otherwise the pass is part of the record.
 */
function confirms({ passes }: DecisionResult, { kind, records }: PassResult): boolean {
  const before = new Set(passes.at(-1)?.enforcements.map((record) => canonicalJson(record)));
  return kind === "allow" && records.every((record) => isApproval(record) || before.has(canonicalJson(record)));
}

/** Whether an enforcement only found that a person approves. */
function isApproval({ outcome }: EnforcementRecord): boolean {
  return outcome === "approved" || outcome === "remembered" || outcome === "fixed";
}

/** The result of a decision: its passes, the result of the last one, and the action that it evaluated. */
export interface DecisionResult {
  readonly passes: readonly Pass[];
  readonly result: Exclude<PassResult, { readonly kind: "reevaluate" }>;
  readonly action: Action;
}

/** An inspector that is no person may change an action without end. */
const maxChangesByPerson = 10;

/** The record of one pass for the verdict, frozen. */
export function passRecord({ action, approvedBy }: PassInput, rules: Pass["rules"], { records }: PassResult): Pass {
  const enforcements = Object.freeze(records);
  Object.freeze(rules);
  if (approvedBy.length === 0) return Object.freeze({ action, rules, enforcements });
  return Object.freeze({ action, approved: Object.freeze(approvedBy), rules, enforcements });
}

/** Stops a decision whose action a person changed too often. */
function exceededChanges(passes: readonly Pass[], input: PassInput): Pick<DecisionResult, "result" | "action"> {
  const { action = input.action, rules = [], enforcements = [] } = passes.at(-1) ?? {};
  const findings = rules.filter(({ violated }) => violated).map(describeFinding);
  const reason = `after ${passes.length} passes it is still being changed: ${findings.join("; ")}`;
  return { result: { kind: "stop", reason, records: enforcements }, action };
}
