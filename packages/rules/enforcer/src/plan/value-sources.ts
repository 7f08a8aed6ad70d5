/** Determines what a value in a rule depends on: the earlier step, the action, or nothing. */
import type { Expression, Value } from "@helve/core/program";
import { PlanFault } from "./plan-fault.ts";
import { stepText } from "./plan-value.ts";

/** Whether a value depends on the earlier step, and on anything else that may differ from one decision to the next. */
export interface ValueSources {
  readonly step: boolean;
  readonly context: boolean;
}

/** Finds the inputs that a value depends on. @param bindings - the values of `let` names */
export function valueSources(value: Value, bindings: ReadonlyMap<string, Value>): ValueSources {
  const sources = { step: false, context: false };
  const pending: Value[] = [value];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.type !== "reference") pending.push(...valueParts(part));
    else if (part.root === "step") sources.step = true;
    else if (part.root === "let") pending.push(...boundTo(part.path, bindings));
    else sources.context = true;
  }
  return sources;
}

/** Returns the value of a `let`. */
function boundTo([name]: readonly (string | number)[], bindings: ReadonlyMap<string, Value>): readonly Value[] {
  const value = bindings.get(String(name));
  if (value === undefined) throw new PlanFault("unknown_binding", `there is no let "${String(name)}" before it`);
  return [value];
}

/** The parts of a value. */
function valueParts(value: Value): readonly Value[] {
  switch (value.type) {
    case "list":
      return value.items;
    case "object":
      return value.entries.map((entry) => entry.value);
    case "arithmetic":
      return [value.left, value.right];
    default:
      return [];
  }
}

/** The values that a condition compares. */
export function comparedValues(expression: Expression): readonly Value[] {
  switch (expression.type) {
    case "and":
    case "or":
      return expression.operands.flatMap(comparedValues);
    case "not":
      return comparedValues(expression.operand);
    case "comparison":
      return [expression.left, expression.right];
    case "every":
    case "some":
      return [expression.value, expression.right];
    default:
      return [];
  }
}

/** The parts of the earlier step that conditions and values read, by their text. */
export function stepReferences(
  nodes: readonly (Expression | Value | undefined)[],
): ReadonlyMap<string, readonly (string | number)[]> {
  const paths = new Map<string, readonly (string | number)[]>();
  const pending: Value[] = nodes.flatMap((node) => {
    if (node === undefined) return [];
    return isExpression(node) ? comparedValues(node) : [node];
  });
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.type === "reference" && part.root === "step") paths.set(stepText(part.path), part.path);
    pending.push(...valueParts(part));
  }
  return paths;
}

function isExpression(node: Expression | Value): node is Exclude<Expression, Value> {
  return ["and", "or", "not", "comparison", "every", "some"].includes(node.type);
}
