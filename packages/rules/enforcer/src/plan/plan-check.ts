/** Compiles the check of a rule: predicate calls, comparisons, and their combination with `and`, `or` and `not`. */
import { canonicalJson, type Predicate, type PredicateArgument } from "@helve/core";
import type { Expression, PredicateCall } from "@helve/core/program";
import { formatExpression } from "../describe.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { type PlannedComparison, planComparison } from "./plan-comparison.ts";
import { PlanFault, unknownName } from "./plan-fault.ts";
import { type PlannedProvenance, planProvenance, type Trust } from "./plan-provenance.ts";
import { type PlannedQuantifier, planQuantifier } from "./plan-quantifier.ts";
import { noVariables, type PlannedValue, planValue, type ValueScope } from "./plan-value.ts";
import type { PlannedStepQuery } from "./step-matches.ts";

/** The check of a rule, compiled. */
export type PlannedCheck =
  | { readonly type: "literal"; readonly value: boolean }
  | { readonly type: "not"; readonly operand: PlannedCheck }
  | { readonly type: "and" | "or"; readonly operands: readonly PlannedCheck[] }
  | PlannedComparison
  | PlannedQuantifier
  | PlannedOnce
  | PlannedProvenance
  | PlannedPredicateCall;

/** `once(Web.Read since Session.Clear)`, compiled. */
export interface PlannedOnce {
  readonly type: "once";
  /** As the rule writes it. */
  readonly text: string;
  readonly steps: PlannedStepQuery;
}

/** A call of a predicate, compiled: `is_destructive(args.command)`. */
export interface PlannedPredicateCall {
  readonly type: "predicate";
  /** The call as the rule writes it. */
  readonly text: string;
  readonly predicate: Predicate;
  /** Reads the values of the arguments. */
  readArguments(variables: RuleVariables): readonly PredicateArgument[];
  /** The cache key of the call's answer in one pass; absent if it depends on the values of the arguments. */
  readonly cacheKey: string | undefined;
  /** The cache key for arguments that were read. */
  cacheKeyFor(args: readonly PredicateArgument[]): string;
}

/** The names that a check may refer to, and a function that reports its problems. */
export interface CheckScope {
  readonly values: ValueScope;
  readonly predicates: ReadonlyMap<string, Predicate>;
  /** The trusted sources. */
  readonly trust: Trust;
  report(node: Expression, code: string, problem: string): void;
}

/** The maximum depth of a check; the language allows 100. */
const maxDepth = 500;

/** Compiles a check. A part that can't be compiled is reported, and becomes `False`. */
export function planCheck(expression: Expression, scope: CheckScope, depth = 0): PlannedCheck {
  const reject = (code: string, problem: string): PlannedCheck => {
    scope.report(expression, code, problem);
    return { type: "literal", value: false };
  };
  if (depth > maxDepth) return reject("too_deep", `its check is nested deeper than ${maxDepth} levels`);
  try {
    switch (expression.type) {
      case "literal":
        if (typeof expression.value !== "boolean") break;
        return { type: "literal", value: expression.value };
      case "not":
        return { type: "not", operand: planCheck(expression.operand, scope, depth + 1) };
      case "and":
      case "or": {
        const operands = expression.operands.map((operand) => planCheck(operand, scope, depth + 1));
        const [first] = operands;
        return first !== undefined && operands.length === 1 ? first : { type: expression.type, operands };
      }
      case "comparison":
        return planComparison(expression, scope.values);
      case "every":
      case "some":
        return planQuantifier(expression, scope.values);
      case "once": {
        const steps = scope.values.planStepQuery(expression.steps);
        return { type: "once", text: formatExpression(expression), steps };
      }
      case "provenance":
        return planProvenance(expression, scope.values, scope.trust);
      case "predicate": {
        const predicate = scope.predicates.get(expression.name);
        if (predicate !== undefined) return planPredicateCall(expression, predicate, scope.values);
        return reject("unknown_predicate", unknownName("predicate", expression.name, scope.predicates.keys()));
      }
    }
  } catch (error) {
    if (error instanceof PlanFault) return reject(error.code, error.message);
    throw error;
  }
  const { type } = expression as { readonly type: unknown };
  return reject("unknown_part", `this engine does not know "${String(type)}" in a check`);
}

/** Compiles a call of a predicate: the function that reads its arguments, and the key of its cached answer. */
function planPredicateCall(call: PredicateCall, predicate: Predicate, scope: ValueScope): PlannedPredicateCall {
  const values = call.arguments.map((value) => planValue(value, scope));
  const readArguments = (variables: RuleVariables): readonly PredicateArgument[] =>
    values.map((value) => readArgument(value, variables));
  const cacheKeyFor = (args: readonly PredicateArgument[]): string =>
    JSON.stringify([call.name, ...args.map((argument, index) => argumentKey(argument, values[index]))]);
  // An argument of the action is identified by its path, and a constant by its value: neither has to be read first.
  const isFixed = values.every(({ isConstant, path }) => isConstant || path !== undefined);
  return {
    type: "predicate",
    text: formatExpression(call),
    predicate,
    readArguments,
    cacheKey: isFixed ? cacheKeyFor(readArguments(noVariables)) : undefined,
    cacheKeyFor,
  };
}

/** Reads an argument of a predicate; one that comes from the action's arguments includes its path. */
function readArgument({ path, read }: PlannedValue, variables: RuleVariables): PredicateArgument {
  const value = read(variables);
  return path === undefined ? { value } : { value, path };
}

/** Returns the cache key of a predicate's argument. */
function argumentKey({ value, path }: PredicateArgument, planned: PlannedValue | undefined): string {
  if (path !== undefined) return `@${path}`;
  try {
    return value === undefined ? "-" : `=${canonicalJson(value)}`;
  } catch {
    return `$${planned?.identity}`;
  }
}

/** The value of a check that is the same for every action; `undefined` if it depends on the action. */
export function constantCheck(check: PlannedCheck): boolean | undefined {
  switch (check.type) {
    case "literal":
      return check.value;
    case "not": {
      const value = constantCheck(check.operand);
      return value === undefined ? undefined : !value;
    }
    case "and":
    case "or": {
      const values = check.operands.map(constantCheck);
      if (values.includes(undefined)) return undefined;
      return check.type === "and" ? !values.includes(false) : values.includes(true);
    }
    default:
      return undefined;
  }
}
