import { unknownText } from "../unknown-text.ts";
import { argumentOrigins, positionalArguments } from "./arguments.ts";
import { unresolvedValue } from "./attributes.ts";
import { callLibrary, fillReferences } from "./call-library.ts";
import { callPassedFunctions } from "./callbacks.ts";
import { bindSelf, lookUpMember } from "./class-members.ts";
import { callContainerMethod } from "./container-methods.ts";
import { keepArguments } from "./container-mutations.ts";
import { callFunction, instantiateClass } from "./functions.ts";
import {
  emitUnknown,
  type Interpreter,
  lessCertain,
  type MethodCall,
  type SortedCall,
  spendStepsOn,
} from "./interpreter.ts";
import type { Span } from "./ir.ts";
import { contentOfFile } from "./known-content.ts";
import { callPathMethod } from "./path-methods.ts";
import { asPossible, changesSince, runOneOf } from "./paths.ts";
import { callService, serviceOfFunction, serviceOfType } from "./services.ts";
import { callTextMethod } from "./text-methods.ts";
import {
  type Alternative,
  exactValue,
  joinAllValues,
  type LibraryObject,
  objectValue,
  type PassedArgument,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";
import { nonLiteralOrigins } from "./value-origins.ts";

/**
 * Calls a value with arguments: emits the effects of the call for every function that the value may be, and returns the
 * joined results.
 */
export function callValue(
  callee: Value,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value {
  spendStepsOn(
    interpreter,
    passed.map(({ value }) => value),
  );
  const results: Value[] = [];
  const choices = callee.alternatives.map((alternative) => (): boolean => {
    const result = callAlternative(alternative, passed, span, interpreter);
    results.push(withAddedOrigins(result, alternative.kind === "library" ? callee.from : []));
    return true;
  });
  if (callee.mayBeUnknown || choices.length === 0)
    choices.push(() => results.push(callUnknownValue(callee, passed, span, interpreter)) > 0);
  const [only, other] = choices;
  if (other === undefined) only?.();
  else runOneOf(interpreter, choices);
  const [library] = callee.alternatives;
  if (other === undefined && library?.kind === "library" && interpreter.dialect.exits.has(library.name)) {
    const [program] = interpreter.frames;
    program?.ends.push(changesSince(program.region, interpreter));
    interpreter.exit = span;
  }
  return joinAllValues(results);
}

/** Calls one of the functions that a value may be. */
function callAlternative(
  alternative: Alternative,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value {
  switch (alternative.kind) {
    case "library":
      return callLibraryFunction(alternative.name, passed, span, interpreter);
    case "method":
      return callMethod({ ...callOf(alternative.name, passed, span, interpreter), self: alternative.object });
    case "function":
      return callFunction(alternative, passed, interpreter);
    case "class":
      return instantiateClass(alternative, passed, interpreter);
    case "instance": {
      const call = lookUpMember(alternative.of, "__call__");
      return call === undefined
        ? callUnknownValue(exactValue(alternative), passed, span, interpreter)
        : callValue(bindSelf(call, exactValue(alternative)), passed, span, interpreter);
    }
    case "partial":
      return callValue(alternative.callee, [...alternative.arguments, ...passed], span, interpreter);
    case "unresolved":
      emitUnknown(interpreter, "getattr", `it is unknown ${alternative.reason}`, span);
      return unresolvedValue(alternative.reason);
    default:
      return callUnknownValue(unknownValue, passed, span, interpreter);
  }
}

/**
 * Calls an unknown function: it may call the functions that are passed to it, and its result may contain data of its
 * arguments.
 */
function callUnknownValue(
  callee: Value,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value {
  const call = { name: "", self: null, passed, span, interpreter };
  fillReferences(call);
  asPossible(interpreter, () => callPassedFunctions(call));
  return unknownValueFrom(argumentOrigins(passed, callee.from));
}

/** Creates a call node. */
export function callOf(
  name: string,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): SortedCall {
  const { positional, named } = positionalArguments(passed);
  return { name, self: null, passed, positional, named, span, interpreter };
}

/**
 * Calls a function of a library by its dotted name: a builtin of the interpreter, an entry of the catalogue, or an
 * unknown function.
 */
function callLibraryFunction(
  name: string,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value {
  const { dialect } = interpreter;
  const call = callOf(name, passed, span, interpreter);
  const result = dialect.callFunction?.(call) ?? dialect.builtins.get(name)?.(call);
  if (result !== undefined) return result;
  const entry = dialect.catalogue.entry(name) ?? dialect.catalogue.entryByEnding?.(name);
  if (entry !== undefined) {
    const [first, ...others] = passed;
    const isAboutFirst =
      first?.name === null && entry.effects?.some((effect) => "target" in effect && effect.target === "self");
    const done = callLibrary(entry, isAboutFirst ? { ...call, self: first.value, passed: others } : call);
    callPassedFunctions(call, entry);
    return done;
  }
  if (name.includes(unknownText)) emitUnknown(interpreter, "import", "it is unknown which module is imported", span);
  callPassedFunctions(call);
  const service = serviceOfFunction(name, dialect);
  if (service !== undefined) return callService(service, call);
  const from = argumentOrigins(passed, []);
  // An object of a library's class keeps the data of its arguments.
  if (/(^|\.)[A-Z][^.]*$/.test(name)) return objectValue(name, from);
  return unknownValueFrom(from, Math.max(1, ...passed.map(({ value }) => value.repetitions)));
}

/** Calls a method by its name on every value that the object may be. */
export function callMethod(call: MethodCall): Value {
  const { self: object, interpreter } = call;
  spendStepsOn(interpreter, [object]);
  const results: Value[] = [];
  for (const alternative of object.alternatives) {
    const result = callMethodOfAlternative(alternative, call);
    if (result !== undefined) results.push(result);
  }
  if (results.length === 0 || (object.mayBeUnknown && object.alternatives.length > 0))
    results.push(callMethodOfUnknown(call));
  return joinAllValues(results);
}

/** Calls a method of one alternative of the object; `undefined` when its kind has no such methods. */
function callMethodOfAlternative(alternative: Alternative, call: MethodCall): Value | undefined {
  const { self: object, name, passed, span, interpreter } = call;
  const own: MethodCall =
    object.alternatives.length === 1 && !object.mayBeUnknown
      ? call
      : { ...call, self: { ...object, alternatives: [alternative], mayBeUnknown: false } };
  const { callMethod: callKnownMethod, methods } = interpreter.dialect;
  const result = callKnownMethod?.(alternative, own);
  if (result !== undefined) return result;
  switch (alternative.kind) {
    case "text":
      return callTextMethod(alternative, { ...own, name: methods.get(`text.${name}`) ?? name });
    case "list":
    case "dict":
      return callContainerMethod(alternative, { ...own, name: methods.get(`${alternative.kind}.${name}`) ?? name });
    case "path": {
      const computed = callPathMethod(alternative.text, own);
      if (computed !== undefined) return computed;
      const result = callCatalogueMethod({ ...own, name: `pathlib.Path.${name}` });
      const content = /^read_(text|bytes)$/.test(name) ? contentOfFile(own.self, interpreter) : undefined;
      return content ?? result ?? unknownValueFrom(argumentOrigins(passed, object.from));
    }
    case "object": {
      if (alternative.type === "file" && name === "read" && passed.length === 0) {
        const content = contentOfFile(alternative.fields.get("path"), interpreter);
        if (content !== undefined) return content;
      }
      const called =
        callCatalogueMethod({ ...own, name: interpreter.dialect.catalogue.methodName(alternative.type, name) }) ??
        callServiceMethod(alternative, own);
      if (called === undefined) keepArguments(alternative, passed, interpreter);
      return called;
    }
    case "function":
    case "class":
    case "instance":
      return callUnknownValue(object, passed, span, interpreter);
    default:
      return undefined;
  }
}

/** Calls a method of a service's client; `undefined` for other objects. */
function callServiceMethod({ type }: LibraryObject, call: MethodCall): Value | undefined {
  const service = serviceOfType(type, call.interpreter.dialect);
  if (service === undefined) return undefined;
  const result = callService(service, call);
  callPassedFunctions(call);
  return result;
}

/** Calls a method that has a catalogue entry; `undefined` when it has none. */
function callCatalogueMethod(call: MethodCall): Value | undefined {
  const entry = call.interpreter.dialect.catalogue.entry(call.name);
  if (entry === undefined) return undefined;
  const result = callLibrary(entry, call);
  callPassedFunctions(call, entry);
  return result;
}

/** Calls a method of an unknown object. The catalogue has entries for methods whose name tells enough: `*.unlink`. */
function callMethodOfUnknown(call: MethodCall): Value {
  const { self: object, name, passed, interpreter } = call;
  const { catalogue, callMethod: callKnownMethod } = interpreter.dialect;
  const result = callKnownMethod?.(null, call);
  if (result !== undefined) return result;
  const last = lastName(name);
  const lastTwo = /[^.]+\.[^.]+$/.exec(name)?.[0] ?? last;
  const entry = catalogue.entry(`*.${lastTwo}`) ?? catalogue.entry(`*.${last}`);
  if (entry !== undefined && !object.alternatives.some(({ kind }) => kind === "instance" || kind === "class")) {
    const before = interpreter.certainty;
    interpreter.certainty = lessCertain(before, "possible");
    const result = callLibrary(entry, { ...call, name: last });
    interpreter.certainty = before;
    return result;
  }
  callPassedFunctions({ ...call, name: last });
  return unknownValueFrom(argumentOrigins(passed, nonLiteralOrigins(object)), object.repetitions);
}

/** The last part of a dotted name: `unlink`. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
