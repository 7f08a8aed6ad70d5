import type { EnforcementRecord, InspectionRequest, Pass } from "@helve/core";
import { frozenCopy, unlessAborted } from "@helve/core/internal";
import type { Applied, Approved, Change } from "./enforcements/application.ts";
import { apply } from "./enforcements/apply.ts";
import { decoded } from "./enforcements/decoded.ts";
import type { PlannedEnforcement } from "./enforcements/plan-enforcement.ts";

import type { InspectionAnswer } from "./inspection.ts";
import type { Look, Occasion, Violation } from "./occasion.ts";
import type { View } from "./plan/values.ts";

import { findingInWords } from "./words.ts";

/** What the enforcements of one pass are applied to. */
export interface Enforcing {
  readonly look: Look;
  readonly view: View;
  readonly occasion: Occasion;
  /** In the order in which they are enforced. */
  readonly violations: readonly Violation[];
  /** Where the pass was left to wait for an answer, and the answer. */
  readonly resumed: Resumed | undefined;
}

/** How a pass goes on that waited for an answer. */
export interface Resumed {
  readonly answer: InspectionAnswer;
  /** The rules that asked. */
  readonly asked: readonly string[];
  /** What had been enforced before. */
  readonly records: readonly EnforcementRecord[];
}

/** What came of the enforcements of one pass. */
export type Enforced = {
  /** What was enforced, in the order it happened. */
  readonly records: readonly EnforcementRecord[];
} & (
  | { readonly kind: "allow" }
  /** `by` names the enforcement that says nothing else. */
  | { readonly kind: "stop"; readonly reason: string; readonly by?: "stop" | "skip" }
  | { readonly kind: "pending"; readonly request: InspectionRequest }
  | { readonly kind: "look again"; readonly look: Look }
);

/**
 * Applies the enforcements of the violated rules, until one changes or stops the action. Where one is `stop` or `skip`,
 * nothing else happens but what is told.
 *
 * @returns a promise only where a rule is violated
 */
export function enforce(enforcing: Enforcing): Enforced | Promise<Enforced> {
  const { violations, occasion } = enforcing;
  return violations.length === 0 ? permitted(isAllowed(violations, occasion), none) : applyAll(enforcing);
}

async function applyAll(enforcing: Enforcing): Promise<Enforced> {
  const { look, view, occasion, violations, resumed } = enforcing;
  const { signal } = occasion.context;
  const turns = turnsOf(violations);
  const by = stopIn(turns);
  const records: EnforcementRecord[] = [...(resumed?.records ?? [])];
  let approved = approvedBefore(enforcing);
  const reasons = new Set<string>();
  const isPermitted = isAllowed(violations, occasion);
  for (const { violation, enforcement } of turns.slice(records.length)) {
    signal.throwIfAborted();
    // Nobody is asked for what is denied anyway.
    if (enforcement.type === "user_inspection" && !isPermitted) return permitted(false, records);
    const application = { look, view, occasion, violations, violation, approved, answer: resumed?.answer };
    const applying = apply(enforcement, application);
    const applied = applying instanceof Promise ? await unlessAborted(() => applying, signal) : applying;
    if (applied === "aborted") throw signal.reason;
    if (applied.kind === "pending") return { ...applied, records };
    records.push(recordOf(violation, enforcement, applied));
    if (applied.kind === "look again") return { ...(await lookAgain(applied, enforcing)), records };
    if (applied.kind === "go on") approved = applied.approved ?? approved;
    else if (by === undefined) return { kind: "stop", reason: applied.reason, records };
    else reasons.add(applied.reason);
  }
  if (by !== undefined) return { kind: "stop", reason: [...reasons].join("; "), by, records };
  return permitted(isPermitted, records);
}

const none: readonly EnforcementRecord[] = Object.freeze([]);

function permitted(isPermitted: boolean, records: readonly EnforcementRecord[]): Enforced {
  return isPermitted ? { kind: "allow", records } : { kind: "stop", reason: denied, records };
}

const denied = "no rule allows it, and what no rule allows is denied";

/** An enforcement, and the rule whose it is. */
interface Turn {
  readonly violation: Violation;
  readonly enforcement: PlannedEnforcement;
}

/** The enforcements in their order; when the action is stopped, those that stop it or tell something. */
function turnsOf(violations: readonly Violation[]): readonly Turn[] {
  const turns = violations.flatMap((violation) => {
    return violation.enforcements.map((enforcement) => ({ violation, enforcement }));
  });
  return stopIn(turns) === undefined ? turns : turns.filter(({ enforcement }) => tellsOrStops.has(enforcement.type));
}

const tellsOrStops: ReadonlySet<PlannedEnforcement["type"]> = new Set(["stop", "skip", "warn", "log"]);

function stopIn(turns: readonly Turn[]): "stop" | "skip" | undefined {
  const types = turns.map(({ enforcement }) => enforcement.type);
  if (types.includes("stop")) return "stop";
  return types.includes("skip") ? "skip" : undefined;
}

/** What no header denies, and what a rule allows whose check is true, not unknown. */
function isAllowed(violations: readonly Violation[], { plan, event }: Occasion): boolean {
  if (!plan.isDenyDefault || event !== "before_action") return true;
  return violations.some(({ planned, record }) => planned.allows && record.check === true);
}

/** Who had let the action pass when the pass began, or when it was left to wait. */
function approvedBefore({ look, violations, resumed }: Enforcing): Approved {
  const approved = new Map(look.approvedBy.map((rule) => [rule, "approved"] as const));
  if (resumed === undefined) return approved;
  // Whoever was to be asked, and was not, had been remembered.
  const others = violations.filter(({ record, enforcements }) => {
    const asks = enforcements.some(({ type }) => type === "user_inspection");
    return asks && !approved.has(record.rule) && !resumed.asked.includes(record.rule);
  });
  return new Map([...approved, ...others.map(({ record }) => [record.rule, "remembered"] as const)]);
}

function recordOf(
  { record }: Violation,
  { name }: PlannedEnforcement,
  { outcome, detail, sharedWith: others }: Exclude<Applied, { kind: "pending" }>,
): EnforcementRecord {
  return {
    rule: record.rule,
    ...(others !== undefined && { sharedWith: others }),
    enforcement: name,
    outcome,
    ...(detail !== undefined && { detail }),
  };
}

/** What takes the action's place has to fit its tool before anything else is asked of it. */
async function lookAgain(
  { action, text, approvedBy = [], step }: Change,
  { look, occasion }: Enforcing,
): Promise<{ kind: "stop"; reason: string } | { kind: "look again"; look: Look }> {
  const trajectory = step === undefined ? look.trajectory : [...look.trajectory, step];
  if (action === look.action) return { kind: "look again", look: { action, approvedBy, trajectory } };
  const { context } = occasion;
  const made = await unlessAborted(() => decoded(action, text, context), context.signal);
  if (made === "aborted") throw context.signal.reason;
  if (made.ok) return { kind: "look again", look: { action: frozenCopy(made.action), approvedBy, trajectory } };
  const problems = made.issues.map(({ message }) => message).join("; ");
  return { kind: "stop", reason: `${action.name}, which was put in its place, can't run: ${problems}` };
}

/** The end of a decision whose last pass would have another. */
export function exhausted(passes: readonly Pass[]): Enforced & { readonly kind: "stop" } {
  const { rules = [], enforcements = [] } = passes.at(-1) ?? {};
  const findings = rules.filter(({ violated }) => violated).map(findingInWords);
  const reason = `after ${passes.length} passes the rules are still not done with it: ${findings.join("; ")}`;
  return { kind: "stop", reason, records: enforcements };
}
