import { unknownText } from "../unknown-text.ts";
import { callArgparseMethod } from "./argparse.ts";
import { argumentOrigins, positionalArguments } from "./arguments.ts";
import { forgetProgramArguments } from "./assignment.ts";
import { bindSelf, libraryAttribute, lookUpMember, unresolvedValue } from "./attributes.ts";
import { asPossible } from "./branches.ts";
import { callLibrary } from "./call-library.ts";
import { callPassedFunctions } from "./callbacks.ts";
import { methodOfType } from "./catalogue/databases.ts";
import { catalogueEntry } from "./catalogue.ts";
import { callContainerMethod } from "./container-methods.ts";
import { runContainer, startsContainer } from "./docker-run.ts";
import { callFunction, instantiateClass } from "./functions.ts";
import { callRepository, repositoryType } from "./git-repository.ts";
import { emitUnknown, type Interpreter, lessCertain, spendStepsOn } from "./interpreter.ts";
import { contentOfFile, contentOfInput } from "./known-content.ts";
import { isMethodOf, lastName } from "./methods-of-classes.ts";
import { callPathMethod } from "./path-methods.ts";
import { runProgramOfModule } from "./program-modules.ts";
import { callService, serviceOfFunction, serviceOfType } from "./services.ts";
import type { Span } from "./syntax/nodes.ts";
import { callTextMethod } from "./text-methods.ts";
import {
  type Alternative,
  exactText,
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

const maxFields = 24;

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
  const results = callee.alternatives.map((alternative) => {
    const call = (): Value =>
      withAddedOrigins(
        callAlternative(alternative, passed, span, interpreter),
        alternative.kind === "library" ? callee.from : [],
      );
    return callee.alternatives.length > 1 ? asPossible(interpreter, call) : call();
  });
  if (callee.mayBeUnknown || results.length === 0) results.push(callUnknownValue(callee, passed, span, interpreter));
  return joinAllValues(results);
}

/** Calls one function that the callee may be. */
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
      return callMethod(alternative.object, alternative.name, passed, span, interpreter);
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
  asPossible(interpreter, () => callPassedFunctions("", passed, span, interpreter));
  return unknownValueFrom(argumentOrigins(passed, callee.from));
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
  const { positional, named } = positionalArguments(passed);
  if (/^sys\.argv\.(append|extend|insert|__setitem__|__iadd__)$/.test(name)) forgetProgramArguments(interpreter);
  const [first, ...others] = passed;
  const isOfFirst = first?.name === null && first.value.alternatives.some((each) => isMethodOf(each, name));
  if (isOfFirst) return callMethod(first.value, lastName(name), others, span, interpreter);
  const builtin = interpreter.builtins.get(name);
  const result = builtin?.({ positional, named, passed, span, interpreter });
  if (result !== undefined) return result;
  const lookup = /^(.*?)(?:\.__getattribute__|\.(?:__dict__|modules)\.(?:get|pop|setdefault|__getitem__))$/.exec(name);
  if (lookup !== null) return lookUpInModule(lookup[1] ?? "", name, positional[0], interpreter);
  const output = runProgramOfModule(name, positional, span, interpreter);
  if (output !== undefined) return output;
  // Every class of a library of models has `from_pretrained`, and objects of a project's module may be databases.
  const entry =
    catalogueEntry(name) ??
    catalogueEntry(
      name.replace(
        /^.*(?=\.(from_pretrained|push_to_hub|drop_all|execute|executescript|delete_many|session\.query|objects\.(all|delete|update)|query\.(delete|update))$)/,
        "*",
      ),
    );
  if (entry !== undefined) {
    const isAboutFirst =
      first?.name === null && entry.effects?.some((effect) => "target" in effect && effect.target === "self");
    const result = isAboutFirst
      ? callLibrary(entry, name, first.value, others, span, interpreter)
      : callLibrary(entry, name, null, passed, span, interpreter);
    callPassedFunctions(name, passed, span, interpreter, entry);
    return contentOfInput(name, interpreter) ?? result;
  }
  if (name.includes(unknownText))
    emitUnknown(interpreter, "__import__", "it is unknown which module is imported", span);
  callPassedFunctions(name, passed, span, interpreter);
  const service = serviceOfFunction(name);
  if (service !== undefined) return callService(service, name, null, passed, span, interpreter);
  const from = argumentOrigins(passed, []);
  // An object of a library's class keeps the data of its arguments.
  if (/(^|\.)[A-Z][^.]*$/.test(name)) return objectValue(name, from);
  return unknownValueFrom(from, Math.max(1, ...passed.map(({ value }) => value.repetitions)));
}

/** `os.__dict__.get("remove")`, `sys.modules.get("os")`. */
function lookUpInModule(library: string, name: string, key: Value | undefined, interpreter: Interpreter): Value {
  const text = exactText(key);
  if (!name.includes(".modules.")) return libraryAttribute(library, text, interpreter);
  return text === undefined ? unresolvedValue("which module is used") : exactValue({ kind: "library", name: text });
}

/** Calls a method by its name on every value that the object may be. */
function callMethod(
  object: Value,
  name: string,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value {
  spendStepsOn(interpreter, [object]);
  const results: Value[] = [];
  for (const alternative of object.alternatives) {
    const result = callMethodOfAlternative(alternative, object, name, passed, span, interpreter);
    if (result !== undefined) results.push(result);
  }
  if (results.length === 0 || (object.mayBeUnknown && object.alternatives.length > 0))
    results.push(callMethodOfUnknown(object, name, passed, span, interpreter));
  return joinAllValues(results);
}

/** Calls a method of one alternative of the object; `undefined` when its kind has no such methods. */
function callMethodOfAlternative(
  alternative: Alternative,
  object: Value,
  name: string,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value | undefined {
  const { positional, named } = positionalArguments(passed);
  const self: Value =
    object.alternatives.length === 1 && !object.mayBeUnknown
      ? object
      : { ...object, alternatives: [alternative], mayBeUnknown: false };
  switch (alternative.kind) {
    case "text":
      return callTextMethod(alternative, name, positional, named, self);
    case "list":
    case "dict":
      return callContainerMethod(alternative, name, { positional, named, self, span }, interpreter);
    case "path": {
      const computed = callPathMethod(alternative.text, name, positional, self, interpreter);
      if (computed !== undefined) return computed;
      const result = callCatalogueMethod(`pathlib.Path.${name}`, self, passed, span, interpreter);
      const content = /^read_(text|bytes)$/.test(name) ? contentOfFile(self, interpreter) : undefined;
      return content ?? result ?? unknownValueFrom(argumentOrigins(passed, object.from));
    }
    case "object":
      if (alternative.type === "argparse.ArgumentParser")
        return callArgparseMethod(alternative, name, positional, named);
      if (alternative.type === "file" && name === "read" && passed.length === 0) {
        const content = contentOfFile(alternative.fields.get("path"), interpreter);
        if (content !== undefined) return content;
      }
      if (alternative.type === repositoryType) return callRepository(name, self, passed, span, interpreter);
      if (startsContainer(alternative.type, name)) return runContainer(self, passed, span, interpreter);
      return (
        callCatalogueMethod(methodOfType(alternative.type, name), self, passed, span, interpreter) ??
        callServiceMethod(alternative, name, self, passed, span, interpreter) ??
        keepArgumentsInFields(alternative, passed)
      );
    case "function":
    case "class":
    case "instance":
      return callUnknownValue(object, passed, span, interpreter);
    default:
      return undefined;
  }
}

/** Calls a method of a service's client; `undefined` for other objects. */
function callServiceMethod(
  { type }: LibraryObject,
  name: string,
  self: Value,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value | undefined {
  const service = serviceOfType(type);
  if (service === undefined) return undefined;
  const result = callService(service, name, self, passed, span, interpreter);
  callPassedFunctions(name, passed, span, interpreter);
  return result;
}

/** Keeps the arguments of an unknown method in the object: their data may come out of it again. */
function keepArgumentsInFields({ fields }: LibraryObject, passed: readonly PassedArgument[]): undefined {
  for (const { value } of passed) {
    if (fields.size < maxFields && nonLiteralOrigins(value).length > 0) fields.set(`given ${fields.size}`, value);
  }
}

/** Calls a method that has a catalogue entry; `undefined` when it has none. */
function callCatalogueMethod(
  name: string,
  self: Value,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value | undefined {
  const entry = catalogueEntry(name);
  if (entry === undefined) return undefined;
  const result = callLibrary(entry, name, self, passed, span, interpreter);
  callPassedFunctions(name, passed, span, interpreter, entry);
  return result;
}

/** Calls a method of an unknown object. The catalogue has entries for methods whose name tells enough: `*.unlink`. */
function callMethodOfUnknown(
  object: Value,
  name: string,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value {
  const last = lastName(name);
  const lastTwo = /[^.]+\.[^.]+$/.exec(name)?.[0] ?? last;
  const entry = catalogueEntry(`*.${lastTwo}`) ?? catalogueEntry(`*.${last}`);
  if (entry !== undefined && !object.alternatives.some(({ kind }) => kind === "instance" || kind === "class")) {
    const before = interpreter.certainty;
    interpreter.certainty = lessCertain(before, "possible");
    const result = callLibrary(entry, last, object, passed, span, interpreter);
    interpreter.certainty = before;
    return result;
  }
  callPassedFunctions(last, passed, span, interpreter);
  return unknownValueFrom(argumentOrigins(passed, nonLiteralOrigins(object)), object.repetitions);
}
