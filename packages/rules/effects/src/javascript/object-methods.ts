/** Evaluates calls of JavaScript methods that no catalogue row describes. */
import type { Origin } from "../effects.ts";
import { argumentOrigins } from "../engine/arguments.ts";
import { callLibrary } from "../engine/call-library.ts";
import { lastName } from "../engine/calls.ts";
import { bindSelf } from "../engine/class-members.ts";
import { keepArguments, setEntry } from "../engine/container-mutations.ts";
import { emit, type Interpreter, type MethodCall } from "../engine/interpreter.ts";
import type { Span } from "../engine/ir.ts";
import {
  type Alternative,
  exactText,
  exactValue,
  joinAllValues,
  knownTexts,
  listValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { unknownText } from "../unknown-text.ts";
import { builtins } from "./builtins.ts";
import { entryOf, isListed } from "./catalogue.ts";
import { emitDatabaseCall } from "./databases.ts";
import { callListMethod } from "./list-methods.ts";
import { callBy, callCallbacks } from "./passed-functions.ts";
import { callTextMethod } from "./text-methods.ts";

/** Calls a method of an object; `undefined` leaves the call to the tables. */
export function callObjectMethod(object: Alternative | null, call: MethodCall): Value | undefined {
  const { name } = call;
  const [, inner, how] = /^(.+)\.(call|apply|bind)$/.exec(name) ?? [];
  if (inner !== undefined && how !== undefined)
    return callBy(how, exactValue({ kind: "method", object: call.positional[0] ?? call.self, name: inner }), call);
  if (/(^|\.)constructor$/.test(name) && object?.kind !== "instance")
    return builtins.get("Function")?.({ ...call, name: "Function" });
  switch (object?.kind) {
    case "text":
      return callTextMethod(object, call) ?? promiseMethod(call);
    case "number":
      return name === "toString" ? textValue(String(object.number)) : promiseMethod(call);
    case "list":
      return callListMethod(object, call) ?? promiseMethod(call);
    case "dict":
      return callDictMethod(object, call) ?? promiseMethod(call);
    case "function":
    case "partial":
    case "class":
      return callFunctionMethod(call) ?? promiseMethod(call);
    case "instance":
      emitDatabaseCall(call);
      return promiseMethod(call);
    default:
      return promiseMethod(call) ?? callUnlisted(call, object);
  }
}

/** Evaluates `f.call(self, …)`, `f.apply(self, […])`, `f.bind(self, …)`. */
function callFunctionMethod(call: MethodCall): Value | undefined {
  const { name, self: callee, positional } = call;
  const [self] = positional;
  return /^(call|apply|bind)$/.test(name)
    ? callBy(name, self === undefined ? callee : bindSelf(callee, self), call)
    : undefined;
}

/** Computes `then`, `catch` and `finally` of the promise of a value, which counts as the value itself. */
function promiseMethod({ name, self, positional, span, interpreter }: MethodCall): Value | undefined {
  if (!/^(then|catch|finally)$/.test(name) || positional.length === 0) return undefined;
  const awaited = [{ name: null, value: name === "then" ? self : unknownValue }];
  const results = positional.map((each) => interpreter.call(each, awaited, span));
  return name === "then" ? (results[0] ?? self) : joinAllValues([self, ...(name === "catch" ? results : [])]);
}

/** Calls a method of a map, a form or a plain object. */
function callDictMethod(dict: Alternative & { kind: "dict" }, call: MethodCall): Value | undefined {
  const { name, positional, self, interpreter } = call;
  const [key = unknownValue, value] = positional;
  const any = joinAllValues([...dict.entries.values(), ...(dict.more === null ? [] : [dict.more])]);
  switch (name) {
    case "set":
    case "append": {
      if (value === undefined) return self;
      const known = exactText(key);
      if (known !== undefined) setEntry(dict, known, value, self, interpreter);
      else setEntry(dict, unknownText, value, { ...self, mayBeUnknown: true }, interpreter);
      return self;
    }
    case "get": {
      const known = exactText(key);
      return (known === undefined ? undefined : dict.entries.get(known)) ?? any;
    }
    case "forEach":
      callCallbacks(call, any);
      return unknownValue;
    case "delete":
    case "has":
    case "hasOwnProperty":
      return unknownValue;
    case "entries":
    case "toString":
      return undefined;
  }
  return undefined;
}

/** Calls a method of an object about which only the origins are known. */
export function callUnlisted(call: MethodCall, object: Alternative | null = null): Value {
  const { name, self, passed, interpreter } = call;
  const typed = object?.kind === "object" ? entryOf(`${object.type}.${name}`) : undefined;
  if (typed !== undefined)
    return callLibrary(typed, { ...call, name: `${object?.kind === "object" ? object.type : ""}.${name}` });
  const statements = runsStatement.test(lastName(name)) ? entryOf("*.query") : undefined;
  const own = { ...call, name: lastName(name) };
  const listed = isListed(`*.${own.name}`) ? entryOf(`*.${own.name}`) : undefined;
  if (statements !== undefined) callLibrary(statements, own);
  if (listed !== undefined && listed !== statements) callLibrary(listed, own);
  // A module compiles its code by this method, however the module was reached.
  const code = own.name === "_compile" ? entryOf("eval") : undefined;
  if (code !== undefined) callLibrary(code, own);
  emitDatabaseCall(own);
  emitTransfer(own);
  if (object?.kind === "object") keepArguments(object, passed, interpreter);
  const from = argumentOrigins(passed, nonLiteralOrigins(self));
  callCallbacks(call, unknownValueFrom(nonLiteralOrigins(self)));
  return unknownValueFrom(from, self.repetitions);
}

/** Methods that pass a statement to a database. */
const runsStatement =
  /^\$?(query|execute|exec|run|raw|unsafe|prepare|all|get|batch|none|any|one|\w*(Query|Execute)\w*(Raw|Unsafe)?)$/i;

/** Methods that send data over a connection, or connect it with a process. */
const sends = /^(write|end|send|emit|sendText|publish|put|pipe)$/;

/** Emits that data is sent to another host, or that received code runs. */
function emitTransfer({ name: by, positional, self, span, interpreter }: MethodCall): void {
  const [first] = positional;
  const remote = self.from.find((origin) => origin.kind === "network");
  const { start, end } = span;
  if (by === "exec" && remote !== undefined && exactText(first) !== undefined && first !== undefined) {
    // A command for a machine to which `ssh2` has connected.
    const words = [textValue("ssh"), textValue(remote.host ?? unknownText), first];
    const spawn = exactValue({ kind: "library", name: "child_process.execFileSync" });
    const [program, ...others] = words;
    if (program !== undefined)
      interpreter.call(
        spawn,
        [program, listValue(others)].map((value) => ({ name: null, value })),
        span,
      );
  }
  if (!sends.test(by) || first === undefined) return;
  if (by === "pipe") connect(self.from, nonLiteralOrigins(first), span, interpreter);
  else if (remote !== undefined && (nonLiteralOrigins(first).length > 0 || knownTexts(first).length > 0))
    emit(interpreter, {
      kind: "network",
      by,
      direction: "out",
      host: remote.host,
      from: positional.flatMap(nonLiteralOrigins),
      start,
      end,
    });
}

/** Simulates `source.pipe(target)`: data of the source is sent to a host, or run by a process. */
function connect(
  source: readonly Origin[],
  target: readonly Origin[],
  { start, end }: Span,
  interpreter: Interpreter,
): void {
  const host = target.find((origin) => origin.kind === "network");
  const base = { by: "pipe", start, end };
  if (host !== undefined)
    emit(interpreter, { ...base, kind: "network", direction: "out", host: host.host, from: source });
  const isFromNetwork = source.some(({ kind }) => kind === "network");
  if (isFromNetwork && target.some(({ kind }) => kind === "output"))
    emit(interpreter, { ...base, kind: "execute", program: null, from: source });
}
