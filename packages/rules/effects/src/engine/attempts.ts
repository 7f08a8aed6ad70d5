/** Interprets `try` and `with`: code whose errors are handled, or whose end always runs. */
import { assignTo } from "./assignment.ts";
import { bindSelf, lookUpMember } from "./class-members.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Expression, Statement, TryStatement } from "./ir.ts";
import { type Attempt, changesSince, meet, noteThrow, type Path, type Region, runAside, unchanged } from "./paths.ts";
import { setVariable } from "./scope.ts";
import { exactValue, joinAllValues, unknownValue, unknownValueFrom, type Value } from "./value.ts";

/** Runs a `with` statement. Each context manager ends after the body, after an error in it (which it may suppress), and after `return`. */
export function runWith(statement: Statement & { kind: "with" }, at: number, interpreter: Interpreter): boolean {
  const item = statement.items[at];
  if (item === undefined) return interpreter.runBlock(statement.body);
  const manager = interpreter.evaluate(item.value);
  const entered = enterContext(manager, item.value, interpreter);
  if (item.target !== null) assignTo(item.target, entered, interpreter);
  const inside = (): boolean => runWith(statement, at + 1, interpreter);
  const exits = manager.alternatives.flatMap((each) =>
    each.kind === "instance" ? (lookUpMember(each.of, "__exit__") ?? []) : [],
  );
  // An unknown context manager may suppress the error: `contextlib.suppress`.
  const suppresses = manager.mayBeUnknown;
  if (exits.length === 0 && !suppresses) return inside();
  const { start, end } = item.value;
  const error = Array.from({ length: 3 }, () => ({ name: null, value: unknownValue }));
  const exit = (): boolean => {
    for (const each of exits) interpreter.call(bindSelf(each, manager), error, { start, end });
    return true;
  };
  return runAttempt({ body: inside, handlers: [{ name: null, body: [] }], exit }, interpreter);
}

/** Runs a `try` statement: what follows it may come after its body or after a handler. */
export function runTry(statement: TryStatement, interpreter: Interpreter): boolean {
  const { body, handlers, otherwise } = statement;
  const run = (statements: readonly Statement[]) => (): boolean => interpreter.runBlock(statements);
  const exit = statement.finally.length === 0 ? null : run(statement.finally);
  return runAttempt({ body: run(body), handlers, otherwise: run(otherwise), exit }, interpreter);
}

/** A piece of code, what handles its errors, what follows it without one, and what is done at last. */
interface Attempted {
  readonly body: () => boolean;
  readonly handlers: TryStatement["handlers"];
  readonly otherwise?: () => boolean;
  readonly exit: (() => boolean) | null;
}

/** Runs code and handles its errors: each handler starts from any state in which an error may have left the code. */
function runAttempt({ body, handlers, otherwise, exit }: Attempted, interpreter: Interpreter): boolean {
  const { attempts } = interpreter;
  const { certainty } = interpreter;
  const exits = exit === null ? [] : earlyExits(interpreter);
  let attempt: Attempt | undefined;
  const tried = runAside(interpreter, (region) => {
    attempt = { region, thrown: { contents: new Map(), start: region.start }, changes: interpreter.changes };
    attempts.push(attempt);
    const isReached = body();
    attempts.pop();
    return isReached && otherwise?.() !== false;
  });
  interpreter.certainty = certainty;
  const thrown = attempt?.thrown ?? unchanged;
  passOn(thrown, interpreter);
  const paths = [tried, ...handlers.map((handler) => runHandler(handler, thrown, interpreter))];
  if (exit === null) return meet(interpreter, paths);
  for (const { paths: left, count, region } of exits) {
    const early = left.splice(count);
    if (early.length === 0) continue;
    runAside(interpreter, () => {
      meet(interpreter, early);
      if (exit()) left.push(changesSince(region, interpreter));
      return false;
    });
  }
  // Code of `finally` also runs after an error that no handler handles.
  const isReached = paths.some((path) => path !== null);
  meet(interpreter, [...paths, thrown]);
  return exit() && isReached;
}

/** The ways on which code may be left early: `return`, `break`, `continue`, the end of the program. */
function earlyExits({ frames }: Interpreter): readonly EarlyExit[] {
  const [program, frame] = [frames[0], frames.at(-1)];
  const exits = [...new Set([program, frame])]
    .flatMap((each) => each ?? [])
    .map(({ ends, region }) => ({ paths: ends, region }));
  const loops = (frame?.loops ?? []).flatMap(({ breaks, continues, region, iteration }) => [
    { paths: breaks, region },
    ...(iteration === null ? [] : [{ paths: continues, region: iteration }]),
  ]);
  return [...exits, ...loops].map((each) => ({ ...each, count: each.paths.length }));
}

interface EarlyExit {
  readonly paths: Path[];
  readonly region: Region;
  /** How many paths there were before. */
  readonly count: number;
}

/** Passes unhandled errors of a body on to the surrounding code. */
function passOn(thrown: Path, interpreter: Interpreter): void {
  if (interpreter.attempts.length === 0) return;
  runAside(interpreter, () => {
    meet(interpreter, [thrown]);
    noteThrow(interpreter);
    return false;
  });
}

/** Runs the handler of an exception as something that may happen; returns the path after it. */
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
    return interpreter.runBlock(body);
  });
  interpreter.certainty = certainty;
  return path;
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
