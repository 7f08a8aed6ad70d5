import { canonicalJson, type Predicate, type PredicateArgument } from "@helve/core";
import type { Expression, PredicateCall } from "@helve/core/program";
import { expressionInWords } from "../words.ts";
import { type PlannedComparison, planComparison } from "./comparison.ts";
import { unknownName } from "./unknown-name.ts";
import { noView, type Source, sourceOf, ValueFault, type ValueScope, type View } from "./values.ts";

/** A check, ready to be evaluated. */
export type Check =
  | { readonly type: "literal"; readonly value: boolean }
  | { readonly type: "not"; readonly operand: Check }
  | { readonly type: "and" | "or"; readonly operands: readonly Check[] }
  | PlannedComparison
  | Question;

/** A predicate to ask. */
export interface Question {
  readonly type: "predicate";
  /** As the rule writes it. */
  readonly words: string;
  readonly predicate: Predicate;
  operands(view: View): readonly PredicateArgument[];
  /** What is the same for the same predicate with the same operands, when it does not take reading them. */
  readonly key: string | undefined;
  /** The same of what was read. */
  keyOf(operands: readonly PredicateArgument[]): string;
}

/** What a check may name, and whom to tell what is wrong with it. */
export interface Scope {
  readonly values: ValueScope;
  readonly predicates: ReadonlyMap<string, Predicate>;
  report(node: Expression, code: string, problem: string): void;
}

/** Deeper than this checks are not nested; the language stops at 100. */
const deepest = 500;

/** Makes a check ready. What can't be made ready is reported, and `False`. */
export function planCheck(expression: Expression, scope: Scope, depth = 0): Check {
  const refuse = (code: string, problem: string): Check => {
    scope.report(expression, code, problem);
    return { type: "literal", value: false };
  };
  if (depth > deepest) return refuse("too_deep", `its check is nested deeper than ${deepest} levels`);
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
        const [only] = operands;
        return only !== undefined && operands.length === 1 ? only : { type: expression.type, operands };
      }
      case "comparison":
        return planComparison(expression, scope.values);
      case "predicate": {
        const predicate = scope.predicates.get(expression.name);
        if (predicate !== undefined) return planQuestion(expression, predicate, scope.values);
        return refuse("unknown_predicate", unknownName("predicate", expression.name, scope.predicates.keys()));
      }
    }
  } catch (error) {
    if (error instanceof ValueFault) return refuse(error.code, error.message);
    throw error;
  }
  return refuse("unknown_part", `this engine does not know "${(expression as { type: unknown }).type}" in a check`);
}

function planQuestion(call: PredicateCall, predicate: Predicate, values: ValueScope): Question {
  const sources = call.arguments.map((value) => sourceOf(value, values));
  const read = (view: View): readonly PredicateArgument[] => sources.map((source) => operandOf(source, view));
  const keyOf = (operands: readonly PredicateArgument[]): string => {
    return JSON.stringify([call.name, ...operands.map((operand, index) => operandKey(operand, sources[index]))]);
  };
  // Where an argument stands says which it is, and what is the same for every action is known now.
  const isSettled = sources.every(({ isConstant, path }) => isConstant || path !== undefined);
  return {
    type: "predicate",
    words: expressionInWords(call),
    predicate,
    operands: read,
    key: isSettled ? keyOf(read(noView)) : undefined,
    keyOf,
  };
}

function operandOf({ path, read }: Source, view: View): PredicateArgument {
  const value = read(view);
  return path === undefined ? { value } : { value, path };
}

/** What JSON can't say is known by where it comes from. */
function operandKey({ value, path }: PredicateArgument, source: Source | undefined): string {
  if (path !== undefined) return `@${path}`;
  try {
    return value === undefined ? "-" : `=${canonicalJson(value)}`;
  } catch {
    return `$${source?.identity}`;
  }
}

/** Whether a check comes to the same for every action. */
export function constantOf(check: Check): boolean | undefined {
  switch (check.type) {
    case "literal":
      return check.value;
    case "not": {
      const value = constantOf(check.operand);
      return value === undefined ? undefined : !value;
    }
    case "and":
    case "or": {
      const values = check.operands.map(constantOf);
      if (values.includes(undefined)) return undefined;
      return check.type === "and" ? !values.includes(false) : values.includes(true);
    }
    default:
      return undefined;
  }
}
