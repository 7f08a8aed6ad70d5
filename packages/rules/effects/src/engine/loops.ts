/** Interprets loops: item by item if the items are few and known, otherwise until nothing changes any more. */
import { assignTo } from "./assignment.ts";
import { type Interpreter, type Loop, type LoopFrame, lessCertain } from "./interpreter.ts";
import type { LoopStatement, Statement } from "./ir.ts";
import { anyIteratedItem, iteratedItems, iteratedKeys, loopItems } from "./iteration.ts";
import { canEndOrWait } from "./loop-termination.ts";
import { changesSince, meet, runAside, runRepeatedly } from "./paths.ts";
import { alwaysHolds, runStatements } from "./statements.ts";
import { joinAllValues, type Value } from "./value.ts";

const mostItems = 8;

/** Runs a loop. @returns whether its end is reached */
export function runLoop(statement: LoopStatement, interpreter: Interpreter): boolean {
  const { certainty, loop: outer } = interpreter;
  const frame = interpreter.frames.at(-1);
  const ends = frame?.ends.length ?? 0;
  const breaks: LoopFrame["breaks"] = [];
  const whole = runAside(interpreter, (region) => {
    frame?.loops.push({ label: statement.label, region, iteration: null, breaks, continues: [] });
    const isReached = statement.each === null ? runWhile(statement, interpreter) : runOverItems(statement, interpreter);
    frame?.loops.pop();
    interpreter.loop = outer;
    interpreter.certainty = lessCertain(certainty, "possible");
    return isReached && runStatements(statement.otherwise, interpreter);
  });
  const isReached = meet(interpreter, [whole, ...breaks]);
  interpreter.certainty = (frame?.ends.length ?? 0) > ends ? lessCertain(certainty, "possible") : certainty;
  return isReached;
}

/** Runs a loop with a condition, or without an end. */
function runWhile(statement: LoopStatement, interpreter: Interpreter): boolean {
  const { condition, body, testedAfter } = statement;
  const isEndless = condition === null || alwaysHolds(condition);
  if (!canEndOrWait(body)) interpreter.loop = isEndless ? endlessLoop : countingLoop(statement, interpreter.loop);
  const isCertain = isEndless || testedAfter === true;
  const breaks = interpreter.frames.at(-1)?.loops.at(-1)?.breaks ?? [];
  repeatIteration(statement, isCertain, null, interpreter);
  // An endless loop ends where it is left; without such a place, what follows counts as reached.
  return !(isEndless && breaks.length > 0);
}

/** Runs a loop over items. */
function runOverItems(statement: LoopStatement, interpreter: Interpreter): boolean {
  const { each, body } = statement;
  if (each === null) return true;
  const outer = interpreter.loop;
  const iterated = interpreter.evaluate(each.of);
  const ofDict = loopItems(interpreter.dialect);
  const { items, more } = each.keys ? iteratedKeys(iterated) : iteratedItems(iterated, ofDict);
  interpreter.loop = nestedLoop(items.length, iterated.repetitions, outer);
  if (interpreter.loop.repetitions === Number.POSITIVE_INFINITY && canEndOrWait(body)) interpreter.loop = outer;
  if (more === null && items.length > 0 && items.length <= mostItems && iterated.repetitions === 1) {
    const isReached = items.every((item) => runKnownIteration(statement, item, interpreter));
    const now = iteratedItems(iterated, ofDict);
    // The body has added items to the list, which the loop reaches, too.
    if (isReached && !each.keys && (now.more !== null || now.items.length > items.length))
      repeatIteration(statement, false, anyIteratedItem(iterated, ofDict), interpreter);
    return isReached;
  }
  const any = each.keys ? (more ?? joinAllValues(items)) : anyIteratedItem(iterated, ofDict);
  repeatIteration(statement, items.length > 0, any, interpreter);
  return true;
}

/** Runs the iterations of a loop one by one. @returns whether the next one is reached */
function runKnownIteration(statement: LoopStatement, item: Value, interpreter: Interpreter): boolean {
  const own = interpreter.frames.at(-1)?.loops.at(-1);
  if (own !== undefined && own.breaks.length > 0)
    interpreter.certainty = lessCertain(interpreter.certainty, "possible");
  const before = interpreter.certainty;
  const continues: LoopFrame["continues"] = [];
  const path = runAside(interpreter, (region) => {
    if (own !== undefined) Object.assign(own, { iteration: region, continues });
    return runIteration(statement, item, interpreter);
  });
  interpreter.certainty = before;
  return meet(interpreter, [path, ...continues]);
}

/** Runs iterations until nothing changes anymore. */
function repeatIteration(
  statement: LoopStatement,
  isCertain: boolean,
  item: Value | null,
  interpreter: Interpreter,
): void {
  const own = interpreter.frames.at(-1)?.loops.at(-1);
  const before = interpreter.certainty;
  if (!isCertain) interpreter.certainty = lessCertain(before, "possible");
  const inside = interpreter.certainty;
  runRepeatedly(interpreter, statement, () => {
    const continues: LoopFrame["continues"] = [];
    interpreter.certainty = inside;
    const path = runAside(interpreter, (region) => {
      if (own !== undefined) Object.assign(own, { iteration: region, continues });
      return runIteration(statement, item, interpreter);
    });
    const isReached = meet(interpreter, [path, ...continues]);
    if (isReached && statement.step !== undefined) interpreter.evaluate(statement.step);
    return isReached;
  });
  // The last test of the condition may change something, too.
  if (statement.condition !== null) interpreter.evaluate(statement.condition);
  interpreter.certainty = before;
}

/** Runs the body of a loop once. */
function runIteration(statement: LoopStatement, item: Value | null, interpreter: Interpreter): boolean {
  const { each, condition, body, testedAfter } = statement;
  if (condition !== null && !testedAfter) interpreter.evaluate(condition);
  if (each !== null && item !== null) assignTo(each.target, item, interpreter);
  const isReached = runStatements(body, interpreter);
  if (isReached && condition !== null && testedAfter) interpreter.evaluate(condition);
  return isReached;
}

/** Simulates `break` and `continue`: the current path goes on behind the loop, or with the next iteration. */
export function leaveLoop({ loop, label }: Statement & { kind: "leave" }, interpreter: Interpreter): void {
  const frame = interpreter.frames.at(-1);
  const { loops = [] } = frame ?? {};
  const left = loops.findLast((each) =>
    label === undefined ? loop === "break" || each.iteration !== null : each.label === label,
  );
  // Without a loop, the function ends.
  if (left === undefined) frame?.ends.push(changesSince(frame.region, interpreter));
  else if (loop === "break") left.breaks.push(changesSince(left.region, interpreter));
  else if (left.iteration !== null) left.continues.push(changesSince(left.iteration, interpreter));
}

const endlessLoop: Loop = { repetitions: Number.POSITIVE_INFINITY };

/** A `while i < n` loop runs up to `n` times. */
function countingLoop({ condition }: LoopStatement, outer: Loop): Loop {
  const counts = condition?.kind === "binary" && /^<=?$/.test(condition.operator) && condition.right.kind === "number";
  return counts && condition.right.kind === "number" ? nestedLoop(1, condition.right.number, outer) : outer;
}

/** A loop inside another loop that runs once per item, `repetitions` times over. */
export function nestedLoop(items: number, repetitions: number, outer: Loop): Loop {
  return { repetitions: outer.repetitions * Math.max(1, items, repetitions) };
}
