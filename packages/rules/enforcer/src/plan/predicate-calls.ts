import type { Expression, PredicateCall } from "@helve/core/program";

/** The predicate calls of a check, in the order of the text. A loop, since a check may be nested arbitrarily deep here. */
export function predicateCalls(check: Expression): readonly PredicateCall[] {
  const calls: PredicateCall[] = [];
  const pending = [check];
  for (let expression = pending.pop(); expression !== undefined; expression = pending.pop()) {
    if (expression.type === "predicate") calls.push(expression);
    else if (expression.type === "not") pending.push(expression.operand);
    else if (expression.type === "and" || expression.type === "or") pending.push(...expression.operands.toReversed());
  }
  return calls;
}
