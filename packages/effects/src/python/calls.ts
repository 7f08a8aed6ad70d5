import { callParser } from "./argparse.ts";
import { argumentOrigins, placedArguments } from "./arguments.ts";
import { changeArguments } from "./assignment.ts";
import { bindSelf, hiddenValue, libraryAttribute, memberOf } from "./attributes.ts";
import { possibly } from "./branches.ts";
import { callLibrary } from "./call-library.ts";
import { runCallbacks } from "./callbacks.ts";
import { entryOf } from "./catalogue.ts";
import { callContainerMethod } from "./container-methods.ts";
import { callFunction, instantiate } from "./functions.ts";
import { emitAnything, lessSure, type Run, spend } from "./interpreter.ts";
import { callPathMethod } from "./path-methods.ts";
import type { Span } from "./syntax/nodes.ts";
import { callTextMethod } from "./text-methods.ts";
import {
  exactly,
  heldOrigins,
  hole,
  joinAll,
  type Known,
  type LibraryObject,
  literalOf,
  objectValue,
  type PassedArgument,
  unknownFrom,
  unknownValue,
  type Value,
  withOrigins,
} from "./value.ts";

const mostFields = 24;

/** What a call gives; what it does is added to the run. */
export function callValue(callee: Value, passed: readonly PassedArgument[], span: Span, run: Run): Value {
  spend(
    run,
    passed.map(({ value }) => value),
  );
  const results = callee.known.map((known) => {
    const call = (): Value =>
      withOrigins(callKnown(known, passed, span, run), known.kind === "library" ? callee.from : []);
    return callee.known.length > 1 ? possibly(run, call) : call();
  });
  if (callee.open || results.length === 0) results.push(callUnknown(callee, passed, span, run));
  return joinAll(results);
}

function callKnown(known: Known, passed: readonly PassedArgument[], span: Span, run: Run): Value {
  switch (known.kind) {
    case "library":
      return callByName(known.name, passed, span, run);
    case "method":
      return callMethod(known.object, known.name, passed, span, run);
    case "function":
      return callFunction(known, passed, run);
    case "class":
      return instantiate(known, passed, run);
    case "instance": {
      const call = memberOf(known.of, "__call__");
      return call === undefined
        ? callUnknown(exactly(known), passed, span, run)
        : callValue(bindSelf(call, exactly(known)), passed, span, run);
    }
    case "partial":
      return callValue(known.callee, [...known.arguments, ...passed], span, run);
    case "hidden":
      emitAnything(run, "getattr", `it is not known ${known.reason}`, span);
      return hiddenValue(known.reason);
    default:
      return callUnknown(unknownValue, passed, span, run);
  }
}

/** What nothing is known about is taken to give something made of its arguments, and to call those that can be called. */
function callUnknown(callee: Value, passed: readonly PassedArgument[], span: Span, run: Run): Value {
  possibly(run, () => runCallbacks("", passed, span, run));
  return unknownFrom(argumentOrigins(passed, callee.from));
}

function callByName(name: string, passed: readonly PassedArgument[], span: Span, run: Run): Value {
  const { positional, named } = placedArguments(passed);
  if (/^sys\.argv\.(append|extend|insert|__setitem__|__iadd__)$/.test(name)) changeArguments(run);
  const [unbound] = /(?<=^(?:builtins\.)?(?:list|dict|set|collections\.deque)\.)\w+$/.exec(name) ?? [];
  const [first, ...others] = passed;
  if (
    unbound !== undefined &&
    first?.name === null &&
    first.value.known.some(({ kind }) => kind === "list" || kind === "dict")
  )
    return callMethod(first.value, unbound, others, span, run);
  const builtin = run.builtins.get(name);
  const result = builtin?.({ positional, named, passed, span, run });
  if (result !== undefined) return result;
  const looked = /^(.*?)(?:\.__getattribute__|\.(?:__dict__|modules)\.(?:get|pop|setdefault|__getitem__))$/.exec(name);
  if (looked !== null) return lookedUp(looked[1] ?? "", name, positional[0], run);
  const entry = entryOf(name);
  if (entry !== undefined) {
    const given = callLibrary(entry, name, null, passed, span, run);
    runCallbacks(name, passed, span, run, entry);
    return given;
  }
  if (name.includes(hole)) emitAnything(run, "__import__", "it is not known which module is meant", span);
  runCallbacks(name, passed, span, run);
  const from = argumentOrigins(passed, []);
  // What is made by a class keeps what is given to its methods.
  if (/(^|\.)[A-Z][^.]*$/.test(name)) return objectValue(name, from);
  return unknownFrom(from, Math.max(1, ...passed.map(({ value }) => value.times)));
}

/** `os.__dict__.get("remove")`, `sys.modules.get("os")`. */
function lookedUp(library: string, name: string, key: Value | undefined, run: Run): Value {
  const text = literalOf(key);
  if (!name.includes(".modules.")) return libraryAttribute(library, text, run);
  return text === undefined ? hiddenValue("which module is meant") : exactly({ kind: "library", name: text });
}

function callMethod(object: Value, name: string, passed: readonly PassedArgument[], span: Span, run: Run): Value {
  spend(run, [object]);
  const results: Value[] = [];
  for (const known of object.known) {
    const result = callMethodOf(known, object, name, passed, span, run);
    if (result !== undefined) results.push(result);
  }
  if (results.length === 0 || (object.open && object.known.length > 0))
    results.push(callMethodOfUnknown(object, name, passed, span, run));
  return joinAll(results);
}

function callMethodOf(
  known: Known,
  object: Value,
  name: string,
  passed: readonly PassedArgument[],
  span: Span,
  run: Run,
): Value | undefined {
  const { positional, named } = placedArguments(passed);
  const self: Value = object.known.length === 1 && !object.open ? object : { ...object, known: [known], open: false };
  switch (known.kind) {
    case "text":
      return callTextMethod(known, name, positional, named, self);
    case "list":
    case "dict":
      return callContainerMethod(known, name, { positional, named, self, span }, run);
    case "path": {
      const computed = callPathMethod(known.text, name, positional, self, run);
      if (computed !== undefined) return computed;
      return (
        callEntry(`pathlib.Path.${name}`, self, passed, span, run) ?? unknownFrom(argumentOrigins(passed, object.from))
      );
    }
    case "object":
      if (known.type === "argparse.ArgumentParser") return callParser(known, name, positional, named);
      return callEntry(`${known.type}.${name}`, self, passed, span, run) ?? keepGiven(known, passed);
    case "function":
    case "class":
    case "instance":
      return callUnknown(object, passed, span, run);
    default:
      return undefined;
  }
}

/** What an object is given may come out of it again, or go where it goes. */
function keepGiven({ fields }: LibraryObject, passed: readonly PassedArgument[]): undefined {
  for (const { value } of passed) {
    if (fields.size < mostFields && heldOrigins(value).length > 0) fields.set(`given ${fields.size}`, value);
  }
}

function callEntry(
  name: string,
  self: Value,
  passed: readonly PassedArgument[],
  span: Span,
  run: Run,
): Value | undefined {
  const entry = entryOf(name);
  if (entry === undefined) return undefined;
  const given = callLibrary(entry, name, self, passed, span, run);
  runCallbacks(name, passed, span, run, entry);
  return given;
}

/** A method of what is not known may be one that only one type has. */
function callMethodOfUnknown(
  object: Value,
  name: string,
  passed: readonly PassedArgument[],
  span: Span,
  run: Run,
): Value {
  const last = name.slice(name.lastIndexOf(".") + 1);
  const entry = entryOf(`*.${last}`);
  if (entry !== undefined && !object.known.some(({ kind }) => kind === "instance" || kind === "class")) {
    const before = run.certainty;
    run.certainty = lessSure(before, "possible");
    const given = callLibrary(entry, last, object, passed, span, run);
    run.certainty = before;
    return given;
  }
  runCallbacks(last, passed, span, run);
  return unknownFrom(argumentOrigins(passed, heldOrigins(object)), object.times);
}
