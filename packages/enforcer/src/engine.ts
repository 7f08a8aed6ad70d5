import type { Program } from "@helve/agentspec";
import type { Action, EnforcementRecord, Guard, GuardContext, Pass, Predicate, Verdict } from "@helve/core";
import { type CheckedRule, checkRules, type Questions } from "./check.ts";
import { apply, type Host, type Replacement } from "./enforcements/apply.ts";
import type { EngineOptions } from "./engine-options.ts";
import { makePlan, type Plan } from "./plan.ts";
import { PlanError } from "./plan-error.ts";
import { findingInWords } from "./words.ts";

/**
 * Enforces an AgentSpec program: decides first, acts later (AgentSpec Alg. 1, `validate_and_enforce`).
 *
 * Where it differs from the algorithm as printed:
 * - Line 6 has a slip: the conjunction is of `check`, not of `pred`. It is three-valued, and a check that comes out
 *   unknown counts as violated.
 * - Every rule is checked before any enforcement is applied, and a violated rule that says `stop` ends it at once.
 * - After *every* change of the action all rules look at the new one, not only after `llm_self_reflect`.
 * - When the trials are over the rules look once more, and what still violates one is stopped, not run.
 * - Line 16 (`ground`) is the executor's.
 */
export class Engine implements Guard {
  readonly #plan: Plan;
  readonly #questions: Questions;
  readonly #host: Host;
  readonly #maxPasses: number;

  /**
   * @param program - from `parseProgram` of `@helve/agentspec`, or the same tree as JSON
   * @throws PlanError naming everything because of which the rules would not guard as they read
   */
  constructor(program: Program, options: EngineOptions) {
    const { inspect, reflect, fixes = {}, maxPasses = 3, predicateTimeout = 10_000 } = options;
    const predicates = byName(options.predicates);
    this.#questions = { predicates, timeout: predicateTimeout };
    this.#host = {
      fixes: new Map(Object.entries(fixes)),
      ...(inspect !== undefined && { inspect }),
      ...(reflect !== undefined && { reflect }),
    };
    this.#plan = makePlan(program, predicates, new Set(this.#host.fixes.keys()));
    this.#maxPasses = maxPasses;
  }

  /** Says what the rules say about an action before it runs, after asking whom they ask. */
  async before(action: Action, context: GuardContext): Promise<Verdict> {
    const passes: Pass[] = [];
    let look: Look = { action, approvedBy: new Set() };
    for (;;) {
      const rules = this.#plan.rulesFor(look.action.name).filter((rule) => rule.name !== look.invokedBy);
      const checked = await checkRules(rules, look.action, context, this.#questions); // lines 1 to 7
      const isLast = passes.length === this.#maxPasses;
      const enforced = isLast ? lastLook(checked, look) : await enforce(checked, look, context, this.#host); // 8 to 13
      passes.push({ action: look.action, rules: checked.map(({ record }) => record), enforcements: enforced.records });
      if (enforced.kind === "allow") return { kind: "allow", action: look.action, decision: { passes } };
      if (enforced.kind === "stop") return { kind: "stop", reason: enforced.reason, decision: { passes } };
      look = enforced.look;
    }
  }
}

function byName(given: Iterable<Predicate>): ReadonlyMap<string, Predicate> {
  const predicates = new Map<string, Predicate>();
  for (const predicate of given) {
    const { name } = predicate;
    if (predicates.has(name))
      throw new PlanError([{ code: "duplicate", message: `there are two predicates "${name}"` }]);
    predicates.set(name, predicate);
  }
  return predicates;
}

/** An action to look at, and what is known of it from the pass that made it. */
interface Look {
  readonly action: Action;
  /** The rules that a person approved exactly this action for. */
  readonly approvedBy: ReadonlySet<string>;
  /** The rule that invoked this action, which does not apply to it. */
  readonly invokedBy?: string;
}

type Enforced = { readonly records: readonly EnforcementRecord[] } & (
  | { readonly kind: "allow" }
  | { readonly kind: "stop"; readonly reason: string }
  | { readonly kind: "look again"; readonly look: Look }
);

/** When the trials are over, nobody is asked any more: what still violates a rule is stopped. */
function lastLook(checked: readonly CheckedRule[], { approvedBy }: Look): Exclude<Enforced, { kind: "look again" }> {
  const objecting = checked.filter(({ rule, record }) => {
    return (
      record.violated && !(approvedBy.has(rule.name) && rule.enforce.every(({ type }) => type === "user_inspection"))
    );
  });
  if (objecting.length === 0) return { kind: "allow", records: [] };
  const findings = objecting.map(({ record }) => findingInWords(record)).join("; ");
  return { kind: "stop", reason: `the rules changed it again and again and still object: ${findings}`, records: [] };
}

/** Applies the enforcements of the violated rules in source order, until one changes or stops the action. */
async function enforce(
  checked: readonly CheckedRule[],
  look: Look,
  context: GuardContext,
  host: Host,
): Promise<Enforced> {
  const { action } = look;
  const violations = checked.filter(({ record }) => record.violated);
  const steps = violations.flatMap((violation) =>
    violation.rule.enforce.map((enforcement) => ({ violation, enforcement })),
  );
  const stops = steps.filter(({ enforcement }) => enforcement.type === "stop");
  const records: EnforcementRecord[] = [];
  let { approvedBy } = look;
  for (const { violation, enforcement } of stops.length > 0 ? stops : steps) {
    context.signal.throwIfAborted();
    const applied = await apply(enforcement, { action, violation, violations, approvedBy, host, context });
    const { outcome, detail } = applied;
    records.push({
      rule: violation.rule.name,
      enforcement: enforcement.type,
      outcome,
      ...(detail !== undefined && { detail }),
    });
    switch (applied.kind) {
      case "go on":
        approvedBy = applied.approvedBy;
        break;
      case "stop":
        return { kind: "stop", reason: applied.reason, records };
      case "look again":
        return { ...(await lookAgain(applied, context)), records };
    }
  }
  return { kind: "allow", records };
}

/** What a rule put in the action's place has to fit its tool before anything else is asked of it. */
async function lookAgain(
  { action, approvedBy = new Set(), invokedBy }: Replacement,
  context: GuardContext,
): Promise<{ kind: "stop"; reason: string } | { kind: "look again"; look: Look }> {
  const decoded = await context.decode(action);
  if (!decoded.ok) {
    const problems = decoded.issues.map((issue) => issue.message).join("; ");
    return { kind: "stop", reason: `${action.name}, which a rule put in its place, can't run: ${problems}` };
  }
  const look = { action: decoded.action, approvedBy };
  return { kind: "look again", look: invokedBy === undefined ? look : { ...look, invokedBy } };
}
