import type { PredicateArgument, PredicateContext, PredicateRecord, RuleRecord, Truth } from "@helve/core";
import { type Answer, failure } from "./check/answer.ts";
import { ask } from "./check/ask.ts";
import { isViolated, violationOf } from "./check/violation.ts";
import { type Look, type Occasion, stateOf, type Violation } from "./occasion.ts";
import { compare, type Readings } from "./plan/comparison.ts";
import type { Check, Question } from "./plan/plan-check.ts";
import type { View } from "./plan/values.ts";
import type { PlannedRule } from "./plan.ts";

/** What the rules say about an action. */
export interface Checked {
  /** Of every rule whose trigger fits, in source order. */
  readonly records: readonly RuleRecord[];
  /** The rules that are enforced, in the order in which they are. */
  readonly violations: readonly Violation[];
}

/**
 * Checks every rule whose trigger fits; nothing else happens. A rule is not applied to an action that it itself invoked.
 *
 * @returns a promise only where a predicate gave one
 */
export function check(look: Look, view: View, occasion: Occasion): Checked | Promise<Checked> {
  const { action } = look;
  const { plan, event, tool = action.name } = occasion;
  const { inSourceOrder, byPriority } = plan.candidates(event, tool, action.invokedBy);
  const looking: Looking = {
    look,
    occasion,
    view,
    answers: new Map(),
    readings: new Map(),
    predicates: [],
    context: undefined,
  };
  const records: RuleRecord[] = [];
  const checked = (): Checked => {
    const violations: Violation[] = [];
    if (!records.some(({ violated }) => violated)) return { records, violations };
    for (const place of byPriority) {
      const planned = inSourceOrder[place];
      const record = records[place];
      if (planned !== undefined && record?.violated) violations.push(violationOf(planned, record, plan));
    }
    return { records, violations };
  };
  for (const planned of inSourceOrder) {
    const record = recordOf(planned, looking);
    if (record instanceof Promise) {
      return rest(record, inSourceOrder.slice(records.length + 1), looking, records).then(checked);
    }
    records.push(record);
  }
  return checked();
}

/** What values are read from in one look. */
export function viewOf({ action, trajectory }: Look, occasion: Occasion): View {
  return { action, trajectory, prompt: occasion.context.prompt, state: stateOf(occasion) };
}

/** One look at one action. */
interface Looking {
  readonly look: Look;
  readonly occasion: Occasion;
  readonly view: View;
  /** What was asked already, so that nothing is asked twice. */
  readonly answers: Map<string, Answer | Promise<Answer>>;
  readonly readings: Readings;
  /** What the check at hand rests on so far. */
  predicates: PredicateRecord[];
  /** Made when the first predicate is asked. */
  context: PredicateContext | undefined;
}

/** One rule after the other, waiting for each. */
async function rest(
  first: Promise<RuleRecord>,
  others: readonly PlannedRule[],
  looking: Looking,
  records: RuleRecord[],
): Promise<void> {
  records.push(await first);
  for (const planned of others) {
    looking.occasion.context.signal.throwIfAborted();
    records.push(await recordOf(planned, looking));
  }
}

function recordOf(planned: PlannedRule, looking: Looking): RuleRecord | Promise<RuleRecord> {
  if (planned.constant !== undefined) return planned.constant;
  looking.predicates = [];
  const truth = evaluate(planned.check, looking);
  return truth instanceof Promise
    ? truth.then((value) => recordFor(planned, value, looking))
    : recordFor(planned, truth, looking);
}

function recordFor({ name: rule, line }: PlannedRule, value: Truth, { predicates, occasion }: Looking): RuleRecord {
  return { rule, line, check: value, violated: isViolated(value, predicates, occasion.plan), predicates };
}

/** The value of a check in Kleene's three-valued logic. */
function evaluate(check: Check, looking: Looking): Truth | Promise<Truth> {
  switch (check.type) {
    case "literal":
      return check.value;
    case "not": {
      const truth = evaluate(check.operand, looking);
      return truth instanceof Promise ? truth.then(not) : not(truth);
    }
    case "and":
      return combine(check.operands, false, looking);
    case "or":
      return combine(check.operands, true, looking);
    case "comparison": {
      const record = compare(check, looking.view, looking.readings);
      looking.predicates.push(record);
      return record.value;
    }
    case "predicate": {
      const answer = answerTo(check, looking);
      return answer instanceof Promise
        ? answer.then((given) => noted(check.words, given, looking))
        : noted(check.words, answer, looking);
    }
  }
}

function not(truth: Truth): Truth {
  return truth === "unknown" ? truth : !truth;
}

/** Looks no further than the first operand that decides it alone: `false` in a conjunction, `true` in a disjunction. */
function combine(
  operands: readonly Check[],
  deciding: boolean,
  looking: Looking,
  from = 0,
  before: Truth = !deciding,
): Truth | Promise<Truth> {
  let value = before;
  for (let index = from; index < operands.length; index++) {
    const operand = operands[index];
    if (operand === undefined) break;
    const truth = evaluate(operand, looking);
    if (truth instanceof Promise) {
      const sofar = value;
      return truth.then((given) => {
        if (given === deciding) return deciding;
        return combine(operands, deciding, looking, index + 1, given === "unknown" ? given : sofar);
      });
    }
    if (truth === deciding) return deciding;
    if (truth === "unknown") value = truth;
  }
  return value;
}

function noted(predicate: string, answer: Answer, { predicates }: Looking): Truth {
  const { value, failed, reason, evidence } = answer;
  predicates.push({ predicate, value, ...(failed && { failed }), reason, evidence });
  return value;
}

function answerTo(question: Question, looking: Looking): Answer | Promise<Answer> {
  const { answers, view, occasion } = looking;
  const known = question.key === undefined ? undefined : answers.get(question.key);
  if (known !== undefined) return known;
  let operands: readonly PredicateArgument[];
  try {
    operands = question.operands(view);
  } catch (error) {
    return failure(error);
  }
  const key = question.key ?? question.keyOf(operands);
  const equal = answers.get(key);
  if (equal !== undefined) return equal;
  looking.context ??= contextOf(looking);
  const answer = ask(question.predicate, operands, looking.context, occasion.host.predicateTimeout);
  answers.set(key, answer);
  return answer;
}

function contextOf({ look, occasion, view }: Looking): PredicateContext {
  const { event, observation, change, context } = occasion;
  const { prompt, state } = view;
  return {
    action: look.action,
    ...(event !== "before_action" && { event }),
    ...(observation !== undefined && { observation }),
    trajectory: look.trajectory,
    prompt,
    ...(state !== undefined && { state }),
    ...(change !== undefined && { stateBefore: change.before }),
    signal: context.signal,
  };
}
