import type { EnforcementRecord, InspectionRequest, Pass } from "@helve/core";
import { freezeCopy, withoutUndefined } from "@helve/core/internal";
import type { Violation } from "./check/violation.ts";
import { abortable, type DecisionContext, type PassInput } from "./decision-context.ts";
import { applyEnforcement } from "./enforce/apply-enforcement.ts";
import { decodeAction } from "./enforce/change-action.ts";
import {
  type ActionChange,
  type Approvals,
  approvalOf,
  type EnforcementInput,
  type RecordedOutcome,
} from "./enforce/enforcement-result.ts";
import { trialsOf } from "./enforce/trials.ts";
import type { InspectionAnswer } from "./handlers.ts";
import type { PlannedEnforcement } from "./plan/plan-enforcement.ts";
import type { RuleVariables } from "./rule-variables.ts";

/**
 * Applies the enforcements of the violated rules by priority, until one changes or stops the action, and collects their records. If one
 * of them is `stop` or `skip`, only `warn` and `log` are applied besides.
 */
export async function enforce(pass: PassToEnforce): Promise<PassResult> {
  const { context, violations, resumed } = pass;
  if (violations.length === 0) return allowOrDeny(isPermitted(violations, context), noRecords);
  const { signal } = context.guardContext;
  const pending = pendingEnforcements(violations);
  const stoppedBy = findStop(pending);
  const records: EnforcementRecord[] = [...(resumed?.enforcements ?? [])];
  let approvals = initialApprovals(pass);
  const stopReasons = new Set<string>();
  const permitted = isPermitted(violations, context);
  for (const { violation, enforcement } of pending.slice(records.length)) {
    // A person is not asked about an action that is denied anyway.
    if (enforcement.type === "user_inspection" && !permitted) return allowOrDeny(false, records);
    const passed = enforcement.type === "user_inspection" ? approvalOf(violation.record.rule, approvals) : undefined;
    if (passed !== undefined) {
      records.push(enforcementRecord(violation, enforcement, { outcome: passed }));
      continue;
    }
    const applied = appliedBefore(enforcement, violation.record.rule, pass.input.applied);
    if (applied !== undefined) {
      // Recorded again: a pass that is resumed goes on after as many enforcements as it has records.
      records.push(applied);
      continue;
    }
    signal.throwIfAborted();
    const result = await abortable(
      applyEnforcement(enforcement, enforcementInput(pass, violation, approvals)),
      context,
    );
    if (result.kind === "pending") return { ...result, records };
    records.push(enforcementRecord(violation, enforcement, result));
    if (result.kind === "reevaluate") return { ...(await nextInput(result, pass)), records };
    if (result.kind === "continue") approvals = result.approvals ?? approvals;
    else if (stoppedBy === undefined)
      return {
        kind: "stop",
        reason: result.reason,
        by: result.outcome === "rejected" ? "rejection" : undefined,
        records,
      };
    else stopReasons.add(result.reason);
  }
  if (stoppedBy === undefined) return allowOrDeny(permitted, records);
  return { kind: "stop", reason: [...stopReasons].join("; "), by: stoppedBy, records };
}

/** A pass whose rules have been checked. */
export interface PassToEnforce {
  readonly input: PassInput;
  readonly variables: RuleVariables;
  readonly context: DecisionContext;
  /** The violated rules, sorted by priority. */
  readonly violations: readonly Violation[];
  /** The passes before this one. */
  readonly passes: readonly Pass[];
  /** Absent if the pass is not resumed after a late answer. */
  readonly resumed?: ResumedEnforcement;
}

/** The late answer with which a pass is resumed, and what the pass has done before. */
interface ResumedEnforcement {
  readonly answer: InspectionAnswer;
  /** The rules that asked the person. */
  readonly askedBy: readonly string[];
  /** The enforcements applied before the question. */
  readonly enforcements: readonly EnforcementRecord[];
}

/** The result of the enforcements of one pass. */
export type PassResult = {
  /** The enforcements in the order in which they were applied. */
  readonly records: readonly EnforcementRecord[];
} & (
  | { readonly kind: "allow" }
  /** `by` is present if the enforcement `stop` or `skip` caused it, or a person who rejected the action. */
  | { readonly kind: "stop"; readonly reason: string; readonly by?: "stop" | "skip" | "rejection" }
  | { readonly kind: "pending"; readonly request: InspectionRequest }
  /** The rules must evaluate the changed input in another pass. */
  | { readonly kind: "reevaluate"; readonly input: PassInput }
);

/** Returns the record of an enforcement that was already applied before a late answer. */
function appliedBefore(
  { type, name }: PlannedEnforcement,
  rule: string,
  applied: readonly EnforcementRecord[] = noRecords,
): EnforcementRecord | undefined {
  // An enforcement of the application may stop now what it let pass before.
  const isDecision = ["user_inspection", "stop", "skip", "allow", "domain"].includes(type);
  return isDecision ? undefined : applied.find((record) => record.rule === rule && record.enforcement === name);
}

const noRecords: readonly EnforcementRecord[] = Object.freeze([]);

/** Returns the result of a pass in which nothing stopped or changed the action. */
function allowOrDeny(permitted: boolean, records: readonly EnforcementRecord[]): PassResult {
  return permitted ? { kind: "allow", records } : { kind: "stop", reason: deniedByDefault, records };
}

const deniedByDefault = "no rule allows it, and the rules deny by default";

/** An enforcement together with the violated rule that has it. */
interface PendingEnforcement {
  readonly violation: Violation;
  readonly enforcement: PlannedEnforcement;
}

/** The enforcements to apply, in order. If one is `stop` or `skip`, the others are only those without influence. */
function pendingEnforcements(violations: readonly Violation[]): readonly PendingEnforcement[] {
  const all: PendingEnforcement[] = [];
  for (const violation of violations) {
    for (const enforcement of violation.enforcements) all.push({ violation, enforcement });
  }
  return findStop(all) === undefined ? all : all.filter(({ enforcement }) => appliedWhenStopped.has(enforcement.type));
}

const appliedWhenStopped: ReadonlySet<PlannedEnforcement["type"]> = new Set(["stop", "skip", "warn", "log"]);

/** Whether one of the enforcements is `stop`, or else `skip`; `undefined` without either. */
function findStop(pending: readonly PendingEnforcement[]): "stop" | "skip" | undefined {
  let found: "skip" | undefined;
  for (const { enforcement } of pending) {
    if (enforcement.type === "stop") return "stop";
    if (enforcement.type === "skip") found = "skip";
  }
  return found;
}

/** Whether the action may run: under `default deny` a violated rule with `allow` must have a check that is true. */
function isPermitted(violations: readonly Violation[], { plan, event }: DecisionContext): boolean {
  if (!plan.isDenyDefault || event !== "before_action") return true;
  return violations.some(({ planned, record }) => planned.hasAllow && record.check === true);
}

/** Returns the rules that a person has already approved when a pass begins. */
function initialApprovals({ input, violations, resumed }: PassToEnforce): Approvals {
  const approvals = new Map(input.approvedBy.map((rule) => [rule, "approved"] as const));
  if (resumed === undefined) return { byRule: approvals };
  // A rule that requires an inspection but did not ask had a remembered approval.
  const remembered = violations.filter(({ record, enforcements }) => {
    const requiresInspection = enforcements.some(({ type }) => type === "user_inspection");
    return requiresInspection && !approvals.has(record.rule) && !resumed.askedBy.includes(record.rule);
  });
  return { byRule: new Map([...approvals, ...remembered.map(({ record }) => [record.rule, "remembered"] as const)]) };
}

/** Creates the input of one enforcement of a pass. */
function enforcementInput(
  { input, variables, context, violations, passes, resumed }: PassToEnforce,
  violation: Violation,
  approvals: Approvals,
): EnforcementInput {
  const trials = trialsOf(passes);
  return { input, variables, context, violations, violation, approvals, trials, answer: resumed?.answer };
}

/** The record of one applied enforcement for the verdict, frozen. */
function enforcementRecord(
  { record: { rule } }: Violation,
  { name: enforcement }: PlannedEnforcement,
  { outcome, detail, sharedWith }: RecordedOutcome,
): EnforcementRecord {
  if (sharedWith === undefined && detail === undefined) return Object.freeze({ rule, enforcement, outcome });
  return Object.freeze(
    withoutUndefined({ rule, sharedWith: sharedWith && Object.freeze(sharedWith), enforcement, outcome, detail }),
  );
}

/** Prepares the next pass. A changed action must fit its tool. */
async function nextInput(
  { action, argumentsText, approvedBy = [], step }: ActionChange,
  { input, context }: PassToEnforce,
): Promise<{ kind: "stop"; reason: string } | { kind: "reevaluate"; input: PassInput }> {
  const trajectory = step === undefined ? input.trajectory : [...input.trajectory, step];
  if (action === input.action) return { kind: "reevaluate", input: { action, approvedBy, trajectory } };
  context.guardContext.signal.throwIfAborted();
  const decoded = await abortable(decodeAction(action, argumentsText, context.guardContext), context);
  if (decoded.ok) {
    return { kind: "reevaluate", input: { action: freezeCopy(decoded.action, "keep"), approvedBy, trajectory } };
  }
  const problems = decoded.issues.map(({ message }) => message).join("; ");
  return { kind: "stop", reason: `${action.name}, which replaces it, can't run: ${problems}` };
}
