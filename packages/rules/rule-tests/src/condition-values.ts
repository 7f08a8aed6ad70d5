import type { PredicateRecord, Truth } from "@helve/core";
import type { Conjunction, Expression } from "@helve/core/program";

/**
 * Finds the values of the conditions of a check: its predicates, comparisons and questions about earlier steps.
 *
 * @param records - what the engine recorded for this evaluation, in the order of evaluation; empty for a check that was not evaluated
 */
export function conditionValues(check: Conjunction, records: readonly PredicateRecord[]): readonly ConditionValue[] {
  const conditions = leavesOf(check);
  const values = new Map<Expression, Truth>();
  const remaining = [...records];
  if (records.length > 0) replay(check, remaining, values);
  const result = (changed?: Expression): Truth =>
    truthOf(check, (leaf) => {
      const value = values.get(leaf) ?? "unknown";
      return leaf === changed && value !== "unknown" ? !value : value;
    });
  const actual = result();
  return conditions.map((condition) => {
    const value = values.get(condition);
    const isKnown = value === true || value === false;
    return { condition, value, decides: isKnown && result(condition) !== actual };
  });
}

/** The value of one condition of a check in one evaluation. */
export interface ConditionValue {
  readonly condition: Expression;
  /** Absent if it was not evaluated, because the conditions before it decided. */
  readonly value: Truth | undefined;
  /** Whether the check would have another value if this condition had the opposite one. */
  readonly decides: boolean;
}

/** Lists the conditions inside an expression. */
function leavesOf(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case "and":
    case "or":
      return expression.operands.flatMap(leavesOf);
    case "not":
      return leavesOf(expression.operand);
    case "literal":
      return [];
    default:
      return [expression];
  }
}

/** Assigns predicate records to conditions, in the order in which the engine evaluates them. */
function replay(expression: Expression, records: PredicateRecord[], values: Map<Expression, Truth>): Truth {
  switch (expression.type) {
    case "literal":
      return expression.value === true;
    case "not":
      return negate(replay(expression.operand, records, values));
    case "and":
    case "or": {
      const deciding = expression.type === "or";
      let result: Truth = !deciding;
      for (const operand of expression.operands) {
        const value = replay(operand, records, values);
        if (value === deciding) return deciding;
        if (value === "unknown") result = value;
      }
      return result;
    }
    default: {
      const value = records.shift()?.value ?? "unknown";
      values.set(expression, value);
      return value;
    }
  }
}

/** Computes an expression from the values of its conditions. */
function truthOf(expression: Expression, leafValue: (leaf: Expression) => Truth): Truth {
  switch (expression.type) {
    case "literal":
      return expression.value === true;
    case "not":
      return negate(truthOf(expression.operand, leafValue));
    case "and":
    case "or": {
      const deciding = expression.type === "or";
      const values = expression.operands.map((operand) => truthOf(operand, leafValue));
      if (values.includes(deciding)) return deciding;
      return values.includes("unknown") ? "unknown" : !deciding;
    }
    default:
      return leafValue(expression);
  }
}

/** Negates a three-valued truth. */
function negate(value: Truth): Truth {
  return value === "unknown" ? value : !value;
}
