/** Reports rules whose check is never true, such as `args.n < 1 & args.n > 2`. */
import { quote } from "@helve/core/internal";
import type { Comparison, Conjunction, Disjunction, Expression, Value } from "@helve/core/program";
import { expressionKey, negatedKey, valueKey } from "./expression-key.ts";
import { inferValue, type Scalar } from "./infer-value.ts";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";

/** Reports rules whose check is never true: `False` in the check, or contradictory comparisons such as `args.n < 1 args.n > 2`. */
export const neverFires: RuleDiagnostic = (context, report) => {
  const { rule } = context;
  const ranges = new Map<string, ValueLimits>();
  for (const operand of rule.check.operands) {
    if (constantTruth(operand) === false) {
      const found =
        operand.type === "literal" ? "its check contains False" : "this condition is false for every action";
      const message = `the rule ${quote(rule.name)} never fires: ${found}`;
      report(operand, { code: "never_fires", severity: "warning", message, expected: "a check that can be true" });
      return;
    }
    // Two texts that differ in case are equal there.
    if (operand.type !== "comparison" || operand.ignoreCase === true) continue;
    const [about, operator, value] = comparisonWithScalar(operand, context);
    if (about === undefined || value === undefined) continue;
    const key = valueKey(about, rule);
    const limits = narrowLimits(ranges.get(key) ?? {}, operator, value);
    if (isEmpty(limits)) {
      const message = `the rule ${quote(rule.name)} never fires: this condition contradicts the conditions before it`;
      report(operand, { code: "never_fires", severity: "warning", message, expected: "a check that can be true" });
      return;
    }
    ranges.set(key, limits);
  }
};

/** The result of an expression if its `True` and `False` literals determine it, otherwise `undefined`. */
function constantTruth(node: Expression): boolean | undefined {
  switch (node.type) {
    case "literal":
      return node.value === true;
    case "not": {
      const truth = constantTruth(node.operand);
      return truth === undefined ? undefined : !truth;
    }
    case "and":
    case "or": {
      const truths = node.operands.map(constantTruth);
      const decisive = node.type === "or";
      if (truths.includes(decisive)) return decisive;
      return truths.includes(undefined) ? undefined : !decisive;
    }
    default:
      return undefined;
  }
}

interface ValueLimits {
  readonly only?: Scalar;
  readonly least?: number;
  readonly excludesLeast?: boolean;
  readonly greatest?: number;
  readonly excludesGreatest?: boolean;
}

/** A comparison with a literal, with the literal on the right side. */
function comparisonWithScalar(
  { operator, left, right }: Comparison,
  context: RuleContext,
): readonly [about?: Value, operator?: Comparison["operator"], value?: Scalar] {
  const [one, other] = [scalarOf(left, context), scalarOf(right, context)];
  if (one === undefined && other !== undefined) return [left, operator, other];
  const turned = mirroredOperators.get(operator);
  return one !== undefined && other === undefined && turned !== undefined ? [right, turned, one] : [];
}

/** The scalar of a literal or of a `let` binding with a literal; otherwise `undefined`. */
function scalarOf(value: Value, context: RuleContext): Scalar | undefined {
  if (value.type === "literal") return value.value;
  if (value.type !== "reference" || value.root !== "let") return undefined;
  const { values } = inferValue(value, context);
  return values?.length === 1 ? values[0] : undefined;
}

/** The operator of a comparison with its sides swapped. */
export const mirroredOperators: ReadonlyMap<Comparison["operator"], Comparison["operator"]> = new Map([
  ["==", "=="],
  ["<", ">"],
  ["<=", ">="],
  [">", "<"],
  [">=", "<="],
]);

/** Narrows the limits of a value by a comparison that has to be true. */
function narrowLimits(limits: ValueLimits, operator: Comparison["operator"] | undefined, value: Scalar): ValueLimits {
  if (operator === "==") {
    // Not equal to itself: nothing is left.
    return limits.only === undefined || limits.only === value ? { ...limits, only: value } : { least: 1, greatest: 0 };
  }
  if (typeof value !== "number") return limits;
  const { least = -Infinity, greatest = Infinity } = limits;
  if ((operator === ">" || operator === ">=") && value >= least) {
    const excludesLeast = operator === ">" || (value === least && (limits.excludesLeast ?? false));
    return { ...limits, least: value, excludesLeast };
  }
  if ((operator === "<" || operator === "<=") && value <= greatest) {
    const excludesGreatest = operator === "<" || (value === greatest && (limits.excludesGreatest ?? false));
    return { ...limits, greatest: value, excludesGreatest };
  }
  return limits;
}

/** Whether no value is within the limits. */
function isEmpty({
  only,
  least = -Infinity,
  greatest = Infinity,
  excludesLeast = false,
  excludesGreatest = false,
}: ValueLimits): boolean {
  if (least > greatest || (least === greatest && (excludesLeast || excludesGreatest))) return true;
  if (typeof only !== "number") return false;
  return (
    only < least || only > greatest || (only === least && excludesLeast) || (only === greatest && excludesGreatest)
  );
}

/** Reports `p` and `!p` in one conjunction, which is never true, or in one disjunction, which is always true. */
export const oppositeConditions: RuleDiagnostic = (context, report) => {
  for (const group of context.groups) if (group.operands.length > 1) checkOperands(group, context, report);
};

/** Reports each operand of a group that is the negation of an earlier operand. */
function checkOperands(group: Conjunction | Disjunction, { rule }: RuleContext, report: ReportIssue): void {
  const seen = new Set<string>();
  for (const operand of group.operands) {
    // `neverFires` reports True and False.
    if (operand.type === "literal") continue;
    const meaning = expressionKey(operand, rule);
    if (seen.has(negatedKey(meaning))) {
      const message =
        group.type === "and"
          ? "this is the opposite of another condition in the same group: they are never true together"
          : "this is the opposite of another condition in the same group: one of them is always true";
      report(operand, {
        code: group.type === "and" ? "contradiction" : "always_true",
        severity: "warning",
        message,
        expected: "one of the two",
      });
    }
    seen.add(meaning);
  }
}
