import { type Call, emit, emitUnknown } from "./evaluation.ts";
import { emitFiles, emitRead, emitWrite, targetsOf } from "./file-effects.ts";
import { emitFetch, emitSend } from "./network.ts";
import { dataOrigins, nothing, originsOf, textOf, unknownValue, type Value } from "./value.ts";

/** Objects whose methods only compute. */
const harmlessMethods =
  /^(?:to\w+|get\w*|add|append\w*|addrange|contains\w*|clear|count|equals|format|indexof|insert|join|match(?:es)?|sort|split|substring|trim\w*|replace|read\w*|close|dispose|flush|wait\w*|await|where|foreach|computehash|clone|copyto|elapsed|start|stop|reset|restart|isinrole|startswith|endswith|compareto|hasvalue|remove|removeat|push|pop|peek|enqueue|dequeue|next\w*|parse\w*|try\w*|refresh|exists|new|range|max|min|refresh)$/;

/** Adds the effects of a method of an object, by the object's type. */
export function objectMethod(object: Value, name: string, args: readonly Value[], call: Call): Value {
  const type = object.type ?? "";
  const [first, second, third] = args;
  if (
    /webclient|httpclient|httpwebrequest|webrequest|xmlhttp|winhttp/.test(type) ||
    /^(?:download|upload)(?:string|file|data)/.test(name)
  )
    return webMethod(type, name, args, call);
  if (/sockets\.(?:tcp|udp)(?:client|listener)|net\.sockets/.test(type)) {
    const host = textOf(object.items?.[0] ?? first)?.toLowerCase() ?? null;
    if (/^(?:get\w*|read\w*|close|dispose|start|stop)$/.test(name))
      return { from: [{ kind: "network", host }], type: "stream" };
    const from = [{ kind: "unknown" }] as const;
    const direction = type.endsWith("listener") ? "listen" : "out";
    emit(call, {
      kind: "network",
      direction,
      host,
      protocol: type.includes("udp") ? "udp" : "tcp",
      from: direction === "out" ? from : [],
    });
    return { from: [{ kind: "network", host }], type };
  }
  if (/^mailmessage|smtpclient/.test(type) || type.includes("net.mail")) {
    emit(call, {
      kind: "network",
      direction: "out",
      host: textOf(object.items?.[0]) ?? null,
      protocol: "smtp",
      from: dataOrigins(first),
    });
    return nothing;
  }
  if (type === "invokecommand" || type.startsWith("powershell"))
    return /script|invoke|expand/.test(name)
      ? call.evaluation.runProgram("Invoke-Expression", [first ?? unknownValue], call)
      : { ...object };
  if (/^com:(?:wscript\.shell|shell\.application|wscript\.network)/.test(type)) return comMethod(name, args, call);
  if (/wmiclass|win32_process/.test(type) && name === "create") return runCommandLine(first, call);
  if (object.files !== undefined || /^io\.(?:file|directory)info/.test(type)) {
    const targets = object.files ?? targetsOf(object.items?.[0], call, true);
    if (name === "delete") emitFiles(call, "delete", targets, first !== undefined);
    else if (name === "moveto" || name === "copyto")
      for (const target of targets)
        emit(call, { kind: "move", target, to: targetsOf(first, call)[0] ?? null, recursive: false });
    else if (/^(?:open|read)/.test(name))
      return { from: originsOf(...targets.map((target): Value => ({ from: [{ kind: "file", target }] }))) };
    else if (/^(?:create|append)/.test(name)) emitWrite(call, "replace", targets, undefined);
    return nothing;
  }
  if (name === "delete" || name === "deleteinstance") {
    emit(call, { kind: "discard", what: "an object of the system" });
    return nothing;
  }
  if (name === "savetofile" || name === "save") {
    emitWrite(call, "replace", targetsOf(first, call, true), object);
    return nothing;
  }
  if (name === "kill" || name === "terminate") {
    emit(call, { kind: "signal", process: null, harmless: false });
    return nothing;
  }
  if (/^(?:setvalue|createsubkey|deletesubkey\w*|deletevalue|setaccessrule|addaccessrule)$/.test(name)) {
    if (name.startsWith("delete")) emitFiles(call, "delete", [null]);
    else emitWrite(call, "change", [null], second ?? third);
    return nothing;
  }
  if (harmlessMethods.test(name)) return { from: originsOf(object, ...args), type: type !== "" ? type : undefined };
  if (name === "invoke" || (type !== "" && !type.startsWith("encoding")))
    emitUnknown(call, `the method ${name} of ${type || "an object"} is not known`);
  return unknownValue;
}

function webMethod(type: string, name: string, args: readonly Value[], call: Call): Value {
  const [url, body] = args;
  if (/^(?:upload|post|put|patch|send$|sendasync)/.test(name)) {
    const isFile = name.startsWith("uploadfile");
    const data = isFile ? emitRead(call, args.at(-1), true) : (args.at(-1) ?? body);
    return emitSend(call, name === "send" ? undefined : url, data === url ? undefined : data);
  }
  if (/^(?:download|get|openread|create|open$|delete)/.test(name) && !/^get(?:type|hashcode|response$)/.test(name)) {
    const fetched = emitFetch(call, name === "open" ? body : url);
    if (name.startsWith("downloadfile")) emitWrite(call, "replace", targetsOf(body, call, true), fetched);
    return { ...fetched, type: name === "create" || name === "open" ? type : undefined } as Value;
  }
  return { from: [{ kind: "network", host: null }], type };
}

/** Runs a command line that one text contains. */
function runCommandLine(line: Value | undefined, call: Call): Value {
  return call.evaluation.runProgram("cmd", [{ text: "/c", from: [] }, line ?? unknownValue], call);
}

function comMethod(name: string, args: readonly Value[], call: Call): Value {
  const [first, second] = args;
  if (name === "run" || name === "exec") return runCommandLine(first, call);
  if (name === "shellexecute") return call.evaluation.runProgram("Start-Process", args.slice(0, 2), call);
  if (name === "regwrite") emitWrite(call, "change", targetsOf(first, call, true), second);
  else if (name === "regdelete") emitFiles(call, "delete", targetsOf(first, call, true));
  else if (name === "sendkeys") emitUnknown(call, "keys are sent to another program");
  else if (name === "createshortcut") return { from: [], type: "shortcut", files: targetsOf(first, call, true) };
  return { from: [] };
}
