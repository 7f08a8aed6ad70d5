import { assignTo, deleteTarget } from "./assignment.ts";
import { bindSelf, lookUpMember } from "./attributes.ts";
import { appendsToTarget, runAugmentedAssignment, withLoopRepetitions } from "./augmented-assignment.ts";
import { withJoinedContainers } from "./branches.ts";
import { defineClass, defineFunction, importNames } from "./definitions.ts";
import { nestedLoop } from "./expressions.ts";
import { type BlockExit, type Interpreter, type Loop, lessCertain } from "./interpreter.ts";
import { anyIteratedItem, iteratedItems } from "./iteration.ts";
import { canEndOrWait } from "./loop-termination.ts";
import { narrowByCondition } from "./narrow.ts";
import { isSameNameTable, joinNameTables, setName } from "./scope.ts";
import type { Expression, LoopStatement, Statement, TryStatement } from "./ir.ts";
import { exactValue, joinAllValues, noneValue, unknownValueFrom, type Value } from "./value.ts";

const maxIterations = 8;

/**
 * Runs a block of statements abstractly, following every branch. After a statement that may leave the block, the
 * remaining statements are only possible.
 */
export function runStatements(statements: readonly Statement[], interpreter: Interpreter): BlockExit {
  for (const [at, statement] of statements.entries()) {
    if (interpreter.steps.left <= 0) break;
    const exit = runStatement(statement, interpreter);
    if (exit !== "nothing")
      return withJoinedContainers(interpreter, () => runRemaining(statements.slice(at + 1), exit, interpreter));
  }
  return "nothing";
}

/** Runs the statements after one that may have left the block. */
function runRemaining(statements: readonly Statement[], before: BlockExit, interpreter: Interpreter): BlockExit {
  interpreter.certainty = lessCertain(interpreter.certainty, "possible");
  let exit = before;
  for (const statement of statements) {
    if (interpreter.steps.left <= 0) break;
    const now = runStatement(statement, interpreter);
    if (exit === "iteration" && now === "function") exit = now;
  }
  return exit;
}

/** Runs a branch; unless it certainly runs, its effects are at most `possible`. */
function runBranch(statements: readonly Statement[], isCertain: boolean, interpreter: Interpreter): BlockExit {
  const before = interpreter.certainty;
  if (!isCertain) interpreter.certainty = lessCertain(before, "possible");
  const exit = isCertain
    ? runStatements(statements, interpreter)
    : withJoinedContainers(interpreter, () => runStatements(statements, interpreter));
  interpreter.certainty = before;
  return exit;
}

function runStatement(statement: Statement, interpreter: Interpreter): BlockExit {
  switch (statement.kind) {
    case "expression":
      interpreter.evaluate(statement.value);
      return isExitCall(statement.value) ? "function" : "nothing";
    case "assignment": {
      const [target] = statement.targets;
      const evaluated = interpreter.evaluate(statement.value);
      const value =
        target !== undefined && appendsToTarget(target, statement.value)
          ? withLoopRepetitions(evaluated, interpreter)
          : evaluated;
      for (const each of statement.targets) assignTo(each, value, interpreter);
      return "nothing";
    }
    case "update":
      runAugmentedAssignment(statement, interpreter);
      return "nothing";
    case "if":
      return runIf(statement, interpreter);
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
    case "return":
      interpreter.returnValues
        .at(-1)
        ?.push(statement.value === null ? noneValue : interpreter.evaluate(statement.value));
      return "function";
    case "raise":
      for (const value of statement.values) interpreter.evaluate(value);
      return "function";
    case "leave":
      return "iteration";
    case "import":
      importNames(statement, interpreter);
      return "nothing";
    case "global":
      for (const name of statement.names) interpreter.scope.declaredOuter.add(name);
      return "nothing";
    case "delete":
      for (const target of statement.targets) deleteTarget(target, interpreter);
      return "nothing";
    case "match":
      return runMatch(statement, interpreter);
    case "function":
      defineFunction(statement, interpreter);
      return "nothing";
    case "class":
      defineClass(statement, interpreter);
      return "nothing";
  }
}

/** `exit()`, `quit()`, `sys.exit()`, `os._exit()`. */
function isExitCall(value: Expression): boolean {
  if (value.kind !== "call") return false;
  const { callee } = value;
  if (callee.kind === "name") return callee.name === "exit" || callee.name === "quit";
  return (
    callee.kind === "attribute" && (callee.name === "exit" || callee.name === "_exit") && callee.object.kind === "name"
  );
}

/** Runs each branch with its own copy of the names, and joins them afterwards. */
function runIf(statement: Statement & { kind: "if" }, interpreter: Interpreter): BlockExit {
  const branchNames: Map<string, Value>[] = [];
  const { scope } = interpreter;
  let exit: BlockExit = "nothing";
  let isCertain = false;
  for (const { test, body } of statement.branches) {
    interpreter.evaluate(test);
    isCertain = alwaysHolds(test) && branchNames.length === 0;
    const before = scope.names;
    scope.names = copyNames(before, interpreter);
    narrowByCondition(test, interpreter);
    exit = joinExits(exit, runBranch(body, isCertain, interpreter));
    branchNames.push(scope.names);
    scope.names = before;
  }
  if (isCertain && branchNames[0] !== undefined) {
    scope.names = branchNames[0];
    return exit;
  }
  exit = joinExits(exit, runBranch(statement.otherwise, false, interpreter));
  scope.names = joinNameTables([scope.names, ...branchNames]);
  return exit;
}

/** Copies the names for a branch, and spends steps in proportion. */
function copyNames(names: ReadonlyMap<string, Value>, interpreter: Interpreter): Map<string, Value> {
  interpreter.steps.left -= names.size / 30;
  return new Map(names);
}

/** The wider of two exits: leaving the function, then leaving an iteration. */
function joinExits(a: BlockExit, b: BlockExit): BlockExit {
  return a === "function" || b === "nothing" ? a : b;
}

/** Whether a condition always holds: `True`, `1`, `__name__ == "__main__"`. */
function alwaysHolds(test: Expression): boolean {
  if (test.kind === "constant") return test.constant === true;
  if (test.kind === "number") return test.number !== 0;
  return (
    test.kind === "binary" &&
    test.operator === "==" &&
    [test.left, test.right].some((side) => side.kind === "name" && side.name === "__name__")
  );
}

/** Runs a loop: iteration by iteration over few known items, otherwise twice with the join of all items. */
function runLoop(statement: LoopStatement, interpreter: Interpreter): BlockExit {
  const outer = interpreter.loop;
  const { each, condition, body } = statement;
  const endless = each === null && condition !== null && alwaysHolds(condition);
  let exit: BlockExit = "nothing";
  if (each === null) {
    if (!canEndOrWait(body)) interpreter.loop = endless ? endlessLoop : countingLoop(condition, outer);
    exit = runIterations(statement, endless, null, interpreter);
  } else {
    const iterated = interpreter.evaluate(each.of);
    const { items, more } = iteratedItems(iterated);
    interpreter.loop = nestedLoop(items.length, iterated.repetitions, outer);
    if (interpreter.loop.repetitions === Number.POSITIVE_INFINITY && canEndOrWait(body)) interpreter.loop = outer;
    if (more === null && items.length > 0 && items.length <= maxIterations && iterated.repetitions === 1) {
      const before = interpreter.certainty;
      for (const item of items) {
        assignTo(each.target, item, interpreter);
        exit = joinExits(exit, runStatements(body, interpreter));
      }
      interpreter.certainty = before;
    } else exit = runIterations(statement, items.length > 0, anyIteratedItem(iterated), interpreter);
  }
  interpreter.loop = outer;
  const after = runBranch(statement.otherwise, false, interpreter);
  return joinExits(exit, after) === "function" ? "function" : "nothing";
}

const endlessLoop: Loop = { repetitions: Number.POSITIVE_INFINITY };

/** A `while i < n` loop runs up to `n` times. */
function countingLoop(condition: Expression | null, outer: Loop): Loop {
  const counts = condition?.kind === "binary" && /^<=?$/.test(condition.operator) && condition.right.kind === "number";
  return counts && condition.right.kind === "number" ? nestedLoop(1, condition.right.number, outer) : outer;
}

/** Runs up to two iterations of a loop, so that the second sees what the first assigned. */
function runIterations(
  { each, condition, body }: LoopStatement,
  isCertain: boolean,
  item: Value | null,
  interpreter: Interpreter,
): BlockExit {
  const { scope } = interpreter;
  let exit: BlockExit = "nothing";
  for (let iteration = 0; iteration < 2; iteration++) {
    const before = scope.names;
    scope.names = copyNames(before, interpreter);
    if (condition !== null) interpreter.evaluate(condition);
    if (each !== null && item !== null) assignTo(each.target, item, interpreter);
    exit = joinExits(exit, runBranch(body, isCertain, interpreter));
    const joined = joinNameTables([before, scope.names]);
    const isStable = isSameNameTable(before, joined);
    scope.names = joined;
    if (isStable) break;
  }
  return exit;
}

/** Runs `try`: each handler starts with the names from before or after the body. */
function runTry(statement: TryStatement, interpreter: Interpreter): BlockExit {
  const { scope } = interpreter;
  const before = copyNames(scope.names, interpreter);
  const { certainty } = interpreter;
  const tried = (): BlockExit => {
    const begun = runStatements(statement.body, interpreter);
    interpreter.certainty = certainty;
    return joinExits(begun, runStatements(statement.otherwise, interpreter));
  };
  // When an error is handled, only a part of the body may have run.
  const exit = statement.handlers.length === 0 ? tried() : withJoinedContainers(interpreter, tried);
  interpreter.certainty = certainty;
  const branchNames = [scope.names];
  for (const { name, body } of statement.handlers) {
    scope.names = joinNameTables([before, ...branchNames.slice(0, 1)]);
    if (name !== null) setName(scope, name, unknownValueFrom([]));
    runBranch(body, false, interpreter);
    branchNames.push(scope.names);
  }
  scope.names = joinNameTables(branchNames);
  return joinExits(exit, runStatements(statement.finally, interpreter));
}

/** Runs each `case` with its own copy of the names, and joins them afterwards. */
function runMatch(statement: Statement & { kind: "match" }, interpreter: Interpreter): BlockExit {
  const { scope } = interpreter;
  const subject = interpreter.evaluate(statement.subject);
  const before = scope.names;
  const branchNames: Map<string, Value>[] = [];
  let exit: BlockExit = "nothing";
  for (const { names, guard, body } of statement.clauses) {
    scope.names = copyNames(before, interpreter);
    for (const name of names)
      if (name !== "_") setName(scope, name, joinAllValues([subject, anyIteratedItem(subject)]));
    if (guard !== null) interpreter.evaluate(guard);
    exit = joinExits(exit, runBranch(body, false, interpreter));
    branchNames.push(scope.names);
  }
  scope.names = joinNameTables([before, ...branchNames]);
  return exit;
}

/** The value that `with value as target` assigns: the result of `__enter__`. */
function enterContext(value: Value, written: Expression, interpreter: Interpreter): Value {
  const results = value.alternatives.map((alternative): Value => {
    if (alternative.kind === "object" && alternative.type === "tempfile.TemporaryDirectory")
      return alternative.fields.get("name") ?? unknownValueFrom([]);
    if (alternative.kind === "instance") {
      const method = lookUpMember(alternative.of, "__enter__");
      if (method !== undefined) return interpreter.call(bindSelf(method, exactValue(alternative)), [], written);
    }
    return { ...value, alternatives: [alternative], mayBeUnknown: false };
  });
  return value.mayBeUnknown || results.length === 0 ? value : joinAllValues(results);
}
