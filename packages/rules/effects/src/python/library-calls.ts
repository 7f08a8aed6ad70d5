/** Evaluates calls of Python functions that no catalogue row describes. */
import { forgetProgramArguments } from "../engine/assignment.ts";
import { libraryAttribute, unresolvedValue } from "../engine/attributes.ts";
import { callMethod, callOf, lastName } from "../engine/calls.ts";
import { fileTargets } from "../engine/file-targets.ts";
import { emit, type Interpreter, type MethodCall, type SortedCall } from "../engine/interpreter.ts";
import type { Span } from "../engine/ir.ts";
import { contentOfInput } from "../engine/known-content.ts";
import type { LibraryCall } from "../engine/library-call.ts";
import { runProcess } from "../engine/processes.ts";
import {
  type Alternative,
  exactText,
  exactValue,
  type LibraryObject,
  listValue,
  textValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { markerFile } from "../marker-files.ts";
import { callArgparseMethod } from "./argparse.ts";
import { builtins } from "./builtins.ts";
import { methodOfType } from "./catalogue/databases.ts";
import { runContainer, startsContainer } from "./docker-run.ts";
import { callRepository, repositoryType } from "./git-repository.ts";

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
  const lookup =
    /^(.*?)(?:\.__getattribute__|\.(?:__dict__|modules)\.(?:get|pop|popitem|setdefault|items|values|copy|__getitem__))$/.exec(
      name,
    );
  if (lookup !== null) return lookUpInModule(lookup[1] ?? "", name, positional[0], interpreter);
  return runProgramOfModule(name, positional, span, interpreter);
}

/** Calls a method of an object that has its own module here; `undefined` for other objects. */
export function callObjectMethod(object: Alternative | null, call: MethodCall): Value | undefined {
  if (object?.kind !== "object") return;
  if (object.type === "file" && call.name === "close") emitEmptied(object, call);
  if (object.type === "argparse.ArgumentParser") return callArgparseMethod(object, call);
  if (object.type === repositoryType) return callRepository(call);
  return startsContainer(object.type, call.name) ? runContainer(call) : undefined;
}

/** Emits the effects of `open(path, "w").close()`: the file is emptied. */
function emitEmptied({ fields }: LibraryObject, { span, interpreter }: MethodCall): void {
  const [path, mode] = [fields.get("path"), exactText(fields.get("mode"))];
  if (path === undefined || mode?.startsWith("w") !== true) return;
  for (const target of fileTargets(path, interpreter)) {
    if (target === null || target.glob || markerFile.test(target.path)) continue;
    const { start, end } = span;
    if (interpreter.writtenFiles.get(target.path)?.text === "")
      emit(interpreter, { kind: "destroy", target, recursive: false, by: "file.close", start, end });
  }
}

/** Computes `os.__dict__.get("remove")`, `os.__dict__.values()`, `sys.modules.get("os")`. */
function lookUpInModule(library: string, name: string, key: Value | undefined, interpreter: Interpreter): Value {
  const text = exactText(key);
  if (!name.includes(".modules.")) return libraryAttribute(library, text, interpreter);
  return text === undefined ? unresolvedValue("which module is used") : exactValue({ kind: "library", name: text });
}

/** Whether a function is a method of the class of a value, which is then passed to it: `pathlib.Path.unlink(path)`. */
function isMethodOf(alternative: Alternative, name: string): boolean {
  switch (alternative.kind) {
    case "list":
    case "dict":
      return /^(?:builtins\.)?(?:list|dict|set|collections\.deque)\.\w+$/.test(name);
    case "path":
      return /^pathlib\.\w*Path\.\w+$/.test(name);
    case "object":
      return alternative.type.includes(".") && methodOfType(alternative.type, lastName(name)) === name;
    default:
      return false;
  }
}

/** Functions whose names are the programs of the machine: `sh.rm`. */
const programFunction = /^(?:sh|plumbum\.cmd)\.([a-z][\w-]*)$/;

/** Evaluates `sh.rm("-r", "a")`: runs a program with arguments. @returns its output; `undefined` for functions of other modules */
function runProgramOfModule(
  name: string,
  positional: readonly Value[],
  span: Span,
  interpreter: Interpreter,
): Value | undefined {
  const by = programFunction.exec(name)?.[1]?.replaceAll("_", "-");
  if (by === undefined) return undefined;
  const call: LibraryCall = { by, self: null, bound: new Map(), span, interpreter, fetched: [], result: null };
  runProcess(listValue([textValue(by), ...positional]), {}, call);
  return unknownValueFrom([{ kind: "output", by }]);
}
