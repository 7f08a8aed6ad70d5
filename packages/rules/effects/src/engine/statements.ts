import { afterTest } from "./absent-files.ts";
import { assignTo, deleteTarget } from "./assignment.ts";
import { runTry, runWith } from "./attempts.ts";
import { appendsToTarget, updateTarget, withLoopRepetitions } from "./augmented-assignment.ts";
import { addOutput } from "./commands.ts";
import { defineClass, defineFunction, importNames } from "./definitions.ts";
import { emitUnknown, type Interpreter } from "./interpreter.ts";
import type { Expression, MatchStatement, Statement } from "./ir.ts";
import { anyIteratedItem } from "./iteration.ts";
import { leaveLoop, runLoop } from "./loops.ts";
import { narrowByTest, testedVariables } from "./narrowing.ts";
import { changesSince, meet, noteThrow, runAside, runOneOf } from "./paths.ts";
import { createScope, setVariable } from "./scope.ts";
import { joinAllValues, noneValue } from "./value.ts";

/** Runs statements abstractly, on every path. @returns whether their end is reached */
export function runStatements(statements: readonly Statement[], interpreter: Interpreter): boolean {
  const outer = interpreter.statement;
  let isReached = true;
  for (const statement of statements) {
    if (interpreter.steps.left <= 0 || !isReached) break;
    interpreter.statement = statement;
    isReached = runStatement(statement, interpreter);
    noteThrow(interpreter);
  }
  interpreter.statement = outer;
  return isReached;
}

/** Runs one statement; returns whether its end is reached. */
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
      return runWith(statement, 0, interpreter);
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
      endWithError(interpreter);
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

/** Runs an assignment: evaluates its value and sets each target. */
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

/** Runs the branches of an `if`, starting at one: each condition is tested only if the earlier ones are false. */
function runIf(statement: Statement & { kind: "if" }, at: number, interpreter: Interpreter): boolean {
  const branch = statement.branches[at];
  if (branch === undefined) return runStatements(statement.otherwise, interpreter);
  const before = testedVariables(branch.test, interpreter);
  interpreter.evaluate(branch.test);
  if (alwaysHolds(branch.test) && at === 0) return runStatements(branch.body, interpreter);
  return runOneOf(interpreter, [
    () => {
      narrowByTest(branch.test, true, interpreter, before);
      return afterTest(branch.test, true, interpreter, () => runStatements(branch.body, interpreter));
    },
    () => {
      narrowByTest(branch.test, false, interpreter, before);
      return afterTest(branch.test, false, interpreter, () => runIf(statement, at + 1, interpreter));
    },
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

/** Continues after an unhandled error with what the program registered for its end, such as `atexit`. */
function endWithError(interpreter: Interpreter): void {
  const { attempts, frames } = interpreter;
  const [program] = frames;
  if (attempts.length === 0 && frames.length === 1) program?.ends.push(changesSince(program.region, interpreter));
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
