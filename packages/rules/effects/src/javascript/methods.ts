// Methods of texts, lists and objects that are not known, such as connections to databases and other hosts.

import type { DatabaseEffect, Origin } from "../effects.ts";
import { readCode } from "../languages.ts";
import { quotedWord } from "../placeholder-variable.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { callLater, callValue } from "./functions.ts";
import { emit, type Interpreter, type MethodCall, type Span } from "./interpreter.ts";
import { callListMethod } from "./list-methods.ts";
import { callTextMethod } from "./text-methods.ts";
import {
  exactText,
  fieldOf,
  isCallable,
  isSet,
  joinedOrigins,
  libraryValue,
  textsOf,
  textValue,
  unknownFrom,
  type Value,
} from "./value.ts";

/** Calls a method of a value. @returns its result */
export function callMethod(call: MethodCall): Value {
  const { name, args, self: object, span, interpreter } = call;
  const [first] = args;
  if (/^(then|catch|finally|call)$/.test(name) && first !== undefined && name !== "call") {
    const results = args.filter(isPassable).map((each) => callValue(each, { args: [object], span, interpreter }));
    return results.length === 0 || name !== "then" ? object : (results[0] ?? object);
  }
  const [only, other] = object.alternatives;
  const computed =
    other !== undefined
      ? undefined
      : only?.kind === "list"
        ? callListMethod(only.items, call)
        : only?.kind === "text"
          ? callTextMethod(only.text, name, args, object.from)
          : undefined;
  if (computed !== undefined) return computed;
  emitMethodEffects(call);
  const from = joinedOrigins([object, ...args]);
  const passed = [unknownFrom(object.from), unknownFrom(object.from)];
  for (const each of args)
    if (!isCallable(each)) continue;
    else if (isEvent.test(name)) callLater(each, { args: passed, span, interpreter });
    else callValue(each, { args: passed, span, interpreter });
  return unknownFrom(from);
}

/** Methods whose functions are called when something happens. */
const isEvent = /^(on|once|addListener|addEventListener|connect|listen)$/;

/** Emits what a method does whose object is not known, by its name. */
export function emitMethodEffects(call: MethodCall): void {
  emitDatabaseCall(call);
  emitTransfer(call);
}

/** Whether a value can be called with one value: a function, or a function of a library. */
function isPassable({ alternatives }: Value): boolean {
  return alternatives.some(({ kind }) => kind === "function" || kind === "library");
}

const statement =
  /^\s*(?:(?:--[^\n]*\n|\/\*.*?\*\/)\s*)*(drop|truncate|delete|update|alter|grant|revoke|insert|create|replace|merge|with|begin|exec|execute|call|copy|load|set|shutdown)\b/is;

/** Methods that pass a statement to a database. */
const runsStatement =
  /^\$?(query|execute|exec|run|raw|unsafe|prepare|all|get|batch|none|any|one|\w*(Query|Execute)\w*(Raw|Unsafe)?)$/i;

/** Methods that delete from a database by a filter, or a whole part of it. */
const deletions: ReadonlyMap<
  string,
  { readonly change: DatabaseEffect["change"]; readonly what: string; readonly byFilter: boolean }
> = new Map([
  ["deleteMany", { change: "delete", what: "the rows of a table", byFilter: true }],
  ["updateMany", { change: "update", what: "the rows of a table", byFilter: true }],
  ["destroyAll", { change: "delete", what: "the rows of a table", byFilter: true }],
  ["drop", { change: "drop", what: "a collection", byFilter: false }],
  ["dropDatabase", { change: "drop", what: "a database", byFilter: false }],
  ["dropCollection", { change: "drop", what: "a collection", byFilter: false }],
  ["dropTable", { change: "drop", what: "a table", byFilter: false }],
  ["dropTableIfExists", { change: "drop", what: "a table", byFilter: false }],
  ["dropSchema", { change: "drop", what: "a schema", byFilter: false }],
  ["dropAllSchemas", { change: "drop", what: "all schemas", byFilter: false }],
  ["flushall", { change: "drop", what: "all keys", byFilter: false }],
  ["flushAll", { change: "drop", what: "all keys", byFilter: false }],
  ["flushdb", { change: "drop", what: "all keys of a database", byFilter: false }],
  ["flushDb", { change: "drop", what: "all keys of a database", byFilter: false }],
]);

/** Emits what a method of a database client changes. */
function emitDatabaseCall({ name, args, span, interpreter }: MethodCall): void {
  const [first] = args;
  const deletion = deletions.get(name);
  if (deletion !== undefined) {
    const { change, what, byFilter } = deletion;
    if (byFilter && isRestricted(first)) return;
    if (name === "drop" && args.length > 0) return;
    emit(interpreter, { kind: "database", by: name, change, what, all: true }, span);
  }
  if (name === "sync" && isSet(first, "force"))
    emit(interpreter, { kind: "database", by: name, change: "drop", what: "all tables", all: true }, span);
  if (
    name === "destroy" &&
    (isSet(first, "truncate") || (fieldOf(first, "where") !== undefined && !isRestricted(first)))
  )
    emit(interpreter, { kind: "database", by: name, change: "delete", what: "the rows of a table", all: true }, span);
  if (!runsStatement.test(name)) return;
  const { context, nesting } = interpreter;
  for (const text of textsOf(fieldOf(first, "sql") ?? fieldOf(first, "text") ?? first)) {
    if (!statement.test(text)) continue;
    for (const { start: _start, end: _end, certainty, ...effect } of readCode("sql", text, { ...context, nesting })
      .effects)
      emit(interpreter, effect, span, certainty);
  }
}

/** Whether a filter selects something: an object with a field other than an empty `where`. */
function isRestricted(filter: Value | undefined): boolean {
  if (filter === undefined) return false;
  return filter.alternatives.some((each) => {
    if (each.kind !== "object") return true;
    const inner = each.fields.get("where") ?? each.fields.get("filter");
    return inner === undefined ? each.fields.size > 0 && !each.fields.has("data") : isRestricted(inner);
  });
}

/** Methods that send data over a connection, or connect it with a process. */
const sends = /^(write|end|send|emit|sendText|publish|put|pipe)$/;

/** Emits that data goes to another host, or that what comes from there is run. */
function emitTransfer({ name, args, self: object, span, interpreter }: MethodCall): void {
  const remote = object.from.find((origin) => origin.kind === "network");
  const command = exactText(args[0]);
  if (name === "exec" && remote !== undefined && command !== undefined) {
    const text = `ssh ${quotedWord(remote.host ?? unknownText)} ${quotedWord(command)}`;
    callValue(libraryValue("child_process.exec"), { args: [textValue(text)], span, interpreter });
  }
  if (!sends.test(name)) return;
  const [first] = args;
  const data = joinedOrigins(args);
  if (name === "pipe" && first !== undefined) {
    connect(object.from, first.from, span, interpreter);
    return;
  }
  const host = object.from.find((origin) => origin.kind === "network");
  if (
    host === undefined ||
    (data.length === 0 && exactText(first) === undefined && !hasUnknownText(textsOf(first)[0] ?? ""))
  )
    return;
  emit(interpreter, { kind: "network", by: name, direction: "out", host: host.host, from: data }, span);
}

/** `source.pipe(target)`: data of the source is sent to a host, or run by a process. */
function connect(source: readonly Origin[], target: readonly Origin[], span: Span, interpreter: Interpreter): void {
  const host = target.find((origin) => origin.kind === "network");
  if (host !== undefined)
    emit(interpreter, { kind: "network", by: "pipe", direction: "out", host: host.host, from: source }, span);
  const isFromNetwork = source.some(({ kind }) => kind === "network");
  if (isFromNetwork && target.some(({ kind }) => kind === "output"))
    emit(interpreter, { kind: "execute", by: "pipe", program: null, from: source }, span);
}
