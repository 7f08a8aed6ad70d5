import { assignTo, deleteTarget } from "./assignment.ts";
import { bindSelf, lookUpMember } from "./attributes.ts";
import { appendsToTarget, updateTarget, withLoopRepetitions } from "./augmented-assignment.ts";
import { addOutput } from "./commands.ts";
import { defineClass, defineFunction, importNames } from "./definitions.ts";
import { emitUnknown, type Interpreter } from "./interpreter.ts";
import type { Expression, MatchStatement, Statement, TryStatement } from "./ir.ts";
import { anyIteratedItem } from "./iteration.ts";
import { leaveLoop, runLoop } from "./loops.ts";
import { narrowByCondition } from "./narrow.ts";
import { type Attempt, changesSince, meet, noteThrow, type Path, runAside, runOneOf, unchanged } from "./paths.ts";
import { createScope, setVariable } from "./scope.ts";
import { exactValue, joinAllValues, noneValue, unknownValue, unknownValueFrom, type Value } from "./value.ts";

/** Runs statements abstractly, on every path. @returns whether their end is reached */
export function runStatements(statements: readonly Statement[], interpreter: Interpreter): boolean {
  for (const statement of statements) {
    if (interpreter.steps.left <= 0) return true;
    const isReached = runStatement(statement, interpreter);
    noteThrow(interpreter);
    if (!isReached) return false;
  }
  return true;
}

function runStatement(statement: Statement, interpreter: Interpreter): boolean {
  switch (statement.kind) {
    case "expression":
      interpreter.evaluate(statement.value);
      return !endsProgram(statement.value, interpreter);
    case "output":
      addOutput(interpreter.evaluate(statement.value), interpreter);
      return !endsProgram(statement.value, interpreter);
    case "assignment":
      runAssignment(statement, interpreter);
      return true;
    case "update":
      updateTarget(statement, interpreter);
      return true;
    case "if":
      return runIf(statement, 0, interpreter);
    case "block":
      return inScope(interpreter, () => runStatements(statement.body, interpreter));
    case "loop":
      return runLoop(statement, interpreter);
    case "try":
      return runTry(statement, interpreter);
    case "with":
      for (const { value, target } of statement.items) {
        const entered = enterContext(interpreter.evaluate(value), value, interpreter);
        if (target !== null) assignTo(target, entered, interpreter);
      }
      return runStatements(statement.body, interpreter);
    case "return": {
      const value = statement.value === null ? noneValue : interpreter.evaluate(statement.value);
      const frame = interpreter.frames.at(-1);
      frame?.results.push(value);
      frame?.ends.push(changesSince(frame.region, interpreter));
      return false;
    }
    case "raise":
      for (const value of statement.values) interpreter.evaluate(value);
      noteThrow(interpreter);
      return false;
    case "leave":
      leaveLoop(statement, interpreter);
      return false;
    case "import":
      importNames(statement, interpreter);
      return true;
    case "global":
      for (const name of statement.names) interpreter.scope.declaredOuter.add(name);
      return true;
    case "delete":
      for (const target of statement.targets) deleteTarget(target, interpreter);
      return true;
    case "match":
      return runMatch(statement, interpreter);
    case "defer": {
      const { call } = statement;
      const callee = interpreter.evaluate(call.callee);
      const passed = call.arguments.map(({ name, value }) => ({ name, value: interpreter.evaluate(value) }));
      interpreter.frames.at(-1)?.deferred.push(() => interpreter.call(callee, passed, call));
      return true;
    }
    case "function":
      defineFunction(statement, interpreter);
      return true;
    case "class":
      defineClass(statement, interpreter);
      return true;
    case "unread":
      emitUnknown(interpreter, "", statement.reason, statement);
      return true;
  }
}

function runAssignment(statement: Statement & { kind: "assignment" }, interpreter: Interpreter): void {
  const [target] = statement.targets;
  const evaluated = interpreter.evaluate(statement.value);
  const value =
    target !== undefined && appendsToTarget(target, statement.value)
      ? withLoopRepetitions(evaluated, interpreter)
      : evaluated;
  for (const each of statement.targets) assignTo(each, value, interpreter, statement.declares);
}

/** Whether an expression has called a function that ends the program: `sys.exit()`. */
function endsProgram(value: Expression, interpreter: Interpreter): boolean {
  const call = value.kind === "wait" ? value.value : value;
  return call !== null && interpreter.exit === call;
}

/** Runs code with variables of its own. */
function inScope<Result>(interpreter: Interpreter, run: () => Result): Result {
  const outer = interpreter.scope;
  interpreter.scope = createScope(outer);
  const result = run();
  interpreter.scope = outer;
  return result;
}

/** Runs the branches of `if` from one on: each condition is tested only if those before it do not hold. */
function runIf(statement: Statement & { kind: "if" }, at: number, interpreter: Interpreter): boolean {
  const branch = statement.branches[at];
  if (branch === undefined) return runStatements(statement.otherwise, interpreter);
  interpreter.evaluate(branch.test);
  if (alwaysHolds(branch.test) && at === 0) return runStatements(branch.body, interpreter);
  return runOneOf(interpreter, [
    () => {
      narrowByCondition(branch.test, interpreter);
      return runStatements(branch.body, interpreter);
    },
    () => runIf(statement, at + 1, interpreter),
  ]);
}

/** Whether a condition always holds: `True`, `1`, `__name__ == "__main__"`. */
export function alwaysHolds(test: Expression): boolean {
  if (test.kind === "constant") return test.constant === true;
  if (test.kind === "number") return test.number !== 0;
  return (
    test.kind === "binary" &&
    test.operator === "==" &&
    [test.left, test.right].some((side) => side.kind === "name" && side.name === "__name__")
  );
}

/** Runs `try`: each handler starts from any state in which an error may have left the body. */
function runTry(statement: TryStatement, interpreter: Interpreter): boolean {
  const { attempts } = interpreter;
  const { certainty } = interpreter;
  let attempt: Attempt | undefined;
  const tried = runAside(interpreter, (region) => {
    attempt = { region, thrown: { contents: new Map(), start: region.start }, changes: interpreter.changes };
    attempts.push(attempt);
    const isReached = runStatements(statement.body, interpreter);
    attempts.pop();
    return isReached && runStatements(statement.otherwise, interpreter);
  });
  interpreter.certainty = certainty;
  const thrown = attempt?.thrown ?? unchanged;
  passOn(thrown, interpreter);
  const paths = [tried, ...statement.handlers.map((handler) => runHandler(handler, thrown, interpreter))];
  if (statement.finally.length === 0) return meet(interpreter, paths);
  // What is done at last is also done after an error that no handler handles, and after `return`.
  const isReached = paths.some((path) => path !== null);
  meet(interpreter, [...paths, thrown]);
  return runStatements(statement.finally, interpreter) && isReached;
}

/** The errors of a body may leave the code around it, too, if no handler handles them. */
function passOn(thrown: Path, interpreter: Interpreter): void {
  if (interpreter.attempts.length === 0) return;
  runAside(interpreter, () => {
    meet(interpreter, [thrown]);
    noteThrow(interpreter);
    return false;
  });
}

function runHandler(
  { name, body }: TryStatement["handlers"][number],
  thrown: Path,
  interpreter: Interpreter,
): Path | null {
  const { certainty } = interpreter;
  interpreter.certainty = certainty === "certain" ? "possible" : certainty;
  const path = runAside(interpreter, () => {
    meet(interpreter, [thrown]);
    if (name !== null) setVariable(interpreter.scope, name, unknownValueFrom([]), interpreter);
    return runStatements(body, interpreter);
  });
  interpreter.certainty = certainty;
  return path;
}

/** Runs each `case`. Without a default, none of them may apply. */
function runMatch(statement: MatchStatement, interpreter: Interpreter): boolean {
  const subject = interpreter.evaluate(statement.subject);
  const bound = joinAllValues([subject, anyIteratedItem(subject)]);
  const loops = interpreter.frames.at(-1)?.loops;
  const cases = statement.clauses.map(({ names, guard, body }) => () => {
    for (const name of names) if (name !== "_") setVariable(interpreter.scope, name, bound, interpreter);
    if (guard !== null) interpreter.evaluate(guard);
    return runStatements(body, interpreter);
  });
  if (!statement.clauses.some(({ isDefault }) => isDefault)) cases.push(() => true);
  if (!statement.breaks) return runOneOf(interpreter, cases);
  const whole = runAside(interpreter, (region) => {
    loops?.push({ label: undefined, region, iteration: null, breaks: [], continues: [] });
    return runOneOf(interpreter, cases);
  });
  const breaks = loops?.pop()?.breaks ?? [];
  return meet(interpreter, [whole, ...breaks]);
}

/** The value that `with value as target` assigns: the result of `__enter__`. */
function enterContext(value: Value, written: Expression, interpreter: Interpreter): Value {
  const results = value.alternatives.map((alternative): Value => {
    if (alternative.kind === "object" && alternative.type === "tempfile.TemporaryDirectory")
      return alternative.fields.get("name") ?? unknownValue;
    if (alternative.kind === "instance") {
      const method = lookUpMember(alternative.of, "__enter__");
      if (method !== undefined) return interpreter.call(bindSelf(method, exactValue(alternative)), [], written);
    }
    return { ...value, alternatives: [alternative], mayBeUnknown: false };
  });
  return value.mayBeUnknown || results.length === 0 ? value : joinAllValues(results);
}
