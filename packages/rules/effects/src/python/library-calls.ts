// Calls of Python's functions that no table describes.

import { forgetProgramArguments } from "../engine/assignment.ts";
import { libraryAttribute, unresolvedValue } from "../engine/attributes.ts";
import { callMethod, callOf, lastName } from "../engine/calls.ts";
import type { Interpreter, MethodCall, SortedCall } from "../engine/interpreter.ts";
import { contentOfInput } from "../engine/known-content.ts";
import { type Alternative, exactText, exactValue, type Value } from "../engine/value.ts";
import { callArgparseMethod } from "./argparse.ts";
import { builtins } from "./builtins.ts";
import { runContainer, startsContainer } from "./docker-run.ts";
import { callRepository, repositoryType } from "./git-repository.ts";
import { isMethodOf } from "./methods-of-classes.ts";
import { runProgramOfModule } from "./program-modules.ts";

/** Calls a function whose meaning depends on more than its name; `undefined` leaves the call to the tables. */
export function callFunction(call: SortedCall): Value | undefined {
  const { name, passed, positional, span, interpreter } = call;
  if (/^sys\.argv\.(append|extend|insert|__setitem__|__iadd__)$/.test(name)) forgetProgramArguments(interpreter);
  const [first, ...others] = passed;
  const isOfFirst = first?.name === null && first.value.alternatives.some((each) => isMethodOf(each, name));
  if (isOfFirst) return callMethod({ ...callOf(lastName(name), others, span, interpreter), self: first.value });
  const content = contentOfInput(name, interpreter);
  if (content !== undefined) return content;
  const computed = builtins.get(name)?.(call);
  if (computed !== undefined) return computed;
  const lookup = /^(.*?)(?:\.__getattribute__|\.(?:__dict__|modules)\.(?:get|pop|setdefault|__getitem__))$/.exec(name);
  if (lookup !== null) return lookUpInModule(lookup[1] ?? "", name, positional[0], interpreter);
  return runProgramOfModule(name, positional, span, interpreter);
}

/** Calls a method of an object that has a file of its own here; `undefined` for other objects. */
export function callObjectMethod(object: Alternative | null, call: MethodCall): Value | undefined {
  if (object?.kind !== "object") return;
  if (object.type === "argparse.ArgumentParser") return callArgparseMethod(object, call);
  if (object.type === repositoryType) return callRepository(call);
  return startsContainer(object.type, call.name) ? runContainer(call) : undefined;
}

/** `os.__dict__.get("remove")`, `sys.modules.get("os")`. */
function lookUpInModule(library: string, name: string, key: Value | undefined, interpreter: Interpreter): Value {
  const text = exactText(key);
  if (!name.includes(".modules.")) return libraryAttribute(library, text, interpreter);
  return text === undefined ? unresolvedValue("which module is used") : exactValue({ kind: "library", name: text });
}
