import { unknownText } from "../unknown-text.ts";
import { callArgparseMethod } from "../python/argparse.ts";
import { argumentOrigins, positionalArguments } from "./arguments.ts";
import { forgetProgramArguments } from "./assignment.ts";
import { bindSelf, libraryAttribute, lookUpMember, unresolvedValue } from "./attributes.ts";
import { asPossible } from "./branches.ts";
import { callLibrary } from "./call-library.ts";
import { callPassedFunctions } from "./callbacks.ts";
import { methodOfType } from "../python/catalogue/databases.ts";
import { catalogueEntry } from "../python/catalogue.ts";
import { callContainerMethod } from "./container-methods.ts";
import { runContainer, startsContainer } from "../python/docker-run.ts";
import { callFunction, instantiateClass } from "./functions.ts";
import { callRepository, repositoryType } from "../python/git-repository.ts";
import {
  emitUnknown,
  type Interpreter,
  lessCertain,
  type MethodCall,
  type SortedCall,
  spendStepsOn,
} from "./interpreter.ts";
import { contentOfFile, contentOfInput } from "./known-content.ts";
import { isMethodOf, lastName } from "../python/methods-of-classes.ts";
import { callPathMethod } from "./path-methods.ts";
import { runProgramOfModule } from "../python/program-modules.ts";
import { callService, serviceOfFunction, serviceOfType } from "../python/services.ts";
import type { Span } from "./ir.ts";
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
  asPossible(interpreter, () => callPassedFunctions({ name: "", self: null, passed, span, interpreter }));
  return unknownValueFrom(argumentOrigins(passed, callee.from));
}

/** A call of a function. */
function callOf(name: string, passed: readonly PassedArgument[], span: Span, interpreter: Interpreter): SortedCall {
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
  const call = callOf(name, passed, span, interpreter);
  const { positional } = call;
  if (/^sys\.argv\.(append|extend|insert|__setitem__|__iadd__)$/.test(name)) forgetProgramArguments(interpreter);
  const [first, ...others] = passed;
  const isOfFirst = first?.name === null && first.value.alternatives.some((each) => isMethodOf(each, name));
  if (isOfFirst) return callMethod({ ...callOf(lastName(name), others, span, interpreter), self: first.value });
  const builtin = interpreter.builtins.get(name);
  const result = builtin?.(call);
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
    const result = callLibrary(entry, isAboutFirst ? { ...call, self: first.value, passed: others } : call);
    callPassedFunctions(call, entry);
    return contentOfInput(name, interpreter) ?? result;
  }
  if (name.includes(unknownText))
    emitUnknown(interpreter, "__import__", "it is unknown which module is imported", span);
  callPassedFunctions(call);
  const service = serviceOfFunction(name);
  if (service !== undefined) return callService(service, call);
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
function callMethod(call: MethodCall): Value {
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
  switch (alternative.kind) {
    case "text":
      return callTextMethod(alternative, own);
    case "list":
    case "dict":
      return callContainerMethod(alternative, own);
    case "path": {
      const computed = callPathMethod(alternative.text, own);
      if (computed !== undefined) return computed;
      const result = callCatalogueMethod({ ...own, name: `pathlib.Path.${name}` });
      const content = /^read_(text|bytes)$/.test(name) ? contentOfFile(own.self, interpreter) : undefined;
      return content ?? result ?? unknownValueFrom(argumentOrigins(passed, object.from));
    }
    case "object":
      if (alternative.type === "argparse.ArgumentParser") return callArgparseMethod(alternative, own);
      if (alternative.type === "file" && name === "read" && passed.length === 0) {
        const content = contentOfFile(alternative.fields.get("path"), interpreter);
        if (content !== undefined) return content;
      }
      if (alternative.type === repositoryType) return callRepository(own);
      if (startsContainer(alternative.type, name)) return runContainer(own);
      return (
        callCatalogueMethod({ ...own, name: methodOfType(alternative.type, name) }) ??
        callServiceMethod(alternative, own) ??
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
function callServiceMethod({ type }: LibraryObject, call: MethodCall): Value | undefined {
  const service = serviceOfType(type);
  if (service === undefined) return undefined;
  const result = callService(service, call);
  callPassedFunctions(call);
  return result;
}

/** Keeps the arguments of an unknown method in the object: their data may come out of it again. */
function keepArgumentsInFields({ fields }: LibraryObject, passed: readonly PassedArgument[]): undefined {
  for (const { value } of passed) {
    if (fields.size < maxFields && nonLiteralOrigins(value).length > 0) fields.set(`given ${fields.size}`, value);
  }
}

/** Calls a method that has a catalogue entry; `undefined` when it has none. */
function callCatalogueMethod(call: MethodCall): Value | undefined {
  const entry = catalogueEntry(call.name);
  if (entry === undefined) return undefined;
  const result = callLibrary(entry, call);
  callPassedFunctions(call, entry);
  return result;
}

/** Calls a method of an unknown object. The catalogue has entries for methods whose name tells enough: `*.unlink`. */
function callMethodOfUnknown(call: MethodCall): Value {
  const { self: object, name, passed, interpreter } = call;
  const last = lastName(name);
  const lastTwo = /[^.]+\.[^.]+$/.exec(name)?.[0] ?? last;
  const entry = catalogueEntry(`*.${lastTwo}`) ?? catalogueEntry(`*.${last}`);
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
