import { assignTo } from "./assignment.ts";
import { snapshotContainer } from "./branches.ts";
import { emit, type Interpreter } from "./interpreter.ts";
import { iteratedItems } from "./iteration.ts";
import { manyIterations } from "./limits.ts";
import { applyOperator } from "./operators.ts";
import type { Expression, Statement } from "./ir.ts";
import { joinAllValues, type Value } from "./value.ts";

const maxItems = 200;

/**
 * Runs `target operator= value`. `list += items` extends the list in place; adding to a text or a list in an endless
 * loop exhausts memory.
 */
export function runAugmentedAssignment(statement: Statement & { kind: "update" }, interpreter: Interpreter): void {
  const before = interpreter.evaluate(statement.target);
  const value = interpreter.evaluate(statement.value);
  const [alternative] = before.alternatives;
  const { start, end } = statement;
  const { repetitions } = interpreter.loop;
  if (repetitions === Number.POSITIVE_INFINITY && lengthensTextOrList(statement.operator, before))
    emit(interpreter, { kind: "exhaust", what: "memory", by: `${statement.operator}=`, start, end });
  if (statement.operator === "+" && alternative?.kind === "list" && before.alternatives.length === 1) {
    snapshotContainer(alternative, interpreter);
    const { items, more } = iteratedItems(value);
    if (alternative.items.length + items.length <= maxItems) alternative.items.push(...items);
    else alternative.more = joinAllValues(alternative.more === null ? items : [alternative.more, ...items]);
    if (more !== null) alternative.more = alternative.more === null ? more : joinAllValues([alternative.more, more]);
    return;
  }
  const result = applyOperator(
    { kind: "binary", operator: statement.operator, left: statement.target, right: statement.value, start, end },
    before,
    value,
    interpreter,
  );
  assignTo(
    statement.target,
    statement.operator === "+" ? withLoopRepetitions(result, interpreter) : result,
    interpreter,
  );
}

/** The value after a loop that adds to it in each iteration: its data is repeated as often as the loop runs. */
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
