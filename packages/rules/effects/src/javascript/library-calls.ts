/** Evaluates calls of JavaScript functions that no catalogue row describes. */
import { argumentOrigins } from "../engine/arguments.ts";
import { attributeValue, unresolvedValue } from "../engine/attributes.ts";
import type { CallEntry } from "../engine/call-entry.ts";
import { callLibrary } from "../engine/call-library.ts";
import { callAnyTimes } from "../engine/callbacks.ts";
import { callOf, lastName } from "../engine/calls.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import { emit, emitUnknown, type SortedCall } from "../engine/interpreter.ts";
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
import { builtins } from "./builtins.ts";
import { entryOf } from "./catalogue.ts";
import { callQueryBuilder } from "./databases.ts";
import { templateMark } from "./lower-expressions.ts";
import { loadModule, loadsModule } from "./modules.ts";
import { callUnlisted } from "./object-methods.ts";
import { callBy, callCallbacks, isCallable, onlyCallable } from "./passed-functions.ts";
import { processOptions, wordsAndOptions } from "./processes.ts";
import { callService } from "./services.ts";

/** Calls a library function: computes its result, and emits its effects. */
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
  if (/^shelljs\.\w+$/.test(name) && exactText(first)?.startsWith("-"))
    return callFunction(callOf(name, passed.slice(1), span, interpreter));
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
  const tag = /^execa(\.execa)?$/.test(name) ? "execa.$" : name;
  return callOf(tag, [{ name: null, value: whole }], span, interpreter);
}

/** Spreads a value as arguments. */
function spread(value: Value): readonly PassedArgument[] {
  return [{ name: "*", value }];
}

/** Evaluates `f.call(self, …)`, `f.apply(self, […])`, `f.bind(self, …)`, `import("fs").then(…)`. */
function callIndirectly(name: string, how: string, call: SortedCall): Value {
  const library = exactValue({ kind: "library", name });
  const [, method] = /^(?:Array|String|Object)\.prototype\.(\w+)$/.exec(name) ?? [];
  const [self = unknownValue] = call.positional;
  if (how === "then") return call.interpreter.call(self, [{ name: null, value: library }], call.span);
  if (how === "catch" || how === "finally") return library;
  if (/^Function\.prototype\.(?:call|apply|bind)$/.test(name)) {
    const unresolved = unresolvedValue("which function is called");
    return how === "bind" ? unresolved : call.interpreter.call(unresolved, [], call.span);
  }
  return callBy(how, method === undefined ? library : exactValue({ kind: "method", object: self, name: method }), call);
}

/** Whether a call runs a text as code: `setTimeout("code")`, `new Worker("code", { eval: true })`. */
function runsText({ name, positional: [first, options] }: SortedCall): boolean {
  if (/^(setTimeout|setInterval|setImmediate)$/.test(name)) return first !== undefined && knownTexts(first).length > 0;
  return isWorker.test(name) && objectField(options, "eval") !== undefined;
}

const isWorker = /^(worker_threads\.)?Worker$/;

/** Calls a catalogued function after normalizing its arguments. */
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

/** Emits code execution for a known command that comes from elsewhere, such as decoded text. */
function emitForeignCommand(command: Value, { name: by, span: { start, end }, interpreter }: SortedCall): void {
  const from = nonLiteralOrigins(command).filter(({ kind }) => /^(network|input|encoded)$/.test(kind));
  if (from.length > 0 && exactText(command) !== undefined)
    emit(interpreter, { kind: "execute", by, program: null, from, start, end });
}

/** Whether a value is code that is known: functions or texts. */
function isCode({ alternatives }: Value): boolean {
  return alternatives.every((each) => each.kind === "function" || (each.kind === "text" && !hasUnknownText(each.text)));
}

/** Emits the effects of a catalogued call, and calls its callbacks with the result. */
function finishCall(call: SortedCall, written: SortedCall): Value {
  const entry = entryOf(call.name);
  if (entry === undefined) return unknownValue;
  const result = resultOf(entry, written, callLibrary(entry, call));
  callCallbacks(written, result);
  return result;
}

/** The result of a listed function: by the tables, or else texts and entries of directories. */
function resultOf({ parameters = "", returns }: CallEntry, call: SortedCall, result: Value): Value {
  const [first = unknownValue, options] = call.positional;
  const hasTypes = returns === "names" && objectField(options, "withFileTypes") !== undefined;
  if (returns === "entry" || hasTypes) return listValue([], directoryEntry(first));
  if (returns === "content") return contentOfFile(first, call.interpreter) ?? result;
  return /^(words|command) options$/.test(parameters) ? unknownValueFrom(result.from) : result;
}

/** An entry that `readdir` returns. */
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

/** Evaluates a request or connection; addresses are parsed as browsers and Node do. */
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

/** Whether a value is the port of a server: a number, or an object with `port`. */
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

/**
 * The host of an address as browsers, Node and .NET read it: tabs and line ends within it do not count, and a backslash is a slash.
 *
 * @param text - a URL, a host, or a host with a port; unknown parts are `unknownText` or `unknownName`
 * @returns `null` if the host is unknown
 */
function webHost(text: string): string | null {
  const address = text.replaceAll(/[\t\r\n]/g, "").trim();
  const [, special] = /^(?:https?|wss?|ftp):[\\/]*([^\\/?#]*)/i.exec(address) ?? [];
  const [, other] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(address) ?? [];
  const authority = special ?? other ?? /^(?:[\\/]{2})?([^\\/?#]*)/.exec(address)?.[1] ?? "";
  // An unknown part may contain `@`, so that the host follows it; only for this machine, it counts as a port.
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]):/i.exec(authority)?.[1];
  if (authority.includes(unknownText)) return local?.toLowerCase() ?? null;
  const [, host] = /^(\[[^\]]*\]|[^:\uFFFE]+)(?::\d*)?$/.exec(authority.slice(authority.lastIndexOf("@") + 1)) ?? [];
  return host?.toLowerCase() ?? null;
}
