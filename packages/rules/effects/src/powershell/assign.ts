import type { Evaluation } from "./evaluation.ts";
import { binaryValue } from "./operators.ts";
import type { Expression } from "./syntax.ts";
import { itemsOf, nothing, originsOf, textOf, unknownValue, type Value } from "./value.ts";

/** Gives a variable, a member or an item a new value. */
export function assign(target: Expression, operator: string, value: Value, evaluation: Evaluation): void {
  const { variables } = evaluation;
  switch (target.kind) {
    case "variable": {
      const old = variables.get(target.name) ?? nothing;
      if (operator === "=") variables.set(target.name, value);
      else if (operator === "+=") variables.set(target.name, old === nothing ? value : binaryValue("+", old, value));
      else variables.set(target.name, { from: originsOf(old, value, { from: [{ kind: "unknown" }] }) });
      return;
    }
    case "cast":
      assign(target.operand, operator, value, evaluation);
      return;
    case "array": {
      const items = itemsOf(value);
      for (const [index, each] of target.items.entries())
        assign(
          each,
          operator,
          items.length === target.items.length ? (items[index] ?? unknownValue) : { from: value.from },
          evaluation,
        );
      return;
    }
    case "member":
    case "index": {
      const key = textOf(
        evaluation.evaluateExpression(target.kind === "member" ? target.name : target.index, evaluation),
      );
      const object = evaluation.evaluateExpression(target.object, evaluation);
      if (target.object.kind !== "variable") return;
      const fields = new Map(object.fields);
      if (key !== undefined) fields.set(key.toLowerCase(), value);
      variables.set(target.object.name, { ...object, fields, from: originsOf(object, value) });
      return;
    }
    default:
      return;
  }
}
