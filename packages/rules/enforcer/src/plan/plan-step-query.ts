/** Compiles step queries: `Bank.Transfer where step.args.to == args.to since Session.Clear within 1h`. */
import { canonicalJson, type Truth } from "@helve/core";
import { milliseconds } from "@helve/core/internal";
import type { Expression, Reference, StepQuery, Value } from "@helve/core/program";
import { formatStepQuery } from "../describe.ts";
import { withoutRanges } from "../fingerprint.ts";
import type { IndexedQuery, StepValues } from "../history/indexed-query.ts";
import { UnknownValue } from "../history/uncertain-value.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { noVariables, planValue, type ValueScope } from "./plan-value.ts";
import { conditionOf, type StepCondition } from "./step-condition.ts";
import type { PlannedStepQuery } from "./step-matches.ts";
import { toolMatcher } from "./tool-matcher.ts";
import { stepReferences, valueSources } from "./value-sources.ts";

/**
 * Compiles a step query. What does not depend on the action is left to the index of the session; the rest is evaluated for each
 * action.
 *
 * @param part - what is summed, or the part of the last step that is read
 * @throws PlanFault for what a condition of `where` must not contain
 */
export function planStepQuery(node: StepQuery, part: Value | undefined, outer: ValueScope): PlannedStepQuery {
  const scope: ValueScope = { ...outer, hasStep: true };
  const { own, key, rest } = splitConditions(conjuncts(node.where), scope);
  const paths = stepReferences([node.where, part]);
  const summand = part === undefined ? undefined : planValue(part, scope);
  const isOwnSummand = part !== undefined && !valueSources(part, scope.bindings).context;
  const read = summand?.read;
  const indexed: IndexedQuery = {
    identity: canonicalJson([withoutLets(node, scope), part === undefined ? null : withoutLets(part, scope)]),
    matchesTool: toolMatcher(node.patterns),
    includesFailed: [...paths.values()].some(([first]) => first === "status"),
    paths,
    holdsFor: (values) => allOf(own, { ...noVariables, step: values }),
    keyOf:
      key === undefined ? undefined : (values: StepValues) => keyText(key.ofStep({ ...noVariables, step: values })),
    startsAt: node.since === undefined ? undefined : toolMatcher(node.since),
    numberOf: read !== undefined && isOwnSummand ? (values) => read({ ...noVariables, step: values }) : undefined,
  };
  return {
    text: formatStepQuery(node),
    indexed,
    keyOf: key === undefined ? undefined : (variables: RuleVariables) => keyText(key.ofAction(variables)),
    holdsFor: rest.length > 0 ? (variables: RuleVariables) => allOf(rest, variables) : undefined,
    numberOf: read !== undefined && !isOwnSummand ? read : undefined,
    within: node.within === undefined ? undefined : windowOf(node.within),
  };
}

/** Converts `within` of a rule to a number of steps or a duration. */
function windowOf(within: NonNullable<StepQuery["within"]>): NonNullable<PlannedStepQuery["within"]> {
  return within.type === "step_window" ? { steps: within.steps } : { duration: milliseconds(within) };
}

/** The conditions of `where`: those on the step alone, the first equality between step and action, and the rest. */
interface SplitConditions {
  readonly own: readonly StepCondition[];
  readonly key: EqualityKey | undefined;
  readonly rest: readonly StepCondition[];
}

/** The values of `step.args.to == args.to`. */
interface EqualityKey {
  ofStep(variables: RuleVariables): unknown;
  ofAction(variables: RuleVariables): unknown;
}

/** Separates the conditions that concern only the step from the others. */
function splitConditions(conditions: readonly Expression[], scope: ValueScope): SplitConditions {
  const own: StepCondition[] = [];
  const rest: StepCondition[] = [];
  let key: EqualityKey | undefined;
  for (const condition of conditions) {
    const planned = conditionOf(condition, scope);
    if (!planned.readsContext) own.push(planned);
    else {
      const equality = key === undefined ? equalityKey(condition, scope) : undefined;
      key ??= equality;
      if (equality === undefined) rest.push(planned);
    }
  }
  return { own, key, rest };
}

/** The values of an equality with the step on one side and the action on the other; `undefined` for any other condition. */
function equalityKey(condition: Expression, scope: ValueScope): EqualityKey | undefined {
  if (condition.type !== "comparison" || condition.operator !== "==" || condition.ignoreCase === true) return undefined;
  const sides = [condition.left, condition.right].map((value) => ({
    ...valueSources(value, scope.bindings),
    planned: planValue(value, scope),
  }));
  if (sides.some(({ planned }) => planned.isOptional === true)) return undefined;
  const ofStep = sides.find(({ step, context }) => step && !context);
  const ofAction = sides.find(({ step }) => !step);
  if (ofStep === undefined || ofAction === undefined) return undefined;
  return { ofStep: ofStep.planned.read, ofAction: ofAction.planned.read };
}

/** The operands of a conjunction. */
function conjuncts(expression: Expression | undefined): readonly Expression[] {
  if (expression === undefined) return [];
  return expression.type === "and" ? expression.operands.flatMap(conjuncts) : [expression];
}

/** Combines conditions with AND. */
function allOf(conditions: readonly StepCondition[], variables: RuleVariables): Truth {
  let result: Truth = true;
  for (const { holds } of conditions) {
    const truth = holds(variables);
    if (truth === false) return false;
    if (truth === "unknown") result = truth;
  }
  return result;
}

/** A text that equal values share; `undefined` for a value that is not known or is no JSON. A missing value equals `null`. */
function keyText(value: unknown): string | undefined {
  if (value instanceof UnknownValue) return undefined;
  try {
    return canonicalJson(value ?? null);
  } catch {
    return undefined;
  }
}

/** A syntax tree without places, and with the values of `let` names for the names. */
function withoutLets(node: unknown, scope: ValueScope): unknown {
  return withoutRanges(JSON.parse(JSON.stringify(node, (_, part: unknown) => replaceLet(part, scope))));
}

/** Returns the value that a reference to a binding stands for. */
function replaceLet(part: unknown, { bindings }: ValueScope): unknown {
  if (typeof part !== "object" || part === null || !("type" in part) || part.type !== "reference") return part;
  const { root, path } = part as Reference;
  if (root !== "let") return part;
  const [name, ...rest] = path;
  return { type: "let", value: bindings.get(String(name)), path: rest };
}
