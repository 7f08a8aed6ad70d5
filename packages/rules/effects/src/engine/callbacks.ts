import { argumentOrigins, bindArguments } from "./arguments.ts";
import type { CallEntry } from "./call-entry.ts";
import type { Catalogue, Dialect } from "./dialect.ts";
import { type Call, giveUp, type Interpreter, lessCertain } from "./interpreter.ts";
import type { Expression, Span } from "./ir.ts";
import { anyIteratedItem } from "./iteration.ts";
import { keepPast, runRepeatedly } from "./paths.ts";
import {
  type Alternative,
  births,
  exactText,
  objectValue,
  type PassedArgument,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";

/**
 * Calls the functions that are passed to a call (`Thread(target=f)`, `map(f, items)`), with the arguments that the
 * library will pass to them as far as they are known.
 *
 * @param entry - the catalogue entry of the call, if it has one
 */
export function callPassedFunctions({ name, passed, span, interpreter }: Call, entry?: CallEntry): void {
  for (const [at, { value }] of passed.entries()) {
    if (!hasKnownCallee(value, interpreter.dialect)) continue;
    const callee: Value = {
      ...value,
      alternatives: value.alternatives.filter((alternative) =>
        hasKnownCallee({ ...value, alternatives: [alternative] }, interpreter.dialect),
      ),
      mayBeUnknown: false,
    };
    const received =
      entry?.callbackReceives === undefined ? callbackArguments(name, at, passed) : connectionArguments(entry, passed);
    callAnyTimes(callee, received, span, interpreter);
  }
}

const mostLaterCalls = 100;

/** Calls a function that may run any number of times: now, and again after the rest of the program. */
export function callAnyTimes(
  callee: Value,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value {
  let result = unknownValue;
  const start = births();
  const call = (): void => {
    const { isRepeating } = interpreter;
    interpreter.isRepeating = true;
    runRepeatedly(interpreter, span, () => {
      result = interpreter.call(callee, passed, span);
      return true;
    });
    interpreter.isRepeating = isRepeating;
  };
  startCall(call, span, interpreter);
  // Each call makes objects of its own.
  for (const each of result.alternatives) if ("born" in each && each.born > start) each.isSeveral = true;
  return result;
}

/** Runs a call concurrently: now, and again after the rest of the program. */
export function startCall(call: () => void, span: Span, interpreter: Interpreter): void {
  call();
  callLater(call, span, interpreter);
}

/** Runs a function that waits (`await`) again after the code that runs meanwhile. */
export function finishLater(call: () => void, span: Span, interpreter: Interpreter): void {
  callLater(call, span, interpreter, true);
}

/** Computes a lazy value, such as a generator: now, and again after the rest of the program. */
export function computeLazily(compute: () => Value, span: Span, interpreter: Interpreter): Value {
  const { size } = interpreter.effects;
  const value = compute();
  if (interpreter.effects.size > size) callLater(() => void compute(), span, interpreter);
  return value;
}

/** Notes that `await f()` waits: the code after it runs when the function has ended. */
export function finishNow(awaited: Expression | null, { later }: Interpreter): void {
  if (awaited?.kind === "call" && later.at(-1)?.waits) later.pop();
}

/** Runs a deferred call again at the end, if the program has changed its state since. */
function callLater(call: () => void, span: Span, interpreter: Interpreter, waits: boolean = false): void {
  const { certainty, scope, changes, later } = interpreter;
  // A nested call runs again with the call around it.
  if (interpreter.isRepeating) return;
  if (later.length >= mostLaterCalls) {
    giveUp(interpreter, "too many functions are called later", span);
    return;
  }
  const run = (): void => {
    if (changes === interpreter.changes) return;
    Object.assign(interpreter, { certainty: lessCertain(certainty, "possible"), scope });
    call();
  };
  keepPast(interpreter);
  later.push({ run, waits });
}

/**
 * The arguments of a function that a server calls for each connection: data from the network, or a reader and a writer.
 */
function connectionArguments(
  { callbackReceives: hands, parameters: takes }: CallEntry,
  passed: readonly PassedArgument[],
): readonly PassedArgument[] {
  const from = [{ kind: "network", host: null }] as const;
  if (hands === "data") return [{ name: "*", value: unknownValueFrom(from) }];
  const host = bindArguments(takes?.split(" ") ?? [], passed).get("host");
  const fields = new Map(host === undefined ? [] : [["host", host]]);
  return ["reader", "writer"].map(() => ({ name: null, value: objectValue("stream", from, fields) }));
}

/**
 * The arguments with which a library calls the function that was passed at position `at`: `args=` of a `Thread`, the
 * items of `map`, otherwise the arguments after it.
 */
function callbackArguments(name: string, at: number, passed: readonly PassedArgument[]): readonly PassedArgument[] {
  const named = passed.find((argument) => argument.name === "args");
  if (named !== undefined)
    return [
      { name: "*", value: named.value },
      ...passed.filter((each) => each.name === "kwargs").map(({ value }) => ({ name: "**", value })),
    ];
  const after = passed.slice(at + 1).filter((argument) => argument.name === null);
  const [next] = after;
  if (next === undefined)
    return [
      {
        name: "*",
        value: unknownValueFrom(argumentOrigins(passed, [])),
      },
    ];
  if (/(^|\.|_|i)(map|filter|reduce|foreach|each)(_async|_unordered)?$/.test(name))
    return after.map(({ value }) => ({ name: null, value: anyIteratedItem(value) }));
  if (/(starmap|starmap_async)$/.test(name)) return [{ name: "*", value: anyIteratedItem(next.value) }];
  if (/(apply|apply_async|Timer|start_new_thread|Thread|Process)$/.test(name))
    return [{ name: "*", value: next.value }];
  return after;
}

/** Whether a call may run code of the program or a catalogued function. */
function hasKnownCallee(value: Value, { catalogue }: Dialect): boolean {
  return value.alternatives.some(
    (alternative) =>
      alternative.kind === "function" ||
      alternative.kind === "partial" ||
      alternative.kind === "unresolved" ||
      (alternative.kind === "library" &&
        catalogue.entry(alternative.name) !== undefined &&
        !catalogue.hasModule(alternative.name)) ||
      (alternative.kind === "method" &&
        exactText(alternative.object) === undefined &&
        isCatalogueMethod(alternative, catalogue)),
  );
}

/** Whether the catalogue has a row for a method of this object. */
function isCatalogueMethod({ object, name }: Alternative & { kind: "method" }, catalogue: Catalogue): boolean {
  return object.alternatives.some(
    (alternative) =>
      (alternative.kind === "object" && catalogue.entry(`${alternative.type}.${name}`) !== undefined) ||
      (alternative.kind === "path" && catalogue.entry(`pathlib.Path.${name}`) !== undefined),
  );
}
