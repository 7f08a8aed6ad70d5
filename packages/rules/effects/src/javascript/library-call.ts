// Calls of functions of libraries: the effects of each, by its row in the catalogue.

import type { Origin } from "../effects.ts";
import { type CatalogueEntry, entryOf } from "./catalogue.ts";
import { runsCode } from "./code-calls.ts";
import * as files from "./file-calls.ts";
import { callLater, callValue } from "./functions.ts";
import { runCode } from "./interpret.ts";
import { type Call, emit, emitUnknown, type Interpreter, type NamedCall, type Span } from "./interpreter.ts";
import { loadModule } from "./load-module.ts";
import { memberOf } from "./members.ts";
import { emitMethodEffects } from "./methods.ts";
import { connects, listens, requests } from "./network-calls.ts";
import { runsCommand, startsProgram } from "./process-calls.ts";
import { pureCall } from "./pure-calls.ts";
import { callQueryBuilder } from "./query-builder.ts";
import { callService } from "./service-commands.ts";
import {
  exactText,
  isCallable,
  joined,
  joinedOrigins,
  known,
  libraryValue,
  textsOf,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

/** Emits what a call of a library function does. @param from - the origins of the function @returns its result */
export function callLibrary(call: NamedCall, from: readonly Origin[] = []): Value {
  const { name, args, span, interpreter } = call;
  if (name === "Reflect.apply" || name === "Reflect.construct") return callByReflection(name, args, span, interpreter);
  if (name === "Reflect.get" && args[0] !== undefined) {
    const object = args[0];
    return joined(textsOf(args[1]).map((member) => memberOf(object, member, interpreter)));
  }
  const [, target, how] = /^(.+)\.(call|apply|bind)$/.exec(name) ?? [];
  if (target !== undefined && how !== undefined) return callIndirectly(target, how, call);
  const [, module] = /^(.+)\.then$/.exec(name) ?? [];
  // `import("fs").then((fs) => …)`
  if (module !== undefined && args[0] !== undefined)
    return callValue(args[0], { args: [libraryValue(module)], span, interpreter });
  if (name === "process" || name === "globalThis") return libraryValue(name);
  const computed = pureCall(name, args, interpreter);
  if (computed !== undefined) return computed;
  const entry = entryOf(name);
  if (entry === null) {
    emitUnknown(interpreter, name, `it is unknown what ${name} does`, span);
    return unknownValue;
  }
  const outcome =
    entry === undefined
      ? (callService(name, args, span, interpreter) ?? callQueryBuilder(name, span, interpreter))
      : effectsOf[entry.does](call);
  if (entry === undefined) {
    emitMethodEffects({ ...call, name: name.replace(/^.*\./, ""), self: unknownFrom(from) });
    if (/^(setTimeout|setInterval)$/.test(name)) runText(args[0], span, interpreter);
  }
  const value = outcome ?? unknownFrom([...from, ...joinedOrigins(args)]);
  for (const each of args) if (isCallable(each)) callLater(each, { args: [value, value], span, interpreter });
  return value;
}

/** `f.call(self, …)`, `f.apply(self, […])` and `f.bind(self, …)`. */
function callIndirectly(name: string, how: string, call: Call): Value {
  const [, ...passed] = call.args;
  if (how === "bind") return known({ kind: "library", name, bound: passed });
  const [list] = passed[0]?.alternatives ?? [];
  return callLibrary({ ...call, name, args: how === "apply" && list?.kind === "list" ? list.items : passed });
}

/** `Reflect.apply(f, self, […])` and `Reflect.construct(f, […])`. */
function callByReflection(name: string, args: readonly Value[], span: Span, interpreter: Interpreter): Value {
  const [callee = unknownValue, second, third] = args;
  const list = (name === "Reflect.apply" ? third : second) ?? unknownValue;
  const [only] = list.alternatives;
  return callValue(callee, { args: only?.kind === "list" ? only.items : [list], span, interpreter });
}

/** `setTimeout("code")` runs a text. */
function runText(value: Value | undefined, span: Span, interpreter: Interpreter): void {
  const text = exactText(value);
  if (text !== undefined && value?.alternatives[0]?.kind === "text") runCode(text, span, interpreter);
}

const effectsOf: Readonly<Record<CatalogueEntry["does"], (call: NamedCall) => Value | undefined>> = {
  nothing: () => undefined,
  read: files.reads,
  list: files.lists,
  delete: files.deletes,
  truncate: files.truncates,
  write: (call) => files.writes("replace", call),
  append: (call) => files.writes("append", call),
  create: files.creates,
  move: files.moves,
  copy: files.copies,
  link: files.links,
  permission: files.permits,
  command: runsCommand,
  program: startsProgram,
  request: requests,
  connection: connects,
  listen: listens,
  code: runsCode,
  signal: ({ name: by, args, span, interpreter }) => {
    const process = exactText(args[0]) ?? null;
    emit(interpreter, { kind: "signal", by, process, harmless: exactText(args[1]) === "0" }, span);
    return unknownValue;
  },
  module: loadModule,
};
