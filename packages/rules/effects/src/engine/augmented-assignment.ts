import { assignTo } from "./assignment.ts";
import { isOnly } from "./container-mutations.ts";
import { emit, type Interpreter } from "./interpreter.ts";
import type { Expression, Statement } from "./ir.ts";
import { iteratedItems } from "./iteration.ts";
import { manyIterations } from "./limits.ts";
import { applyOperator } from "./operators.ts";
import { willChange } from "./paths.ts";
import { joinAllValues, joinValues, type Value } from "./value.ts";

const maxItems = 200;

/**
 * Runs `target operator= value`, and returns the values of the target. `list += items` extends the list in place; adding to a text or a list in an endless
 * loop exhausts memory.
 */
export function updateTarget(
  statement: (Statement | Expression) & { kind: "update" },
  interpreter: Interpreter,
): { readonly before: Value; readonly after: Value } {
  const before = interpreter.evaluate(statement.target);
  const value = interpreter.evaluate(statement.value);
  const [alternative] = before.alternatives;
  const { start, end } = statement;
  const { repetitions } = interpreter.loop;
  if (repetitions === Number.POSITIVE_INFINITY && lengthensTextOrList(statement.operator, before))
    emit(interpreter, { kind: "exhaust", what: "memory", by: `${statement.operator}=`, start, end });
  if (statement.operator === "+" && alternative?.kind === "list" && before.alternatives.length === 1) {
    willChange(alternative, interpreter);
    const { items, more } = iteratedItems(value);
    const isOrdered =
      alternative.more === null && isOnly(alternative, before) && alternative.items.length + items.length <= maxItems;
    if (isOrdered) alternative.items.push(...items);
    const loose = [alternative.more, more, ...(isOrdered ? [] : items)].filter((each) => each !== null);
    if (loose.length > 0) alternative.more = joinAllValues(loose);
    return { before, after: before };
  }
  const isDefault = /^(\|\||&&|\?\?)$/.test(statement.operator);
  const result = isDefault
    ? joinValues(before, value)
    : applyOperator(
        { kind: "binary", operator: statement.operator, left: statement.target, right: statement.value, start, end },
        before,
        value,
        interpreter,
      );
  const after = statement.operator === "+" ? withLoopRepetitions(result, interpreter) : result;
  assignTo(statement.target, after, interpreter);
  return { before, after };
}

/** Marks the data of a value that grows in a loop as repeated as often as the loop runs. */
export function withLoopRepetitions(value: Value, { loop: { repetitions } }: Interpreter): Value {
  const counts = value.alternatives.length > 0 && value.alternatives.every(({ kind }) => kind === "number");
  return !counts && repetitions >= manyIterations && Number.isFinite(repetitions) && repetitions > value.repetitions
    ? { ...value, repetitions }
    : value;
}

/** Whether an assignment adds to the variable that it sets: `x = x + y`. */
export function appendsToTarget(target: Expression, value: Expression): boolean {
  return (
    target.kind === "name" &&
    value.kind === "binary" &&
    value.operator === "+" &&
    value.left.kind === "name" &&
    value.left.name === target.name
  );
}

/** Whether an update makes a text or a list longer: `+=`, `*=`. In an endless loop it exhausts memory. */
function lengthensTextOrList(operator: string, before: Value): boolean {
  return (
    (operator === "+" || operator === "*") && before.alternatives.some(({ kind }) => kind === "text" || kind === "list")
  );
}
