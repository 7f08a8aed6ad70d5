/** Compiles the conditions of `where` in a step query. */
import type { Truth } from "@helve/core";
import type { Expression } from "@helve/core/program";
import type { RuleVariables } from "../rule-variables.ts";
import { planComparison } from "./plan-comparison.ts";
import { PlanFault } from "./plan-fault.ts";
import { evaluateQuantifier, planQuantifier } from "./plan-quantifier.ts";
import type { ValueScope } from "./plan-value.ts";
import { comparedValues, valueSources } from "./value-sources.ts";

/** A condition on an earlier step. */
export interface StepCondition {
  /** Whether it depends on anything else that may differ from one decision to the next. */
  readonly readsContext: boolean;
  holds(variables: RuleVariables): Truth;
}

/**
 * Compiles a condition on an earlier step.
 *
 * @throws PlanFault for a predicate or another step query: `where` takes comparisons
 */
export function conditionOf(expression: Expression, scope: ValueScope): StepCondition {
  const readsContext = comparedValues(expression).some((value) => valueSources(value, scope.bindings).context);
  const holds = compile(expression, scope);
  return { readsContext, holds: (variables) => unlessItThrows(() => holds(variables)) };
}

/** Returns a comparison that is unknown if it throws. */
function unlessItThrows(evaluate: () => Truth): Truth {
  try {
    return evaluate();
  } catch {
    return "unknown";
  }
}

/** Compiles a condition to a function of an earlier step. */
function compile(expression: Expression, scope: ValueScope): StepCondition["holds"] {
  switch (expression.type) {
    case "literal":
      return () => expression.value === true;
    case "not": {
      const operand = compile(expression.operand, scope);
      return (variables) => {
        const truth = operand(variables);
        return truth === "unknown" ? truth : !truth;
      };
    }
    case "and":
    case "or": {
      const operands = expression.operands.map((operand) => compile(operand, scope));
      const deciding = expression.type === "or";
      return (variables) => {
        const truths = operands.map((operand) => operand(variables));
        if (truths.includes(deciding)) return deciding;
        return truths.includes("unknown") ? "unknown" : !deciding;
      };
    }
    case "comparison": {
      const { compare, left, right } = planComparison(expression, scope);
      return (variables) => compare(left.read(variables), right.read(variables)).value;
    }
    case "every":
    case "some": {
      const planned = planQuantifier(expression, scope);
      return (variables) => evaluateQuantifier(planned, variables).value;
    }
    default:
      throw new PlanFault("nested_query", `where takes comparisons, not ${expression.type}`);
  }
}
