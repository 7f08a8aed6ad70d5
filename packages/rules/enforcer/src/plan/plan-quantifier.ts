/** Compiles `every(args.to, ends_with "@corp.com")` and `some(args.to, in blocked)`. */
import type { Truth } from "@helve/core";
import type { Quantifier } from "@helve/core/program";
import { formatExpression } from "../describe.ts";
import { Interval, UnknownValue } from "../history/uncertain-value.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { type ComparisonResult, planItemOperator } from "./plan-comparison.ts";
import { type PlannedValue, planValue, type ValueScope } from "./plan-value.ts";

/** A comparison of the items of a list, compiled. */
export interface PlannedQuantifier {
  readonly type: "every" | "some";
  /** As the rule writes it. */
  readonly text: string;
  readonly value: PlannedValue;
  readonly right: PlannedValue;
  /** Returns the function that compares an item with the right value. */
  readonly compareWith: (right: unknown) => (item: unknown) => ComparisonResult;
}

/**
 * Compiles a comparison of the items of a list.
 *
 * @throws PlanFault as `planComparison` does
 */
export function planQuantifier(node: Quantifier, scope: ValueScope): PlannedQuantifier {
  const right = planValue(node.right, scope);
  return {
    type: node.type,
    text: formatExpression(node),
    value: planValue(node.value, scope),
    right,
    compareWith: planItemOperator(node, right),
  };
}

/** The result for the items of a list, and the item that decided. */
export interface QuantifierResult {
  readonly value: Truth;
  /** The list; the value itself as its only item if it is no list, `undefined` if it is missing. */
  readonly items: readonly unknown[] | undefined;
  /** Its index; absent if all items together decided. */
  readonly decidedBy?: number;
}

/**
 * Compares the items. Without items `every` is true and `some` false; if the list is missing or not known, the result is unknown, or
 * false for a missing list that is optional.
 */
export function evaluateQuantifier(
  { type, value, right, compareWith }: PlannedQuantifier,
  variables: RuleVariables,
): QuantifierResult {
  const list = value.read(variables);
  if (list === undefined) return { value: value.isOptional === true ? false : "unknown", items: undefined };
  if (list instanceof UnknownValue || list instanceof Interval) return { value: "unknown", items: undefined };
  const items: readonly unknown[] = Array.isArray(list) ? list : [list];
  const other = right.isConstant ? right.constant : right.read(variables);
  const compareItem = compareWith(other);
  const deciding = type === "some";
  let result: Truth = !deciding;
  for (const [index, item] of items.entries()) {
    const truth = compareItem(item).value;
    if (truth === deciding) return { value: deciding, items, decidedBy: index };
    if (truth === "unknown") result = truth;
  }
  return { value: result, items };
}
