import { decodeBase64 } from "./decode.ts";
import { type Call, emit, emitUnknown } from "./evaluation.ts";
import { emitFiles, emitRead, emitTransfer, emitWrite, targetsOf } from "./file-effects.ts";
import { emitEnvironment } from "./persistence.ts";
import { staticText } from "./text-methods.ts";
import { nothing, originsOf, textOf, textValue, unknownValue, type Value } from "./value.ts";

/** The result of a static method of a .NET type; `undefined` if another table decides. */
export function staticMethod(type: string, name: string, args: readonly Value[], call: Call): Value | undefined {
  const [first, second] = args;
  const computed = staticText(type, name, args);
  if (computed !== undefined) return computed;
  if (/^io\.(?:file|directory)(?:info)?$/.test(type)) return fileMethod(type, name, args, call);
  if (type === "convert" && name === "frombase64string")
    return { ...first, from: originsOf(first, { from: [{ kind: "encoded" }] }), type: "base64" };
  if (type.startsWith("encoding:") && name === "getstring") return decodedText(type, first);
  if (type.startsWith("encoding:") || type === "text.encoding")
    return first === undefined ? { from: [], type: "encoding:utf8" } : { from: first.from };
  if (type === "scriptblock" && name === "create") return { ...(first ?? unknownValue), type: "scriptblock" };
  if (type === "environment" && name === "setenvironmentvariable") return emitEnvironment(first, second, args[2], call);
  if (type === "environment" && name === "getenvironmentvariable") return { from: [{ kind: "environment" }] };
  if (type === "environment" && name === "getfolderpath") return folder(textOf(first)?.toLowerCase() ?? "");
  if (type === "diagnostics.process" && name === "start") {
    const [program, ...rest] = args;
    return call.evaluation.runProgram(
      "Start-Process",
      program === undefined ? [unknownValue] : [program, ...rest],
      call,
    );
  }
  if (type.startsWith("reflection.assembly") && /^(?:load|unsafeload)/.test(name)) {
    if (/partialname/.test(name) || /^(?:system|microsoft|presentation)[\w.]*(?:,|$)/i.test(textOf(first) ?? ""))
      return nothing;
    emit(call, { kind: "execute", program: null, from: originsOf(first) });
    emitUnknown(call, "a library is loaded whose code is not read");
    return unknownValue;
  }
  if (/^microsoft\.win32\.registry$/.test(type) && name === "setvalue") {
    emitWrite(call, "change", targetsOf(first, call, true), args[2]);
    return nothing;
  }
  if (/^net\.dns$/.test(type)) {
    const host = textOf(first)?.toLowerCase() ?? null;
    const isData = first !== undefined && first.text === undefined;
    emit(call, {
      kind: "network",
      direction: isData ? "out" : "in",
      host,
      protocol: "dns",
      from: isData ? first.from : [],
    });
    return { from: [{ kind: "network", host }] };
  }
  if (harmlessTypes.test(type)) return { from: originsOf(...args) };
  if (name === "new") return { from: originsOf(...args), type, items: first === undefined ? undefined : args };
  return undefined;
}

const harmlessTypes =
  /^(?:math|string|char|int\d*|long|double|decimal|bool|byte|guid|datetime|datetimeoffset|timespan|convert|bitconverter|io\.path|environment|console|regex|text\.regularexpressions\.\w+|array|linq\.enumerable|version|uri|net\.webutility|web\.httputility|globalization\.\w+|net\.servicepointmanager.*|enum|stringcomparison|ipaddress|net\.ipaddress|void|ref|psobject|pscustomobject|collections\..*|diagnostics\.stopwatch|security\.cryptography\.\w*(?:hash|sha|md5)\w*.*|system\.math|threading\.thread|random|type|object|gc)$/;

function decodedText(type: string, bytes: Value | undefined): Value {
  if (bytes?.type !== "base64" || bytes.text === undefined) return { from: originsOf(bytes) };
  const text = decodeBase64(bytes.text, type.endsWith("utf16") ? "utf16" : "utf8");
  return text === undefined ? { from: bytes.from } : { text, from: bytes.from };
}

function fileMethod(type: string, name: string, args: readonly Value[], call: Call): Value {
  const [first, second] = args;
  const isDirectory = type.includes("directory");
  const targets = targetsOf(first, call, true);
  const to = targetsOf(second, call, true);
  if (/^(?:exists|get(?:attributes|creationtime|lastwritetime|parent|currentdirectory).*)$/.test(name))
    return { from: [] };
  if (name === "delete") emitFiles(call, "delete", targets, isDirectory && textOf(second)?.toLowerCase() === "true");
  else if (name === "copy") emitTransfer(call, { kind: "copy", sources: targets, to, recursive: isDirectory });
  else if (name === "move" || name === "replace")
    emitTransfer(call, { kind: "move", sources: targets, to, recursive: isDirectory });
  else if (/^(?:write|create$|createtext|openwrite)/.test(name))
    emitWrite(call, isDirectory || name.startsWith("create") ? "create" : "replace", targets, second);
  else if (name.startsWith("append")) emitWrite(call, "append", targets, second);
  else if (/^(?:read|opentext|openread)/.test(name)) return emitRead(call, first, true);
  else if (/^(?:getfiles|getdirectories|enumerate|getfilesystem)/.test(name)) {
    emitFiles(call, "list", targets, textOf(args[2])?.toLowerCase() === "alldirectories");
    return {
      from: [],
      files: targets.map(
        (target) => target && { ...target, path: `${target.path || "."}/**`, glob: true, partial: true, hidden: true },
      ),
    };
  } else if (name === "encrypt") emitFiles(call, "destroy", targets);
  else if (/^set(?:attributes|accesscontrol)/.test(name)) {
    for (const target of targets)
      emit(call, {
        kind: "permission",
        target,
        recursive: false,
        change: name.includes("acl") ? "acl" : "attributes",
        value: textOf(second) ?? null,
        grants: "unknown",
      });
  } else if (name === "setcurrentdirectory") call.evaluation.directory = targets[0]?.path ?? null;
  else if (!name.startsWith("set")) {
    emitRead(call, first, true);
    emitWrite(call, "change", targets, second);
  }
  return nothing;
}

const folders: ReadonlyMap<string, string> = new Map(
  Object.entries({
    userprofile: "~",
    desktop: "~/Desktop",
    mydocuments: "~/Documents",
    personal: "~/Documents",
    applicationdata: "~/AppData/Roaming",
    localapplicationdata: "~/AppData/Local",
    startup: "~/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup",
    system: "C:\\Windows\\System32",
    windows: "C:\\Windows",
    programfiles: "C:\\Program Files",
  }),
);

function folder(name: string): Value {
  const path = folders.get(name);
  return path === undefined ? unknownValue : textValue(path);
}
