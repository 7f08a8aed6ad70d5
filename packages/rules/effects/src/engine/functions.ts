// Calls functions and classes that the program itself defines.

import { unknownName } from "../unknown-text.ts";
import { argumentOrigins, bindArguments, spreadArguments } from "./arguments.ts";
import { bindSelf, lookUpMember } from "./attributes.ts";
import type { Interpreter } from "./interpreter.ts";
import { canEndOrWait } from "./loop-termination.ts";
import { createScope } from "./scope.ts";
import type { Expression } from "./ir.ts";
import {
  type ClassValue,
  exactValue,
  type FunctionValue,
  type InstanceValue,
  joinAllValues,
  listValue,
  noneValue,
  type PassedArgument,
  type Scope,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";

const maxCallDepth = 24;
/** A function that is on the call stack this many times is not called again. */
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
  const recursion = interpreter.callStack.filter((each) => each === node).length;
  if (recursion >= maxRecursion || interpreter.callStack.length >= maxCallDepth || interpreter.steps.left <= 0)
    return unknownValueFrom(argumentOrigins(passed, []));
  interpreter.interpretedFunctions.add(node);
  const before = { scope: interpreter.scope, certainty: interpreter.certainty, loop: interpreter.loop };
  // Unconditional recursion repeats without end.
  if (recursion > 0 && interpreter.certainty === "certain" && node.kind === "function" && !canEndOrWait(node.body))
    interpreter.loop = { repetitions: Number.POSITIVE_INFINITY };
  const own = self === null ? passed : [{ name: null, value: self }, ...passed];
  interpreter.scope = scopeOfCall(called, own, otherArguments, interpreter);
  interpreter.callStack.push(node);
  interpreter.returnValues.push([]);
  if (node.kind === "lambda") interpreter.returnValues.at(-1)?.push(interpreter.evaluate(node.result));
  else interpreter.runBlock(node.body);
  const results = interpreter.returnValues.pop() ?? [];
  interpreter.callStack.pop();
  interpreter.scope = before.scope;
  interpreter.certainty = before.certainty;
  interpreter.loop = before.loop;
  return results.length === 0 ? noneValue : joinAllValues(results);
}

/** The scope of a function's body, in which its parameters have their arguments or default values. */
function scopeOfCall(
  { node, scope }: FunctionValue,
  passed: readonly PassedArgument[],
  otherArguments: Value | null,
  interpreter: Interpreter,
): Scope {
  const inner = createScope(scope);
  const { names } = inner;
  const { positional, named, spread } = spreadArguments(passed);
  const plain = node.parameters.filter(({ rest }) => rest === "");
  const bound = bindArguments(
    plain.map(({ name }) => name),
    passed,
  );
  for (const { name, defaultValue, rest } of node.parameters) {
    if (name === "") continue;
    if (rest === "*")
      names.set(
        name,
        listValue(positional.slice(node.parameters.findIndex((each) => each.rest === "*")), spread ?? otherArguments),
      );
    else if (rest === "**") {
      const left = [...named].filter(([each]) => !plain.some((parameter) => parameter.name === each));
      names.set(name, exactValue({ kind: "dict", entries: new Map(left), more: spread ?? otherArguments }));
    } else {
      const value = bound.get(name);
      names.set(
        name,
        value ?? (defaultValue === null ? pytestFixture(name) : evaluateInScope(scope, defaultValue, interpreter)),
      );
    }
  }
  return inner;
}

/** The value that pytest passes for a parameter (`tmp_path`) when the call passes none. */
function pytestFixture(name: string): Value {
  return name === "tmp_path" || name === "tmpdir"
    ? exactValue({ kind: "path", text: `/tmp/${unknownName}` })
    : unknownValue;
}

function evaluateInScope(scope: Interpreter["scope"], expression: Expression, interpreter: Interpreter): Value {
  const before = interpreter.scope;
  interpreter.scope = scope;
  const value = interpreter.evaluate(expression);
  interpreter.scope = before;
  return value;
}

/** Creates an instance of a class that the program defines: runs `__init__`, or sets the fields of a data class. */
export function instantiateClass(
  instantiated: ClassValue,
  passed: readonly PassedArgument[],
  interpreter: Interpreter,
): Value {
  const instance: InstanceValue = { kind: "instance", of: instantiated, fields: new Map() };
  const value = exactValue(instance);
  if (!interpreter.instances.has(instantiated.node)) interpreter.instances.set(instantiated.node, instance);
  const initialize = lookUpMember(instantiated, "__init__") ?? lookUpMember(instantiated, "__new__");
  const [alternative] = initialize?.alternatives ?? [];
  if (alternative?.kind === "function") callFunction({ ...alternative, self: value }, passed, interpreter);
  else {
    for (const [name, field] of bindArguments(dataclassFields(instantiated), passed)) instance.fields.set(name, field);
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
