import { assignTo } from "./assignment.ts";
import { noteChange } from "./branches.ts";
import { emit, type Run } from "./interpreter.ts";
import { itemsOf } from "./iteration.ts";
import { manyTimes } from "./limits.ts";
import { combine } from "./operators.ts";
import type { Expression, Statement } from "./syntax/nodes.ts";
import { joinAll, type Value } from "./value.ts";

const mostItems = 200;

/** `target operator= value`. */
export function update(statement: Statement & { kind: "update" }, run: Run): void {
  const before = run.evaluate(statement.target);
  const value = run.evaluate(statement.value);
  const [known] = before.known;
  const { start, end } = statement;
  const { times } = run.loop;
  if (times === Number.POSITIVE_INFINITY && growsInMemory(statement.operator, before))
    emit(run, { kind: "exhaust", what: "memory", by: `${statement.operator}=`, start, end });
  if (statement.operator === "+" && known?.kind === "list" && before.known.length === 1) {
    noteChange(known, run);
    const { items, more } = itemsOf(value);
    if (known.items.length + items.length <= mostItems) known.items.push(...items);
    else known.more = joinAll(known.more === null ? items : [known.more, ...items]);
    if (more !== null) known.more = known.more === null ? more : joinAll([known.more, more]);
    return;
  }
  const result = combine(
    { kind: "binary", operator: statement.operator, left: statement.target, right: statement.value, start, end },
    before,
    value,
    run,
  );
  assignTo(statement.target, statement.operator === "+" ? grown(result, run) : result, run);
}

/** What a loop adds to again and again holds what it adds so many times over. */
export function grown(value: Value, { loop: { times } }: Run): Value {
  const counts = value.known.length > 0 && value.known.every(({ kind }) => kind === "number");
  return !counts && times >= manyTimes && Number.isFinite(times) && times > value.times ? { ...value, times } : value;
}

/** `x = x + y`: whether what is given to a name is added to what it has. */
export function addsTo(target: Expression, value: Expression): boolean {
  return (
    target.kind === "name" &&
    value.kind === "binary" &&
    value.operator === "+" &&
    value.left.kind === "name" &&
    value.left.name === target.name
  );
}

function growsInMemory(operator: string, before: Value): boolean {
  return (operator === "+" || operator === "*") && before.known.some(({ kind }) => kind === "text" || kind === "list");
}
