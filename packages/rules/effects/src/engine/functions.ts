/** Interprets calls of functions and classes that the program itself defines. */
import { argumentOrigins, bindArguments, spreadArguments } from "./arguments.ts";
import { assignTo } from "./assignment.ts";
import { finishLater } from "./callbacks.ts";
import { bindSelf, libraryBases, libraryPart, lookUpMember } from "./class-members.ts";
import { newOutput, unwrapped } from "./commands.ts";
import { ownCopy } from "./copies.ts";
import { type Frame, giveUp, type Interpreter } from "./interpreter.ts";
import type { Expression } from "./ir.ts";
import { canEndOrWait } from "./loop-termination.ts";
import { meet, type Region, runAside, runRepeatedly, unchanged, willChange } from "./paths.ts";
import { isSameValue } from "./same-values.ts";
import { createScope, initializeVariable, setVariable } from "./scope.ts";
import {
  type ClassValue,
  dictValue,
  exactValue,
  type FunctionValue,
  type InstanceValue,
  joinAllValues,
  joinValues,
  listValue,
  newCell,
  noneValue,
  type PassedArgument,
  type Scope,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";
import { widenValue } from "./widen.ts";

const maxCallDepth = 24;
/** How often a function may be on the call stack. One more call gets widened arguments; further calls are skipped. */
const maxRecursion = 2;

/**
 * Interprets a call of a function that the program defines; returns the join of all values that it may return.
 *
 * @param otherArguments - what `*args` and `**kwargs` may hold besides the arguments
 */
export function callFunction(
  called: FunctionValue,
  passed: readonly PassedArgument[],
  interpreter: Interpreter,
  otherArguments: Value | null = null,
): Value {
  const { node, self } = called;
  const { frames } = interpreter;
  const active = frames.filter((frame) => frame.node === node);
  if (interpreter.steps.left <= 0) return unknownValueFrom(argumentOrigins(passed, []));
  if (frames.length > maxCallDepth) {
    giveUp(interpreter, "functions call each other too deeply", node);
    return unknownValueFrom(argumentOrigins(passed, []));
  }
  interpreter.interpretedFunctions.add(node);
  const own = self === null || interpreter.dialect.self !== null ? passed : [{ name: null, value: self }, ...passed];
  const last = active[maxRecursion];
  if (last !== undefined) {
    const result = callAgain(called, own, last, interpreter);
    setReferences(called, own, last.scope, interpreter);
    return result;
  }
  const before = { certainty: interpreter.certainty, loop: interpreter.loop };
  // Unconditional recursion repeats without end.
  if (active.length > 0 && interpreter.certainty === "certain" && node.kind === "function" && !canEndOrWait(node.body))
    interpreter.loop = { repetitions: Number.POSITIVE_INFINITY };
  const inner = scopeOfCall(called, own, otherArguments, interpreter);
  const same = active.find((frame) => isSameCall(frame, inner, interpreter));
  if (same !== undefined) return joinAllValues([unknownValueFrom(argumentOrigins(passed, [])), ...same.results]);
  const isWidened = active.length === maxRecursion;
  if (isWidened) widenArguments(inner, active, interpreter);
  const results: Value[] = [];
  let waits = false;
  const run = (): boolean => {
    const frame = runBody(called, inner, results, interpreter);
    waits ||= frame.waits;
    return frame.isReached;
  };
  if (isWidened) runRepeatedly(interpreter, node, run);
  else meet(interpreter, [runAside(interpreter, run)]);
  setReferences(called, own, inner, interpreter);
  interpreter.certainty = before.certainty;
  interpreter.loop = before.loop;
  if (waits && active.length === 0)
    finishLater(() => void callFunction(called, passed, interpreter, otherArguments), node, interpreter);
  return results.length === 0 ? noneValue : joinAllValues(results);
}

/** Whether a recursive call can't have other effects than the running call: equal arguments, unchanged state. */
function isSameCall({ scope, arguments: earlier, region }: Frame, inner: Scope, interpreter: Interpreter): boolean {
  if (interpreter.certainty === "certain" || scope.parent !== inner.parent || earlier.size !== inner.names.size)
    return false;
  for (const [name, value] of inner.names) {
    const other = earlier.get(name);
    if (other === undefined || !isSameValue(other, value)) return false;
  }
  for (let at: Region | null = interpreter.region; at !== null; at = at.outer) {
    for (const cell of at.before.keys()) if (cell !== scope && cell.born <= region.start) return false;
    if (at === region) return true;
  }
  return true;
}

/** Assigns the values of parameters to the variables that are passed by reference. */
function setReferences(
  { node }: FunctionValue,
  passed: readonly PassedArgument[],
  scope: Scope,
  interpreter: Interpreter,
): void {
  for (const [at, { name, passedAs, byReference }] of node.parameters.entries()) {
    if (!byReference) continue;
    const argument = passed.find((each) => each.name === (passedAs ?? name)) ?? passed[at];
    const value = scope.names.get(name);
    if (argument?.variable !== undefined && value !== undefined) assignTo(argument.variable, value, interpreter);
  }
}

/** Runs the body of a function with its variables. @returns whether it returns, and whether it waits */
function runBody(
  { node }: FunctionValue,
  scope: Scope,
  results: Value[],
  interpreter: Interpreter,
): { readonly isReached: boolean; readonly waits: boolean } {
  const { scope: outer, output } = interpreter;
  interpreter.scope = scope;
  const outputs = node.kind === "function" && node.outputs === true;
  const list = outputs ? newOutput(interpreter) : null;
  const frame: Frame = {
    node,
    scope,
    arguments: new Map(scope.names),
    region: interpreter.region,
    ends: [],
    yields: [],
    waits: false,
    results: outputs ? [] : results,
    loops: [],
    deferred: [],
  };
  interpreter.frames.push(frame);
  const body = runAside(interpreter, (region) => {
    Object.assign(frame, { region });
    if (node.kind === "lambda") results.push(interpreter.evaluate(node.result));
    return node.kind === "lambda" || interpreter.runBlock(node.body);
  });
  // A function that always throws counts as one that returns: its error may be handled.
  const isReached = meet(interpreter, [body, ...frame.ends, ...frame.yields]) || meet(interpreter, [unchanged]);
  if (list !== null) results.push(unwrapped(list));
  else if (body !== null && node.kind !== "lambda" && frame.ends.length > 0) results.push(noneValue);
  for (const call of frame.deferred.toReversed()) call();
  interpreter.frames.pop();
  Object.assign(interpreter, { scope: outer, output });
  return { isReached, waits: frame.waits };
}

/** Joins the arguments of recursive calls. */
function widenArguments(scope: Scope, active: readonly Frame[], interpreter: Interpreter): void {
  for (const [name, value] of scope.names) {
    const earlier = active.flatMap((frame) => frame.arguments.get(name) ?? []);
    if (earlier.length > 0) widenVariable(scope, name, joinAllValues([...earlier, value]), interpreter, earlier[0]);
  }
}

/** Handles a call beyond the recursion limit: joins its arguments with the arguments of the running call. */
function callAgain(
  called: FunctionValue,
  passed: readonly PassedArgument[],
  last: Frame,
  interpreter: Interpreter,
): Value {
  for (const [name, value] of scopeOfCall(called, passed, null, interpreter).names)
    widenVariable(last.scope, name, value, interpreter);
  return joinAllValues([unknownValueFrom(argumentOrigins(passed, [])), ...last.results]);
}

/** Widens the value of a variable that a function changes each time it is called, so that the evaluation ends. */
function widenVariable(
  scope: Scope,
  name: string,
  value: Value,
  interpreter: Interpreter,
  before: Value = scope.names.get(name) ?? value,
): void {
  const after = widenValue(before, joinValues(before, value), interpreter);
  if (after !== scope.names.get(name)) setVariable(scope, name, after, interpreter);
}

/** The scope of a function's body, in which its parameters have their arguments or default values. */
function scopeOfCall(
  { node, scope, self, defaults, isOfCaller }: FunctionValue,
  passed: readonly PassedArgument[],
  otherArguments: Value | null,
  interpreter: Interpreter,
): Scope {
  if (isOfCaller) willChange(interpreter.scope, interpreter);
  const inner = isOfCaller ? interpreter.scope : createScope(scope);
  const ownName = interpreter.dialect.self;
  if (ownName !== null && self !== null) initializeVariable(inner, ownName, self);
  const { positional, named, spread } = spreadArguments(passed);
  const plain = node.parameters.filter(({ rest }) => rest === "");
  const bound = bindArguments(
    plain.map(({ name, passedAs }) => (passedAs === undefined ? name : `${name}|${passedAs}`)),
    passed,
  );
  for (const { name, pattern, defaultValue, rest } of node.parameters) {
    if (name === "") continue;
    const byDefault = (): Value =>
      defaults?.get(name) ??
      (defaultValue === null
        ? (interpreter.dialect.argumentByName?.(name) ?? unknownValue)
        : evaluateInScope(inner, defaultValue, interpreter));
    let value = bound.get(name);
    if (rest === "*") {
      const first = node.parameters.findIndex((each) => each.rest === "*");
      value = listValue(positional.slice(first), spread ?? otherArguments);
    } else if (rest === "**") {
      const left = [...named].filter(([each]) => !plain.some((parameter) => parameter.name === each));
      value = dictValue(new Map(left), spread ?? otherArguments);
    }
    // A method changes its object, not a copy.
    const isSelf = ownName === null && self !== null && value === self;
    if (pattern === undefined)
      initializeVariable(inner, name, isSelf ? self : ownCopy(value ?? byDefault(), interpreter));
    else {
      const whole = value ?? byDefault();
      evaluateIn(inner, interpreter, () => assignTo(pattern, whole, interpreter, true));
    }
  }
  return inner;
}

function evaluateInScope(scope: Scope, expression: Expression, interpreter: Interpreter): Value {
  return evaluateIn(scope, interpreter, () => interpreter.evaluate(expression));
}

function evaluateIn<Result>(scope: Scope, interpreter: Interpreter, evaluate: () => Result): Result {
  const before = interpreter.scope;
  interpreter.scope = scope;
  const result = evaluate();
  interpreter.scope = before;
  return result;
}

/** Creates an instance of a class that the program defines: runs its constructor, or sets the fields of a data class. */
export function instantiateClass(
  instantiated: ClassValue,
  passed: readonly PassedArgument[],
  interpreter: Interpreter,
): Value {
  const instance: InstanceValue = { kind: "instance", born: newCell(), of: instantiated, fields: new Map() };
  const value = exactValue(instance);
  if (!interpreter.instances.has(instantiated.node)) interpreter.instances.set(instantiated.node, instance);
  const library = libraryBases(instantiated).map((base) => exactValue(base));
  const part = library.length === 0 ? undefined : interpreter.call(joinAllValues(library), passed, instantiated.node);
  if (part?.alternatives.some(({ kind }) => kind === "object" || kind === "path"))
    instance.fields.set(libraryPart, part);
  const names = interpreter.dialect.constructors;
  const name = names.find((each) => lookUpMember(instantiated, each) !== undefined);
  const initialize = name === undefined ? undefined : lookUpMember(instantiated, name);
  const [alternative] = initialize?.alternatives ?? [];
  if (alternative?.kind === "function") callFunction({ ...alternative, self: value }, passed, interpreter);
  else {
    for (const [field, held] of bindArguments(dataclassFields(instantiated), passed)) instance.fields.set(field, held);
    const finish = lookUpMember(instantiated, "__post_init__");
    if (finish !== undefined) interpreter.call(bindSelf(finish, value), [], instantiated.node);
  }
  return { ...value, from: argumentOrigins(passed, []) };
}

/** The parameters of a data class: the typed fields of its base classes, then its own. */
function dataclassFields({ node, bases }: ClassValue, depth: number = 8): readonly string[] {
  const before = bases.flatMap(({ alternatives }) =>
    alternatives.flatMap((base) => (base.kind === "class" && depth > 0 ? dataclassFields(base, depth - 1) : [])),
  );
  return [...new Set([...before, ...node.fields])];
}
