/** Selects the rules that an event triggers, and evaluates their checks. */
import {
  type PredicateArgument,
  type PredicateContext,
  type PredicateRecord,
  type RuleRecord,
  type Trajectory,
  type Truth,
  withHistory,
} from "@helve/core";
import { compare, type ValueCache } from "./check/compare.ts";
import { compareItems } from "./check/compare-items.ts";
import {
  answerInTime,
  answerNow,
  failedAnswer,
  isThenable,
  noEvidence,
  type PredicateAnswer,
  predicateRecord,
} from "./check/evaluate-predicate.ts";
import { hasHappened } from "./check/has-happened.ts";
import { markIrrelevant } from "./check/mark-irrelevant.ts";
import { readOnlyView } from "./check/read-only-view.ts";
import { traceValue } from "./check/trace-value.ts";
import { isViolated, type Violation, violationOf } from "./check/violation.ts";
import { abortable, type DecisionContext, type PassInput } from "./decision-context.ts";
import { uncertainty } from "./history/uncertain-value.ts";
import type { PlannedCheck, PlannedPredicateCall } from "./plan/plan-check.ts";
import type { PlannedRule } from "./plan/plan-rule.ts";
import type { Plan, TriggeredRules } from "./plan.ts";
import { keptMemories } from "./predicate-memories.ts";
import type { RuleVariables } from "./rule-variables.ts";

/** Finds the rules whose trigger matches the event and the tool. A rule does not apply to an action that it invoked itself. */
export function triggeredRules(
  { action }: PassInput,
  { plan, fingerprint, event, tool = action.name }: DecisionContext,
): TriggeredRules {
  const { invokedBy, invokedByProgram } = action;
  return plan.triggeredRules(event, tool, invokedByProgram === fingerprint ? invokedBy : undefined);
}

/**
 * Evaluates the checks of rules in source order, without side effects. Within one pass each predicate is called at most once
 * for the same arguments. A rule whose predicate answers later is evaluated again with the answer.
 *
 * @returns a record for each rule
 * @throws the reason of the guard context's signal when it is aborted
 */
export async function evaluateChecks(
  { inSourceOrder }: TriggeredRules,
  variables: RuleVariables,
  input: PassInput,
  context: DecisionContext,
): Promise<readonly RuleRecord[]> {
  const evaluation: Evaluation = {
    input,
    context,
    variables,
    answers: new Map(),
    values: new Map(),
    predicates: [],
    predicateContext: undefined,
    settled: new Map(),
    lateAnswer: undefined,
  };
  const records: RuleRecord[] = [];
  for (const rule of inSourceOrder)
    records.push(evaluateRule(rule, evaluation) ?? (await evaluateLater(rule, evaluation)));
  return records;
}

/**
 * The violated rules with their enforcements, sorted by priority.
 *
 * @param records - the records of the rules in source order
 */
export function violatedRules(
  { inSourceOrder, byPriority }: TriggeredRules,
  records: readonly RuleRecord[],
  plan: Plan,
): readonly Violation[] {
  const violations: Violation[] = [];
  if (!records.some(({ violated }) => violated)) return violations;
  for (const index of byPriority) {
    const rule = inSourceOrder[index];
    const record = records[index];
    if (rule !== undefined && record?.violated) violations.push(violationOf(rule, record, plan));
  }
  return violations;
}

/** The state of one evaluation of the rules. */
interface Evaluation {
  readonly input: PassInput;
  readonly context: DecisionContext;
  readonly variables: RuleVariables;
  /** The records of predicates by cache key, as the first call with that key is written. */
  readonly answers: Map<string, SingleRecord>;
  readonly values: ValueCache;
  /** The records of the predicates evaluated so far in the current check. */
  predicates: PredicateRecord[];
  /** Created for the first predicate call. */
  predicateContext: PredicateContext | undefined;
  /** The calls in the current check whose answer was awaited: their arguments may have changed since. */
  readonly settled: Map<PlannedPredicateCall, SingleRecord>;
  /** Resolves when the predicate that was called last has answered. */
  lateAnswer: Promise<void> | undefined;
}

/** The record of one predicate call in a list that all equal calls of a pass share; both are frozen. */
type SingleRecord = readonly [PredicateRecord];

/** The value of a check; `undefined` while a predicate has not answered. */
type Evaluated = Truth | undefined;

/** Evaluates the check of one rule, and returns the record of its result; `undefined` while a predicate has not answered. */
function evaluateRule(rule: PlannedRule, evaluation: Evaluation): RuleRecord | undefined {
  if (rule.constantRecord !== undefined) return rule.constantRecord;
  const { check } = rule;
  const { plan } = evaluation.context;
  if (check.type === "predicate") {
    const single = callPredicate(check, evaluation);
    return single && ruleRecord(rule, single[0].value, single, plan);
  }
  evaluation.predicates = [];
  const truth = evaluate(check, evaluation);
  return truth === undefined ? undefined : ruleRecord(rule, truth, evaluation.predicates, plan);
}

/** Waits for the predicates of a rule that answer later, and evaluates the rule again after each answer. */
async function evaluateLater(rule: PlannedRule, evaluation: Evaluation): Promise<RuleRecord> {
  let record: RuleRecord | undefined;
  while (record === undefined) {
    if (evaluation.lateAnswer !== undefined) await abortable(evaluation.lateAnswer, evaluation.context);
    record = evaluateRule(rule, evaluation);
  }
  evaluation.settled.clear();
  return record;
}

/** The record of a rule whose check has been evaluated, frozen. */
function ruleRecord(planned: PlannedRule, check: Truth, evaluated: readonly PredicateRecord[], plan: Plan): RuleRecord {
  const { name: rule, line, check: plannedCheck } = planned;
  const violated = isViolated(planned, check, evaluated, plan);
  const predicates = violated && evaluated.length > 1 ? markIrrelevant(plannedCheck, evaluated) : evaluated;
  return Object.freeze({ rule, line, check, violated, predicates: Object.freeze(predicates) });
}

/** Evaluates a check in Kleene's three-valued logic. */
function evaluate(check: PlannedCheck, evaluation: Evaluation): Evaluated {
  switch (check.type) {
    case "literal":
      return check.value;
    case "not":
      return negate(evaluate(check.operand, evaluation));
    case "and":
      return combine(check.operands, false, evaluation);
    case "or":
      return combine(check.operands, true, evaluation);
    case "comparison":
      return recordedTruth(compare(check, evaluation.variables, evaluation.values), evaluation);
    case "every":
    case "some":
      return recordedTruth(compareItems(check, evaluation.variables), evaluation);
    case "once":
      return recordedTruth(hasHappened(check, evaluation.variables), evaluation);
    case "provenance":
      return recordedTruth(traceValue(check, evaluation.variables), evaluation);
    case "predicate": {
      const single = callPredicate(check, evaluation);
      return single && recordedTruth(single[0], evaluation);
    }
  }
}

/** Negates a truth value; unknown stays unknown. */
function negate(truth: Evaluated): Evaluated {
  return typeof truth === "boolean" ? !truth : truth;
}

/**
 * Evaluates the operands of `and` and `or` up to the first that decides the result.
 *
 * @param deciding - the value that decides: `false` for `and`, `true` for `or`
 */
function combine(operands: readonly PlannedCheck[], deciding: boolean, evaluation: Evaluation): Evaluated {
  let result: Truth = !deciding;
  for (const operand of operands) {
    const truth = evaluate(operand, evaluation);
    if (truth === undefined || truth === deciding) return truth;
    if (truth === "unknown") result = truth;
  }
  return result;
}

/** Adds the record of a predicate or comparison to the rule's record, and returns its truth value. */
function recordedTruth(record: PredicateRecord, { predicates }: Evaluation): Truth {
  predicates.push(record);
  return record.value;
}

/** Calls a predicate, or returns the record of an equal call in this pass; `undefined` while it has not answered. */
function callPredicate(call: PlannedPredicateCall, evaluation: Evaluation): SingleRecord | undefined {
  const { answers, settled, variables } = evaluation;
  const cached = settled.get(call) ?? (call.cacheKey === undefined ? undefined : answers.get(call.cacheKey));
  if (cached !== undefined) return asWritten(call, cached);
  let args: readonly PredicateArgument[];
  try {
    args = call.readArguments(variables);
  } catch (error) {
    return singleRecord(call, failedAnswer(error));
  }
  const uncertain = args.map(({ value }) => uncertainty(value)).find((reason) => reason !== undefined);
  if (uncertain !== undefined) {
    return singleRecord(call, { value: "unknown", reason: `a value that it needs ${uncertain}`, evidence: noEvidence });
  }
  const key = call.cacheKey ?? call.cacheKeyFor(args);
  const cachedForValues = answers.get(key);
  if (cachedForValues !== undefined) return asWritten(call, cachedForValues);
  evaluation.predicateContext ??= predicateContext(evaluation);
  const answer = answerNow(call.predicate, args, evaluation.predicateContext);
  if (isThenable(answer)) {
    const { predicateTimeout } = evaluation.context.options;
    evaluation.lateAnswer = answerInTime(answer, predicateTimeout).then((late) => {
      const single = singleRecord(call, late);
      answers.set(key, single);
      settled.set(call, single);
    });
    return undefined;
  }
  const single = singleRecord(call, answer);
  answers.set(key, single);
  return single;
}

/** Returns the cached record of an equal predicate call, with the text of this call. */
function asWritten(call: PlannedPredicateCall, single: SingleRecord): SingleRecord {
  const [record] = single;
  return record.predicate === call.text ? single : singleRecord(call, record);
}

/** Creates the record of a check that is a single predicate. */
function singleRecord({ text }: PlannedPredicateCall, answer: PredicateAnswer): SingleRecord {
  return Object.freeze([predicateRecord(text, answer)] as const);
}

/** The context that a predicate receives besides its arguments: the action, the event, the trajectory, the state. */
function predicateContext({ input, context, variables }: Evaluation): PredicateContext {
  const { event, observation, stateChange, guardContext } = context;
  const { prompt, state } = variables;
  const earlier = keptMemories(guardContext.earlier);
  return {
    action: input.action,
    event: event !== "before_action" ? event : undefined,
    observation: observation === undefined ? undefined : readOnlyView(observation),
    trajectory: frozenTrajectory(input.trajectory),
    earlier,
    prompt,
    state: state === undefined ? undefined : readOnlyView(state),
    now: guardContext.now,
    stateBefore: stateChange === undefined ? undefined : readOnlyView(stateChange.before),
    signal: guardContext.signal,
  };
}

/** Returns a frozen copy of the trajectory for predicates. */
function frozenTrajectory(trajectory: Trajectory): Trajectory {
  return Object.isFrozen(trajectory) ? trajectory : Object.freeze(withHistory(trajectory, trajectory.history));
}
