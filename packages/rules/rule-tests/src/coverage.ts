import type { RuleRecord, StateVerdict, Verdict } from "@helve/core";
import type { Enforcement, Expression, Program, Rule } from "@helve/core/program";
import { conditionValues } from "./condition-values.ts";

/** Which rules, conditions and enforcements of a program were reached. */
export interface Coverage {
  readonly rules: readonly RuleCoverage[];
  /** How many of the goals were reached: each rule violated and not violated, and so on. */
  readonly reached: number;
  readonly goals: number;
}

/** The coverage of one rule. */
export interface RuleCoverage {
  readonly rule: string;
  /** The line on which the rule begins, 1-based. */
  readonly line: number;
  /** Whether its check was true. */
  readonly violated: boolean;
  /** Whether it was evaluated and its check was false; absent for a check that is always true. */
  readonly notViolated?: boolean;
  readonly conditions: readonly ConditionCoverage[];
  readonly enforcements: readonly EnforcementCoverage[];
}

/** The coverage of one condition: a predicate or a comparison. */
export interface ConditionCoverage {
  readonly condition: Expression;
  /** Whether it was true, and the check would have had another value if it had been false. */
  readonly decidedTrue: boolean;
  /** Whether it was false, and the check would have had another value if it had been true. */
  readonly decidedFalse: boolean;
}

/** Whether an enforcement was applied. */
export interface EnforcementCoverage {
  readonly enforcement: Enforcement;
  readonly applied: boolean;
}

/** Computes which parts of a program were reached by decisions. */
export function coverageOf(program: Program, verdicts: readonly (Verdict | StateVerdict)[]): Coverage {
  const passes = verdicts.flatMap(({ decision }) => decision.passes);
  const records = new Map<string, RuleRecord[]>();
  for (const record of passes.flatMap((pass) => pass.rules)) {
    records.set(record.rule, [...(records.get(record.rule) ?? []), record]);
  }
  const applied = new Set(
    passes.flatMap(({ enforcements }) =>
      enforcements.flatMap(({ rule, sharedWith = [], enforcement }) =>
        [rule, ...sharedWith].map((name) => `${name} ${enforcement}`),
      ),
    ),
  );
  const asked = verdicts.flatMap((verdict) => (verdict.kind === "pending" ? verdict.request.rules : []));
  for (const { rule } of asked) applied.add(`${rule} user_inspection`);
  const rules = program.rules.map((rule) => ruleCoverage(rule, records.get(rule.name) ?? [], applied));
  const goals = rules.flatMap(goalsOf);
  return { rules, reached: goals.filter((isReached) => isReached).length, goals: goals.length };
}

/** Computes the coverage of a rule. */
function ruleCoverage(rule: Rule, records: readonly RuleRecord[], applied: ReadonlySet<string>): RuleCoverage {
  const decided = records.map((record) => conditionValues(rule.check, record.predicates));
  const isReached = (condition: Expression, value: boolean): boolean =>
    decided.some((values) => values.some((one) => one.condition === condition && one.value === value && one.decides));
  const conditions = conditionValues(rule.check, []).map(({ condition }) => ({
    condition,
    decidedTrue: isReached(condition, true),
    decidedFalse: isReached(condition, false),
  }));
  return {
    rule: rule.name,
    line: rule.range.start.line,
    violated: records.some(({ check }) => check === true),
    notViolated: conditions.length > 0 ? records.some(({ check }) => check === false) : undefined,
    conditions,
    enforcements: rule.enforce
      .filter(({ type }) => type !== "none")
      .map((enforcement) => ({ enforcement, applied: applied.has(`${rule.name} ${nameOf(enforcement)}`) })),
  };
}

/** Names what a rule does when it applies, such as `stop`. */
function nameOf(enforcement: Enforcement): string {
  return enforcement.type === "domain" ? enforcement.name : enforcement.type;
}

/** Lists what tests should reach in a rule. */
function goalsOf({ violated, notViolated, conditions, enforcements }: RuleCoverage): readonly boolean[] {
  return [
    violated,
    ...(notViolated === undefined ? [] : [notViolated]),
    ...conditions.flatMap(({ decidedTrue, decidedFalse }) => [decidedTrue, decidedFalse]),
    ...enforcements.map(({ applied }) => applied),
  ];
}
