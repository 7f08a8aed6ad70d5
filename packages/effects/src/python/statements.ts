import { assignTo, deleteTarget } from "./assignment.ts";
import { bindSelf, memberOf } from "./attributes.ts";
import { addsTo, grown, update } from "./augmented-assignment.ts";
import { onWay } from "./branches.ts";
import { defineClass, defineFunction, importNames } from "./definitions.ts";
import { loopOver } from "./expressions.ts";
import { type BlockExit, type Loop, lessSure, type Run } from "./interpreter.ts";
import { anyItemOf, itemsOf } from "./iteration.ts";
import { endsSometime } from "./loop-termination.ts";
import { narrowBy } from "./narrow.ts";
import { joinNames, sameNames, setName } from "./scope.ts";
import type { Expression, LoopStatement, Statement, TryStatement } from "./syntax/nodes.ts";
import { exactly, joinAll, none, unknownFrom, type Value } from "./value.ts";

const mostTurns = 8;

/** Runs statements one after the other; once some may have left, the rest is only possible. */
export function runStatements(statements: readonly Statement[], run: Run): BlockExit {
  for (const [at, statement] of statements.entries()) {
    if (run.steps.left <= 0) break;
    const left = runStatement(statement, run);
    if (left !== "nothing") return onWay(run, () => runRest(statements.slice(at + 1), left, run));
  }
  return "nothing";
}

/** Runs what follows a statement that may have left. */
function runRest(statements: readonly Statement[], before: BlockExit, run: Run): BlockExit {
  run.certainty = lessSure(run.certainty, "possible");
  let left = before;
  for (const statement of statements) {
    if (run.steps.left <= 0) break;
    const now = runStatement(statement, run);
    if (left === "iteration" && now === "function") left = now;
  }
  return left;
}

/** Runs statements on a way that may not be taken, or is one of several. */
function runWay(statements: readonly Statement[], sure: boolean, run: Run): BlockExit {
  const before = run.certainty;
  if (!sure) run.certainty = lessSure(before, "possible");
  const left = sure ? runStatements(statements, run) : onWay(run, () => runStatements(statements, run));
  run.certainty = before;
  return left;
}

function runStatement(statement: Statement, run: Run): BlockExit {
  switch (statement.kind) {
    case "expression":
      run.evaluate(statement.value);
      return isExit(statement.value) ? "function" : "nothing";
    case "assignment": {
      const [target] = statement.targets;
      const evaluated = run.evaluate(statement.value);
      const value = target !== undefined && addsTo(target, statement.value) ? grown(evaluated, run) : evaluated;
      for (const each of statement.targets) assignTo(each, value, run);
      return "nothing";
    }
    case "update":
      update(statement, run);
      return "nothing";
    case "if":
      return runIf(statement, run);
    case "loop":
      return runLoop(statement, run);
    case "try":
      return runTry(statement, run);
    case "with":
      for (const { value, target } of statement.items) {
        const entered = enter(run.evaluate(value), value, run);
        if (target !== null) assignTo(target, entered, run);
      }
      return runStatements(statement.body, run);
    case "return":
      run.results.at(-1)?.push(statement.value === null ? none : run.evaluate(statement.value));
      return "function";
    case "raise":
      for (const value of statement.values) run.evaluate(value);
      return "function";
    case "leave":
      return "iteration";
    case "import":
      importNames(statement, run);
      return "nothing";
    case "global":
      for (const name of statement.names) run.scope.outer.add(name);
      return "nothing";
    case "delete":
      for (const target of statement.targets) deleteTarget(target, run);
      return "nothing";
    case "match":
      return runMatch(statement, run);
    case "function":
      defineFunction(statement, run);
      return "nothing";
    case "class":
      defineClass(statement, run);
      return "nothing";
  }
}

function isExit(value: Expression): boolean {
  if (value.kind !== "call") return false;
  const { callee } = value;
  if (callee.kind === "name") return callee.name === "exit" || callee.name === "quit";
  return (
    callee.kind === "attribute" && (callee.name === "exit" || callee.name === "_exit") && callee.object.kind === "name"
  );
}

function runIf(statement: Statement & { kind: "if" }, run: Run): BlockExit {
  const ways: Map<string, Value>[] = [];
  const { scope } = run;
  let left: BlockExit = "nothing";
  let sure = false;
  for (const { test, body } of statement.branches) {
    run.evaluate(test);
    sure = isMain(test) && ways.length === 0;
    const before = scope.names;
    scope.names = copyOf(before, run);
    narrowBy(test, run);
    left = joinExits(left, runWay(body, sure, run));
    ways.push(scope.names);
    scope.names = before;
  }
  if (sure && ways[0] !== undefined) {
    scope.names = ways[0];
    return left;
  }
  left = joinExits(left, runWay(statement.otherwise, false, run));
  scope.names = joinNames([scope.names, ...ways]);
  return left;
}

/** The names for a way of their own; it costs as many steps as it takes time. */
function copyOf(names: ReadonlyMap<string, Value>, run: Run): Map<string, Value> {
  run.steps.left -= names.size / 30;
  return new Map(names);
}

function joinExits(a: BlockExit, b: BlockExit): BlockExit {
  return a === "function" || b === "nothing" ? a : b;
}

/** `__name__ == "__main__"`, or what always holds. */
function isMain(test: Expression): boolean {
  if (test.kind === "constant") return test.constant === true;
  if (test.kind === "number") return test.number !== 0;
  return (
    test.kind === "binary" &&
    test.operator === "==" &&
    [test.left, test.right].some((side) => side.kind === "name" && side.name === "__name__")
  );
}

function runLoop(statement: LoopStatement, run: Run): BlockExit {
  const outer = run.loop;
  const { each, condition, body } = statement;
  const endless = each === null && condition !== null && isMain(condition);
  let left: BlockExit = "nothing";
  if (each === null) {
    if (!endsSometime(body)) run.loop = endless ? endlessly : countingUp(condition, outer);
    left = runTurns(statement, endless, null, run);
  } else {
    const gone = run.evaluate(each.of);
    const { items, more } = itemsOf(gone);
    run.loop = loopOver(items.length, gone.times, outer);
    if (run.loop.times === Number.POSITIVE_INFINITY && endsSometime(body)) run.loop = outer;
    if (more === null && items.length > 0 && items.length <= mostTurns && gone.times === 1) {
      const before = run.certainty;
      for (const item of items) {
        assignTo(each.target, item, run);
        left = joinExits(left, runStatements(body, run));
      }
      run.certainty = before;
    } else left = runTurns(statement, items.length > 0, anyItemOf(gone), run);
  }
  run.loop = outer;
  const after = runWay(statement.otherwise, false, run);
  return joinExits(left, after) === "function" ? "function" : "nothing";
}

const endlessly: Loop = { times: Number.POSITIVE_INFINITY };

/** A loop that goes on until a number is reached: it takes up to that many turns. */
function countingUp(condition: Expression | null, outer: Loop): Loop {
  const counts = condition?.kind === "binary" && /^<=?$/.test(condition.operator) && condition.right.kind === "number";
  return counts && condition.right.kind === "number" ? loopOver(1, condition.right.number, outer) : outer;
}

/** Two turns of a loop: what the first sets, the second sees. */
function runTurns({ each, condition, body }: LoopStatement, sure: boolean, item: Value | null, run: Run): BlockExit {
  const { scope } = run;
  let left: BlockExit = "nothing";
  for (let turn = 0; turn < 2; turn++) {
    const before = scope.names;
    scope.names = copyOf(before, run);
    if (condition !== null) run.evaluate(condition);
    if (each !== null && item !== null) assignTo(each.target, item, run);
    left = joinExits(left, runWay(body, sure, run));
    const joined = joinNames([before, scope.names]);
    const settled = sameNames(before, joined);
    scope.names = joined;
    if (settled) break;
  }
  return left;
}

function runTry(statement: TryStatement, run: Run): BlockExit {
  const { scope } = run;
  const before = copyOf(scope.names, run);
  const { certainty } = run;
  const tried = (): BlockExit => {
    const begun = runStatements(statement.body, run);
    run.certainty = certainty;
    return joinExits(begun, runStatements(statement.otherwise, run));
  };
  // Where an error goes on, only a part of it may have been done.
  const left = statement.handlers.length === 0 ? tried() : onWay(run, tried);
  run.certainty = certainty;
  const ways = [scope.names];
  for (const { name, body } of statement.handlers) {
    scope.names = joinNames([before, ...ways.slice(0, 1)]);
    if (name !== null) setName(scope, name, unknownFrom([]));
    runWay(body, false, run);
    ways.push(scope.names);
  }
  scope.names = joinNames(ways);
  return joinExits(left, runStatements(statement.finally, run));
}

function runMatch(statement: Statement & { kind: "match" }, run: Run): BlockExit {
  const { scope } = run;
  const subject = run.evaluate(statement.subject);
  const before = scope.names;
  const ways: Map<string, Value>[] = [];
  let left: BlockExit = "nothing";
  for (const { names, guard, body } of statement.clauses) {
    scope.names = copyOf(before, run);
    for (const name of names) if (name !== "_") setName(scope, name, joinAll([subject, anyItemOf(subject)]));
    if (guard !== null) run.evaluate(guard);
    left = joinExits(left, runWay(body, false, run));
    ways.push(scope.names);
  }
  scope.names = joinNames([before, ...ways]);
  return left;
}

/** What `with` gives its target. */
function enter(value: Value, written: Expression, run: Run): Value {
  const found = value.known.map((known): Value => {
    if (known.kind === "object" && known.type === "tempfile.TemporaryDirectory")
      return known.fields.get("name") ?? unknownFrom([]);
    if (known.kind === "instance") {
      const method = memberOf(known.of, "__enter__");
      if (method !== undefined) return run.call(bindSelf(method, exactly(known)), [], written);
    }
    return { ...value, known: [known], open: false };
  });
  return value.open || found.length === 0 ? value : joinAll(found);
}
