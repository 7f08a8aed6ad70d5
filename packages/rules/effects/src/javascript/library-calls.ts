// Calls of functions and methods that no table describes.

import { argumentOrigins } from "../engine/arguments.ts";
import { attributeValue, bindSelf } from "../engine/attributes.ts";
import { callLibrary } from "../engine/call-library.ts";
import { callAnyTimes } from "../engine/callbacks.ts";
import { callMethod, callOf } from "../engine/calls.ts";
import { setEntry, setField } from "../engine/container-mutations.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import { emit, emitUnknown, type MethodCall, type SortedCall } from "../engine/interpreter.ts";
import { iteratedItems } from "../engine/iteration.ts";
import { contentOfFile } from "../engine/known-content.ts";
import { objectField } from "../engine/library-call.ts";
import {
  type Alternative,
  dictValue,
  exactNumber,
  exactText,
  exactValue,
  formattedTexts,
  joinAllValues,
  knownTexts,
  listValue,
  objectValue,
  type PassedArgument,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { hasUnknownText, unknownName, unknownText } from "../unknown-text.ts";
import { webHost } from "../web-host.ts";
import { builtins } from "./builtins.ts";
import { entryOf, isListed } from "./catalogue.ts";
import { callQueryBuilder, emitDatabaseCall } from "./databases.ts";
import { callListMethod } from "./list-methods.ts";
import { templateMark } from "./lower-expressions.ts";
import { loadModule, loadsModule } from "./modules.ts";
import { processOptions, wordsAndOptions } from "./processes.ts";
import { callService } from "./services.ts";
import { callTextMethod } from "./text-methods.ts";
import { emitTransfer } from "./transfers.ts";

/** Calls a function of a library. */
export function callFunction(call: SortedCall): Value {
  const { name, positional, passed, span, interpreter } = call;
  const [first = unknownValue, second = unknownValue, third] = positional;
  if (name === "Reflect.apply") return interpreter.call(first, spread(third ?? unknownValue), span);
  if (name === "Reflect.construct") return interpreter.call(first, spread(second), span);
  if (name === "Reflect.get")
    return joinAllValues(knownTexts(second).map((member) => attributeValue(first, member, interpreter)));
  const [, target, how] = /^(.+)\.(call|apply|bind|then|catch|finally)$/.exec(name) ?? [];
  if (target !== undefined && how !== undefined) return callIndirectly(target, how, call);
  if (call.named.has(templateMark)) return callFunction(withTemplate(call));
  if (loadsModule.test(name) || (isWorker.test(name) && objectField(second, "eval") === undefined))
    return loadModule(call);
  if (runsText(call)) return callFunction(callOf("eval", passed.slice(0, 1), span, interpreter));
  const delayed = /^(setTimeout|setInterval)$/.test(name)
    ? 2
    : /^(setImmediate|queueMicrotask|process\.nextTick)$/.test(name)
      ? 1
      : 0;
  if (delayed > 0 && isCallable(first))
    return callAnyTimes(onlyCallable(first), passed.slice(delayed), span, interpreter);
  const computed = builtins.get(name)?.(call);
  if (computed !== undefined) return computed;
  const found = entryOf(name);
  if (found !== undefined) return callEntry(call);
  const result = callService(call) ?? callQueryBuilder(name, span, interpreter);
  if (result === undefined) callUnlisted({ ...call, name: lastName(name), self: unknownValue });
  const from = argumentOrigins(passed, []);
  // An object of a class keeps the data that its methods take.
  const value = result ?? (/(^|\.)[A-Z][^.]*$/.test(name) ? objectValue(name, from) : unknownValueFrom(from));
  callCallbacks(call, value);
  return value;
}

/** A call of a tag with a template: its first argument is the whole text. */
function withTemplate({ name, passed, span, interpreter }: SortedCall): SortedCall {
  const [strings = unknownValue, ...values] = passed.filter((each) => each.name === null).map(({ value }) => value);
  const texts = iteratedItems(strings).items;
  const whole = concatenateTexts(texts.flatMap((text, at) => [text, ...values.slice(at, at + 1)]));
  return callOf(name, [{ name: null, value: whole }], span, interpreter);
}

function spread(value: Value): readonly PassedArgument[] {
  return [{ name: "*", value }];
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** `f.call(self, …)`, `f.apply(self, […])`, `f.bind(self, …)`, `import("fs").then(…)`. */
function callIndirectly(name: string, how: string, { passed, positional, span, interpreter }: SortedCall): Value {
  const library = exactValue({ kind: "library", name });
  const [, method] = /^(?:Array|String|Object)\.prototype\.(\w+)$/.exec(name) ?? [];
  const [self = unknownValue] = positional;
  if (how === "then") return interpreter.call(self, [{ name: null, value: library }], span);
  if (how === "catch" || how === "finally") return library;
  const others = how === "apply" ? spread(positional[1] ?? listValue([])) : passed.slice(1);
  if (how === "bind") return exactValue({ kind: "partial", callee: library, arguments: others });
  if (method !== undefined) return callMethod({ ...callOf(method, others, span, interpreter), self });
  return interpreter.call(library, others, span);
}

/** `setTimeout("code")` and `new Worker("code", { eval: true })` run a text. */
function runsText({ name, positional: [first, options] }: SortedCall): boolean {
  if (/^(setTimeout|setInterval|setImmediate)$/.test(name)) return first !== undefined && knownTexts(first).length > 0;
  return isWorker.test(name) && objectField(options, "eval") !== undefined;
}

const isWorker = /^(worker_threads\.)?Worker$/;

/** Calls a function that the catalogue lists: what it takes in several forms is brought to one. */
function callEntry(call: SortedCall): Value {
  const { name, positional, interpreter } = call;
  const entry = entryOf(name);
  const [first = unknownValue, options] = positional;
  if (entry === undefined) return unknownValue;
  if (entry.parameters === "words options") return finishCall({ ...call, passed: wordsAndOptions(call) }, call);
  if (entry.parameters === "command options") emitForeignCommand(first, call);
  if (entry.parameters === "command options")
    return finishCall({ ...call, passed: [{ name: null, value: first }, ...processOptions(name, options)] }, call);
  const isReader = entry.returns === "content" || entry.parameters === "path mode";
  if (isReader && isStandardInput(first)) {
    const { text, from = [] } = interpreter.context.standardInput ?? {};
    return text === undefined ? unknownValueFrom([{ kind: "input" }, ...from]) : textValue(text, from);
  }
  const temporary = temporaryPath(name, first);
  if (temporary !== undefined) {
    callLibrary(entry, { ...call, passed: [{ name: null, value: temporary }] });
    callCallbacks(call, temporary);
    return temporary;
  }
  if (/^(url|options)/.test(entry.parameters ?? "")) return callNetwork(call);
  if (entry.parameters === "code" && first.from.length === 0 && (first.mayBeUnknown || !isCode(first)))
    emitUnknown(interpreter, name, `it is unknown which code ${name} runs`, call.span);
  return finishCall(call, call);
}

/** A known command that the program has not written, such as one that was encoded, counts as code from there. */
function emitForeignCommand(command: Value, { name: by, span: { start, end }, interpreter }: SortedCall): void {
  const from = nonLiteralOrigins(command).filter(({ kind }) => /^(network|input|encoded)$/.test(kind));
  if (from.length > 0 && exactText(command) !== undefined)
    emit(interpreter, { kind: "execute", by, program: null, from, start, end });
}

function isCode({ alternatives }: Value): boolean {
  return alternatives.every((each) => each.kind === "function" || (each.kind === "text" && !hasUnknownText(each.text)));
}

/** Emits what a listed function does, and calls the functions that are passed to it with its result. */
function finishCall(call: SortedCall, written: SortedCall): Value {
  const entry = entryOf(call.name);
  if (entry === undefined) return unknownValue;
  const done = callLibrary(entry, call);
  const content = entry.returns === "content" ? contentOfFile(call.positional[0], call.interpreter) : undefined;
  const isOutput = /^(words|command) options$/.test(entry.parameters ?? "");
  const result = content ?? (isOutput ? unknownValueFrom(done.from) : done);
  const value = entry.returns === "entry" ? listValue([], directoryEntry(call.positional[0] ?? unknownValue)) : result;
  const isTyped =
    entry.calls.startsWith("fs.readdir") && objectField(call.positional[1], "withFileTypes") !== undefined;
  const listed = isTyped ? listValue([], directoryEntry(call.positional[0] ?? unknownValue)) : value;
  callCallbacks(written, listed);
  return listed;
}

/** What `readdir` returns for an entry. */
function directoryEntry(directory: Value): Value {
  const name = textValue(unknownName, nonLiteralOrigins(directory));
  return dictValue(
    new Map([
      ["name", name],
      ["path", directory],
      ["parentPath", directory],
    ]),
    unknownValue,
  );
}

/** Whether a path is the standard input: the descriptor 0, or a file that stands for it. */
function isStandardInput(path: Value): boolean {
  return exactNumber(path) === 0 || /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(exactText(path) ?? "");
}

/** The path of a new directory with a name of its own: `fs.mkdtemp("/tmp/a-")`; `undefined` for other functions. */
function temporaryPath(name: string, first: Value): Value | undefined {
  if (/^fs\.mkdtemp(Sync)?$/.test(name)) return concatenateTexts([first, textValue(unknownName)]);
  if (!name.startsWith("Deno.makeTemp")) return undefined;
  return concatenateTexts([objectField(first, "dir") ?? textValue("/tmp"), textValue(`/${unknownName}`)]);
}

/** Functions that resolve a path against the address of the page; outside of a browser they refuse it. */
const ofPage = /^(fetch|Request|EventSource|navigator\.sendBeacon)$/;

/** A request, whose address is read as browsers and Node read it, or a connection. */
function callNetwork(call: SortedCall): Value {
  const { name, passed, positional } = call;
  const [first = unknownValue, second] = positional;
  const [text = unknownText] = formattedTexts(first);
  if (ofPage.test(name) && /^\/(?![/\\\s\uFFFE\uFFFF])/.test(text))
    return unknownValueFrom([{ kind: "network", host: null }]);
  const host =
    objectField(first, "hostname") ?? objectField(first, "host") ?? (isPort(first) ? hostOf(second) : undefined);
  const given = objectField(first, "url") ?? (host && concatenateTexts([textValue("https://"), host])) ?? first;
  const address = { ...given, alternatives: given.alternatives.map(addressOf) };
  const others = first.alternatives.some(({ kind }) => kind === "dict") ? passed : passed.slice(1);
  return finishCall({ ...call, passed: [{ name: null, value: address }, ...others] }, call);
}

function isPort(value: Value): boolean {
  return exactNumber(value) !== undefined || objectField(value, "port") !== undefined;
}

/** The host after a port: `net.connect(80, "a.example")`. */
function hostOf(value: Value | undefined): Value {
  return value !== undefined && knownTexts(value).length > 0 ? value : textValue("localhost");
}

/** An address with a scheme and its host: `//a.example`, `https:a.example` and `https:\\a.example` lead to that host. */
function addressOf(alternative: Alternative): Alternative {
  if (alternative.kind !== "text") return alternative;
  const address = alternative.text.replaceAll(/[\t\r\n]/g, "").trim();
  const [, scheme = "https", rest] =
    /^(?:(https?|wss?|ftp):)?[\\/]{2}[\\/]*(.*)$/is.exec(address) ?? /^(https?|wss?|ftp):(.*)$/is.exec(address) ?? [];
  if (rest === undefined) return alternative;
  const host = webHost(address);
  return {
    ...alternative,
    text:
      host === null
        ? `${scheme}://${unknownText}`
        : alternative.text.includes(`://${host}`)
          ? alternative.text
          : `${scheme}://${host}/`,
    at: null,
  };
}

/** Functions that call the function that is passed to them once: those of test runners, and `new Promise`. */
const callsOnce = /(^|\.)(describe|it|test|suite|before(Each|All)?|after(Each|All)?|Promise)$/;

/** Calls the functions that are passed to a function, which may call them when it has its result. */
function callCallbacks({ name, passed, span, interpreter }: SortedCall, result: Value): void {
  const received = [result, result].map((value) => ({ name: null, value }));
  for (const { value } of passed) {
    if (!isCallable(value)) continue;
    if (callsOnce.test(name)) interpreter.call(onlyCallable(value), received, span);
    else callAnyTimes(onlyCallable(value), received, span, interpreter);
  }
}

function isCallable({ alternatives }: Value): boolean {
  return alternatives.some(isFunction);
}

function onlyCallable(value: Value): Value {
  return { ...value, alternatives: value.alternatives.filter(isFunction), mayBeUnknown: false };
}

function isFunction(each: Alternative): boolean {
  if (each.kind === "library") return builtins.has(each.name) || isListed(each.name);
  return each.kind === "function" || each.kind === "partial" || each.kind === "unresolved";
}

/** Calls a method of an object; `undefined` leaves the call to the tables. */
export function callObjectMethod(object: Alternative | null, call: MethodCall): Value | undefined {
  const { name, positional, passed, self, span, interpreter } = call;
  const [, inner, how] = /^(.+)\.(call|apply|bind)$/.exec(name) ?? [];
  if (inner !== undefined && how !== undefined) {
    const others = how === "apply" ? spread(positional[1] ?? listValue([])) : passed.slice(1);
    return callMethod({ ...callOf(inner, others, span, interpreter), self: positional[0] ?? self });
  }
  if (/(^|\.)constructor$/.test(name) && object?.kind !== "instance")
    return callFunction(callOf("Function", passed, span, interpreter));
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

/** `f.call(self, …)`, `f.apply(self, […])`, `f.bind(self, …)`. */
function callFunctionMethod({
  name,
  self: callee,
  positional,
  passed,
  span,
  interpreter,
}: MethodCall): Value | undefined {
  if (!/^(call|apply|bind)$/.test(name)) return undefined;
  const [self] = positional;
  const bound = self === undefined ? callee : bindSelf(callee, self);
  const others = name === "apply" ? spread(positional[1] ?? listValue([])) : passed.slice(1);
  if (name === "bind") return exactValue({ kind: "partial", callee: bound, arguments: others });
  return interpreter.call(bound, others, span);
}

/** `then`, `catch` and `finally` of the promise of a value, which counts as the value itself. */
function promiseMethod({ name, self, positional, span, interpreter }: MethodCall): Value | undefined {
  if (!/^(then|catch|finally)$/.test(name) || positional.length === 0) return undefined;
  const awaited = [{ name: null, value: name === "then" ? self : unknownValue }];
  const results = positional.map((each) => interpreter.call(each, awaited, span));
  return name === "then" ? (results[0] ?? self) : joinAllValues([self, ...(name === "catch" ? results : [])]);
}

/** Methods of maps, forms and objects. */
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

/** A method of an object of which nothing but its origins is known. */
function callUnlisted(call: MethodCall, object: Alternative | null = null): Value {
  const { name, self, passed, interpreter } = call;
  const typed = object?.kind === "object" ? entryOf(`${object.type}.${name}`) : undefined;
  if (typed !== undefined)
    return callLibrary(typed, { ...call, name: `${object?.kind === "object" ? object.type : ""}.${name}` });
  const statements = runsStatement.test(lastName(name)) ? entryOf("*.query") : undefined;
  const own = { ...call, name: lastName(name) };
  if (statements !== undefined) callLibrary(statements, own);
  emitDatabaseCall(own);
  emitTransfer(own);
  if (object?.kind === "object")
    for (const { value } of passed)
      if (nonLiteralOrigins(value).length > 0) setField(object, `given ${object.fields.size}`, value, interpreter);
  const from = argumentOrigins(passed, nonLiteralOrigins(self));
  callCallbacks(call, unknownValueFrom(nonLiteralOrigins(self)));
  return unknownValueFrom(from, self.repetitions);
}

/** Methods that pass a statement to a database. */
const runsStatement =
  /^\$?(query|execute|exec|run|raw|unsafe|prepare|all|get|batch|none|any|one|\w*(Query|Execute)\w*(Raw|Unsafe)?)$/i;
