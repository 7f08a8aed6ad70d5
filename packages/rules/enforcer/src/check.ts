import type { PredicateArgument, PredicateContext, PredicateRecord, RuleRecord, Truth } from "@helve/core";
import { compare, type ValueCache } from "./check/compare.ts";
import { compareItems } from "./check/compare-items.ts";
import {
  evaluatePredicate,
  failedAnswer,
  noEvidence,
  type PredicateAnswer,
  predicateRecord,
} from "./check/evaluate-predicate.ts";
import { hasHappened } from "./check/has-happened.ts";
import { markIrrelevant } from "./check/mark-irrelevant.ts";
import { readOnlyView } from "./check/read-only-view.ts";
import { traceValue } from "./check/trace-value.ts";
import { isViolated, type Violation, violationOf } from "./check/violation.ts";
import type { DecisionContext, PassInput } from "./decision-context.ts";
import { uncertainty } from "./history/uncertain-value.ts";
import type { PlannedCheck, PlannedPredicateCall } from "./plan/plan-check.ts";
import type { PlannedRule } from "./plan/plan-rule.ts";
import type { Plan, TriggeredRules } from "./plan.ts";
import { keptMemories } from "./predicate-memories.ts";
import type { RuleVariables } from "./rule-variables.ts";

/** The rules whose trigger matches the event and the tool. A rule does not apply to an action that it invoked itself. */
export function triggeredRules(
  { action }: PassInput,
  { plan, event, tool = action.name }: DecisionContext,
): TriggeredRules | Promise<TriggeredRules> {
  const { invokedBy, invokedByProgram } = action;
  if (invokedBy === undefined || invokedByProgram === undefined) return plan.triggeredRules(event, tool);
  const triggered = (fingerprint: string): TriggeredRules =>
    plan.triggeredRules(event, tool, fingerprint === invokedByProgram ? invokedBy : undefined);
  const fingerprint = plan.fingerprint();
  return typeof fingerprint === "string" ? triggered(fingerprint) : fingerprint.then(triggered);
}

/**
 * Evaluates the checks of rules in source order, without side effects. Within one pass each predicate is called at most once
 * for the same arguments.
 *
 * @returns a record for each rule; a promise only if a predicate returned one
 */
export function evaluateChecks(
  { inSourceOrder }: TriggeredRules,
  variables: RuleVariables,
  input: PassInput,
  context: DecisionContext,
): readonly RuleRecord[] | Promise<readonly RuleRecord[]> {
  const evaluation: Evaluation = {
    input,
    context,
    variables,
    answers: new Map(),
    values: new Map(),
    predicates: [],
    predicateContext: undefined,
  };
  const records: RuleRecord[] = [];
  for (const rule of inSourceOrder) {
    const record = evaluateRule(rule, evaluation);
    if (record instanceof Promise) {
      return evaluateRemaining(record, inSourceOrder.slice(records.length + 1), evaluation, records);
    }
    records.push(record);
  }
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
  readonly answers: Map<string, SingleRecord | Promise<SingleRecord>>;
  readonly values: ValueCache;
  /** The records of the predicates evaluated so far in the current check. */
  predicates: PredicateRecord[];
  /** Created for the first predicate call. */
  predicateContext: PredicateContext | undefined;
}

/** The record of one predicate call in a list that all equal calls of a pass share; both are frozen. */
type SingleRecord = readonly [PredicateRecord];

/** Evaluates one rule after the other once a check has to be awaited. */
async function evaluateRemaining(
  first: Promise<RuleRecord>,
  rules: readonly PlannedRule[],
  evaluation: Evaluation,
  records: RuleRecord[],
): Promise<readonly RuleRecord[]> {
  records.push(await first);
  for (const rule of rules) {
    evaluation.context.guardContext.signal.throwIfAborted();
    records.push(await evaluateRule(rule, evaluation));
  }
  return records;
}

/** Evaluates the check of one rule, and returns the record of its result. */
function evaluateRule(rule: PlannedRule, evaluation: Evaluation): RuleRecord | Promise<RuleRecord> {
  if (rule.constantRecord !== undefined) return rule.constantRecord;
  const { check } = rule;
  const { plan } = evaluation.context;
  if (check.type === "predicate") {
    const single = callPredicate(check, evaluation);
    return single instanceof Promise
      ? single.then((settled) => ruleRecord(rule, settled[0].value, settled, plan))
      : ruleRecord(rule, single[0].value, single, plan);
  }
  evaluation.predicates = [];
  const truth = evaluate(check, evaluation);
  return truth instanceof Promise
    ? truth.then((value) => ruleRecord(rule, value, evaluation.predicates, plan))
    : ruleRecord(rule, truth, evaluation.predicates, plan);
}

/** The record of a rule whose check has been evaluated, frozen. */
function ruleRecord(
  { name: rule, line, check: plannedCheck }: PlannedRule,
  check: Truth,
  evaluated: readonly PredicateRecord[],
  plan: Plan,
): RuleRecord {
  const violated = isViolated(check, evaluated, plan);
  const predicates = violated && evaluated.length > 1 ? markIrrelevant(plannedCheck, evaluated) : evaluated;
  return Object.freeze({ rule, line, check, violated, predicates: Object.freeze(predicates) });
}

/** Evaluates a check in Kleene's three-valued logic. */
function evaluate(check: PlannedCheck, evaluation: Evaluation): Truth | Promise<Truth> {
  switch (check.type) {
    case "literal":
      return check.value;
    case "not": {
      const truth = evaluate(check.operand, evaluation);
      return truth instanceof Promise ? truth.then(negate) : negate(truth);
    }
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
      return single instanceof Promise
        ? single.then(([record]) => recordedTruth(record, evaluation))
        : recordedTruth(single[0], evaluation);
    }
  }
}

/** Negates a truth value; unknown stays unknown. */
function negate(truth: Truth): Truth {
  return truth === "unknown" ? truth : !truth;
}

/**
 * Evaluates the operands of `and` and `or` up to the first that decides the result.
 *
 * @param deciding - the value that decides: `false` for `and`, `true` for `or`
 * @param from - the index of the first operand to evaluate
 * @param initial - the result of the operands before it
 */
function combine(
  operands: readonly PlannedCheck[],
  deciding: boolean,
  evaluation: Evaluation,
  from = 0,
  initial: Truth = !deciding,
): Truth | Promise<Truth> {
  let result = initial;
  for (let index = from; index < operands.length; index++) {
    const operand = operands[index];
    if (operand === undefined) break;
    const truth = evaluate(operand, evaluation);
    if (truth instanceof Promise) {
      const resultSoFar = result;
      return truth.then((settled) => {
        if (settled === deciding) return deciding;
        return combine(operands, deciding, evaluation, index + 1, settled === "unknown" ? settled : resultSoFar);
      });
    }
    if (truth === deciding) return deciding;
    if (truth === "unknown") result = truth;
  }
  return result;
}

/** Adds the record of a predicate or comparison to the rule's record, and returns its truth value. */
function recordedTruth(record: PredicateRecord, { predicates }: Evaluation): Truth {
  predicates.push(record);
  return record.value;
}

/** Calls a predicate, or returns the record of an equal call in this pass. */
function callPredicate(call: PlannedPredicateCall, evaluation: Evaluation): SingleRecord | Promise<SingleRecord> {
  const { answers, variables } = evaluation;
  const cached = call.cacheKey === undefined ? undefined : answers.get(call.cacheKey);
  if (cached !== undefined) return asWritten(call, cached);
  let args: readonly PredicateArgument[];
  try {
    args = call.readArguments(variables);
  } catch (error) {
    return singleRecord(call, failedAnswer(error));
  }
  const doubt = args.map(({ value }) => uncertainty(value)).find((reason) => reason !== undefined);
  if (doubt !== undefined) {
    return singleRecord(call, { value: "unknown", reason: `a value that it needs ${doubt}`, evidence: noEvidence });
  }
  const key = call.cacheKey ?? call.cacheKeyFor(args);
  const cachedForValues = answers.get(key);
  if (cachedForValues !== undefined) return asWritten(call, cachedForValues);
  const { predicateTimeout } = evaluation.context.options;
  evaluation.predicateContext ??= predicateContext(evaluation);
  const answer = evaluatePredicate(call.predicate, args, evaluation.predicateContext, predicateTimeout);
  const single =
    answer instanceof Promise ? answer.then((settled) => singleRecord(call, settled)) : singleRecord(call, answer);
  answers.set(key, single);
  return single;
}

/** The record of an equal call, as this call is written. */
function asWritten(
  call: PlannedPredicateCall,
  single: SingleRecord | Promise<SingleRecord>,
): SingleRecord | Promise<SingleRecord> {
  if (single instanceof Promise) return single.then((settled) => asWritten(call, settled));
  const [record] = single;
  return record.predicate === call.text ? single : singleRecord(call, record);
}

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
    ...(event !== "before_action" && { event }),
    ...(observation !== undefined && { observation: readOnlyView(observation) }),
    trajectory: frozenList(input.trajectory),
    ...(earlier !== undefined && { earlier }),
    prompt,
    ...(state !== undefined && { state: readOnlyView(state) }),
    ...(guardContext.now !== undefined && { now: guardContext.now }),
    ...(stateChange !== undefined && { stateBefore: readOnlyView(stateChange.before) }),
    signal: guardContext.signal,
  };
}

/** A list that a predicate can't change; its items stay the same objects, by which predicates keep what they know of a step. */
function frozenList<Item>(list: readonly Item[]): readonly Item[] {
  return Object.isFrozen(list) ? list : Object.freeze(list.slice());
}
