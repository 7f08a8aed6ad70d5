/** Creates .NET and COM objects of a PowerShell script, and evaluates their methods. */
import { outputItems } from "../engine/commands.ts";
import { environmentValue, setEnvironment } from "../engine/environment.ts";
import { emitFileMark } from "../engine/file-marks.ts";
import { fileTargets } from "../engine/file-targets.ts";
import type { SortedCall } from "../engine/interpreter.ts";
import { contentOfFile } from "../engine/known-content.ts";
import { changeWorld } from "../engine/paths.ts";
import { changes, deletes, lists, reads, replaces } from "../engine/rows.ts";
import {
  dictValue,
  exactValue,
  type LibraryObject,
  listValue,
  noneValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins, originsOf } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { diskCopy, emitAnything, emitEffect, type ProgramCall, perform } from "./call.ts";
import { methodEntry } from "./catalogue.ts";
import { linesOf } from "./file-cmdlets.ts";
import { runCommandLine } from "./hosts.ts";
import { runCode, scriptBlock } from "./nested-code.ts";
import { startWith } from "./running-cmdlets.ts";
import { asText, hostOf, mapPaths, textOf } from "./values.ts";

/** Creates an object of a type, whose name is in lower case without `System.`. */
export function createObject(type: string, args: readonly Value[], call: ProgramCall): Value {
  const [first] = args;
  const from = joinOrigins(...args.map(nonLiteralOrigins));
  if (
    /^collections\.(?:generic\.|concurrent\.)?(?:list|hashset|queue|stack|linkedlist|sortedset|concurrent\w+|arraylist)/.test(
      type,
    )
  ) {
    const { items, more } = first === undefined ? { items: [], more: null } : outputItems(first);
    const isSize = items.length === 1 && items[0]?.alternatives.every(({ kind }) => kind === "number");
    return isSize ? listValue([]) : listValue(items, more);
  }
  if (/^(?:hashtable|collections\.(?:\w+\.)?(?:\w*dictionary|hashtable|sortedlist))/.test(type))
    return dictValue(new Map());
  if (type === "text.stringbuilder")
    return objectValue(type, from, new Map([["text", first === undefined ? textValue("") : asText(first)]]));
  if (/^io\.(?:file|directory)info$/.test(type) && first !== undefined)
    return mapPaths(first, (text) => exactValue({ kind: "path", text }, first.from));
  if (/sockets\.tcpclient$/.test(type) && args.length > 0) {
    const host = hostOf(first);
    emitEffect(call, { kind: "network", direction: "out", host, protocol: "tcp", from: [{ kind: "unknown" }] });
    return objectValue(type, [{ kind: "network", host }]);
  }
  if (/sockets\.tcplistener$|net\.httplistener$/.test(type))
    emitEffect(call, { kind: "network", direction: "listen", host: null, from: [] });
  if (/^io\.(?:streamwriter|filestream)$/.test(type))
    perform(call, [changes("path", "data")], { path: first, data: unknownValue });
  if (type === "io.streamreader") {
    const read = perform(call, [reads("path")], { path: first });
    return objectValue(type, read.from, new Map(first === undefined ? [] : [["path", first]]));
  }
  return objectValue(type, from, new Map(first === undefined ? [] : [["first", first]]));
}

/** Calls a static method that no table describes; `undefined` leaves the call to the tables. */
export function callStatic(call: SortedCall): Value | undefined {
  const { name, positional, interpreter } = call;
  if (methodEntry(name) !== undefined || interpreter.dialect.builtins.has(name)) return undefined;
  const at = name.lastIndexOf(".");
  if (at === -1) return undefined;
  const [type, method] = [name.slice(0, at), name.slice(at + 1)];
  const own: ProgramCall = { ...call, by: `[${type}]::${method}`, input: null, inCaller: false };
  if (method === "new") return createObject(type, positional, own);
  if (/^io\.(?:file|directory)$/.test(type)) return callFileMethod(method, positional, own);
  if (type === "diagnostics.process" && method === "start")
    return startWith(positional[0] ?? unknownValue, positional.slice(1), own);
  if (type.startsWith("reflection.assembly") && /^(?:load|unsafeload)/.test(method))
    return loadAssembly(method, positional, own);
  if (type === "net.dns") {
    const from = nonLiteralOrigins(positional[0] ?? noneValue);
    const host = hostOf(positional[0]);
    emitEffect(own, { kind: "network", direction: from.length > 0 ? "out" : "in", host, protocol: "dns", from });
    return unknownValueFrom([{ kind: "network", host }]);
  }
  const from = joinOrigins(...positional.map(nonLiteralOrigins));
  return harmlessTypes.test(type)
    ? unknownValueFrom(from)
    : callObject({ type, fields: new Map() }, unknownValueFrom(from), method, positional, own);
}

const harmlessTypes =
  /^(?:math|string|char|int\d*|long|double|decimal|bool|byte|guid|datetime|datetimeoffset|timespan|convert|bitconverter|io\.path|environment|console|regex|text\.regularexpressions\.\w+|text\.encoding.*|array|linq\.enumerable|version|uri|net\.webutility|web\.httputility|globalization\.\w+|net\.servicepointmanager.*|enum|stringcomparison|ipaddress|net\.ipaddress|void|ref|psobject|pscustomobject|collections\..*|diagnostics\.stopwatch|security\.cryptography\.\w*(?:hash|sha|md5)\w*.*|threading\.thread|random|type|object|gc)$/;

/** Evaluates methods of `[IO.File]` and `[IO.Directory]` with a known result. */
function callFileMethod(method: string, [path = unknownValue, value]: readonly Value[], call: ProgramCall): Value {
  if (/^(?:exists|get(?:attributes|creation|lastwrite|lastaccess|parent|current|logical))/.test(method))
    return unknownValueFrom([]);
  if (/^(?:get|enumerate)/.test(method)) {
    perform(call, [lists("path")], { path });
    return mapPaths(path, (text, from) =>
      exactValue({ kind: "path", text: `${text || "."}/**`, wildcards: "some" }, from),
    );
  }
  if (method.startsWith("read")) {
    const data = perform(call, [reads("path")], { path });
    const content = contentOfFile(path, call.interpreter);
    return content === undefined ? data : method.includes("lines") ? linesOf(content) : content;
  }
  if (method === "setcurrentdirectory") {
    changeWorld(call.interpreter, { directory: fileTargets(path, call.interpreter)[0]?.path ?? null });
    return noneValue;
  }
  if (method.startsWith("set")) {
    emitFileMark(path, method.slice(3), value, call.interpreter);
    return noneValue;
  }
  return perform(call, [reads("path"), changes("path")], { path });
}

function loadAssembly(method: string, [name]: readonly Value[], call: ProgramCall): Value {
  if (/partialname/.test(method) || /^(?:system|microsoft|presentation)[\w.]*(?:,|$)/i.test(textOf(name) ?? ""))
    return noneValue;
  emitEffect(call, { kind: "execute", program: null, from: originsOf(name ?? unknownValue) });
  emitAnything(call, "a library is loaded whose code is not read");
  return unknownValue;
}

/** Evaluates `[Environment]::SetEnvironmentVariable`: for the process, or for all later programs. */
export function setVariableOfEnvironment(call: SortedCall): Value {
  const [name, value, scope] = call.positional;
  const where = textOf(scope)?.toLowerCase();
  if (where !== undefined && where !== "process")
    emitEffect(
      { ...call, by: "[Environment]::SetEnvironmentVariable", input: null, inCaller: false },
      { kind: "persist", where: "settings", target: null },
    );
  setEnvironment(textOf(name)?.toUpperCase(), asText(value ?? noneValue), call.interpreter);
  return noneValue;
}

/** Computes `[Environment]::GetEnvironmentVariable`. */
export function variableOfEnvironment({ positional: [name], interpreter }: SortedCall): Value {
  return environmentValue(textOf(name)?.toUpperCase(), undefined, interpreter);
}

/** Methods that only compute. */
const harmlessMethods =
  /^(?:to\w+|get\w*|add|append\w*|addrange|contains\w*|clear|count|equals|format|indexof|insert|join|match(?:es)?|sort|split|substring|trim\w*|replace|read\w*|close|dispose|flush|wait\w*|await|where|foreach|computehash|clone|copyto|elapsed|start|stop|reset|restart|isinrole|startswith|endswith|compareto|hasvalue|remove|removeat|push|pop|peek|enqueue|dequeue|next\w*|parse\w*|try\w*|refresh|exists|new|range|max|min)$/;

/** Calls a method of an object by its type; the type of an unknown object is empty. */
export function callObject(
  { type, fields }: Pick<LibraryObject, "type" | "fields">,
  object: Value,
  name: string,
  args: readonly Value[],
  call: ProgramCall,
): Value {
  const [first, second] = args;
  const from = joinOrigins(nonLiteralOrigins(object), ...args.map(nonLiteralOrigins));
  if (/net\.sockets/.test(type)) {
    const host = hostOf(first);
    if (!/^(?:get\w*|read\w*|close|dispose|start|stop)$/.test(name)) {
      const direction = type.endsWith("listener") ? "listen" : "out";
      const protocol = type.includes("udp") ? "udp" : "tcp";
      emitEffect(call, {
        kind: "network",
        direction,
        host,
        protocol,
        from: direction === "out" ? [{ kind: "unknown" }] : [],
      });
    }
    return objectValue("stream", [{ kind: "network", host }]);
  }
  if (type === "invokecommand" || type === "scriptblock" || /^(?:management\.automation\.)?powershell/.test(type))
    return /script|invoke|expand/.test(name) ? runCode(first ?? object, [], { ...call, inCaller: true }) : object;
  if (/^com:(?:wscript\.shell|shell\.application|wscript\.network)/.test(type)) return comMethod(name, args, call);
  if (/wmiclass|win32_process/.test(type) && name === "create") {
    if (!/^[a-z]:\\?$/i.test(textOf(first) ?? "")) return runCommandLine(first, call);
    emitEffect(call, diskCopy);
    return noneValue;
  }
  if (name === "getnetworkcredential") emitEffect(call, { kind: "reveal", what: "a password that a person typed" });
  if (name === "delete" || name === "deleteinstance")
    emitEffect(call, { kind: "discard", what: "an object of the system" });
  else if (name === "savetofile" || name === "save")
    perform(call, [replaces("path", "data")], { path: first, data: object });
  else if (name === "kill" || name === "terminate")
    emitEffect(call, { kind: "signal", process: null, harmless: false });
  else if (/^delete(?:subkey\w*|value)$/.test(name))
    emitEffect(call, { kind: "delete", target: null, recursive: false });
  else if (/^(?:setvalue|createsubkey|setaccessrule|addaccessrule)$/.test(name))
    perform(call, [changes("path", "data")], { path: unknownValue, data: second ?? unknownValue });
  else if (harmlessMethods.test(name))
    return type === "" ? unknownValueFrom(from) : objectValue(type, from, new Map(fields));
  else {
    if (name === "invoke" || (type !== "" && !type.startsWith("text.encoding")))
      emitAnything(call, `the method ${name} of ${type || "an object"} is not known`);
    return unknownValueFrom(from);
  }
  return noneValue;
}

/** Calls a method of a COM object, such as `Run` of `WScript.Shell`. */
function comMethod(name: string, args: readonly Value[], call: ProgramCall): Value {
  const [first, second] = args;
  if (name === "run" || name === "exec") return runCommandLine(first, call);
  if (name === "shellexecute") return startWith(first ?? unknownValue, args.slice(1, 2), call);
  if (name === "regwrite") perform(call, [changes("path", "data")], { path: first, data: second });
  else if (name === "regdelete") perform(call, [deletes("path")], { path: first });
  else if (name === "sendkeys") emitAnything(call, "keys are sent to another program");
  else if (name === "createshortcut")
    return objectValue("shortcut", [], new Map(first === undefined ? [] : [["path", first]]));
  return noneValue;
}

/** Computes `[scriptblock]::Create(text)`. */
export function createBlock({ positional: [code = unknownValue], span, interpreter }: SortedCall): Value {
  return scriptBlock(code, { span, interpreter });
}
