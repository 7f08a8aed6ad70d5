/** Evaluates cmdlets that run code and programs or create objects, such as `Invoke-Expression`. */
import { startCall } from "../engine/callbacks.ts";
import { outputItems } from "../engine/commands.ts";
import { fileTargets } from "../engine/file-targets.ts";
import { contentOfFile } from "../engine/known-content.ts";
import { changeWorld } from "../engine/paths.ts";
import { reads, replaces } from "../engine/rows.ts";
import {
  dictValue,
  exactText,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins, originsOf } from "../engine/value-origins.ts";
import type { Bound } from "./bind.ts";
import { blocksOf, callBlock } from "./blocks.ts";
import { diskCopy, emitAnything, emitEffect, type ProgramCall, perform } from "./call.ts";
import { runNamed } from "./commands.ts";
import { runCommandLine } from "./hosts.ts";
import { runCode } from "./nested-code.ts";
import { connect } from "./network-rows.ts";
import { typeName } from "./nodes.ts";
import { createObject } from "./objects.ts";
import { asText, mapAlternatives, textOf } from "./values.ts";

/** Runs `Invoke-Command` and `Start-Job`: they run a block of code now. */
export function invoke(bound: Bound): Value {
  const { value, call } = bound;
  const host = value("computername") ?? value("hostname") ?? value("session") ?? value("vmname");
  const names = host === undefined ? [] : outputItems(host).items.map(textOf);
  const isLocal = names.every((name) => name !== undefined && /^(?:localhost|\.|127\.0\.0\.1|::1)$/i.test(name));
  if (host !== undefined && !(isLocal && names.length > 0)) {
    connect(bound);
    emitAnything(call, "code runs on another machine");
    return unknownValue;
  }
  const given = value("argumentlist");
  const words = given === undefined ? [] : [{ name: null, value: given, spread: true as const }];
  const code = value("scriptblock");
  const file = value("filepath");
  if (file !== undefined) return runNamed(textOf(file) ?? "", words, call);
  return runCode(code ?? unknownValue, words, { ...call, inCaller: false });
}

/** Evaluates `Start-Process`. */
export function startProcess({ value, call }: Bound): Value {
  const { interpreter } = call;
  const program = value("filepath");
  if (/^runas/i.test(textOf(value("verb")) ?? "")) emitEffect(call, { kind: "privilege", user: "Administrator" });
  const isShell = /(?:^|[\\/])(?:powershell|pwsh|cmd|[wc]script|mshta)(?:\.exe)?$/i.test(textOf(program) ?? "");
  if (isShell && /^hidden/i.test(textOf(value("windowstyle")) ?? ""))
    emitAnything(call, "nobody sees the window of the program");
  for (const name of ["redirectstandardoutput", "redirectstandarderror"]) {
    const data = unknownValueFrom([{ kind: "output", by: textOf(program) ?? call.by }]);
    const write = [replaces("to", "data")] as const;
    if (value(name) !== undefined) perform(call, write, { to: value(name), data });
  }
  const name = textOf(program);
  if (name === undefined) {
    emitEffect(call, { kind: "execute", program: null, from: program === undefined ? [] : nonLiteralOrigins(program) });
    emitAnything(call, "it is unknown which program is started");
    return unknownValue;
  }
  if (/^(?:https?|mailto|ms-settings):/i.test(name)) return noneValue;
  const { directory } = interpreter;
  const place = value("workingdirectory");
  if (place !== undefined) changeWorld(interpreter, { directory: fileTargets(place, interpreter)[0]?.path ?? null });
  // The items of the list are joined to one command line, which the program splits again.
  const given = value("argumentlist");
  const { items, more } = given === undefined ? { items: [], more: null } : outputItems(given);
  const words = [...items.flatMap(splitWords), ...(more === null ? [] : [more])];
  const result = runNamed(name, words.map(wordOf), { ...call, inCaller: false });
  if (place !== undefined) changeWorld(interpreter, { directory });
  return value("passthru") === undefined ? result : unknownValueFrom([{ kind: "output", by: "Start-Process" }]);
}

/** Splits a text at spaces, but not within quotes. */
function splitWords(item: Value): readonly Value[] {
  const text = exactText(item);
  if (text === undefined) return [item];
  const words = text.match(/(?:[^\s"]+|"[^"]*")+/g) ?? [];
  return words.map((word) => textValue(word.replaceAll('"', ""), item.from));
}

/** Tells a parameter's name (`-Path`) from a value among the words of a command. */
function wordOf(value: Value): { readonly name: string | null; readonly value: Value | null } {
  const [, name] = /^-([A-Za-z]\w*)$/.exec(exactText(value) ?? "") ?? [];
  return name === undefined ? { name: null, value } : { name, value: null };
}

/** Computes `New-Object`. */
export function newObject({ value, call }: Bound): Value {
  const com = textOf(value("comobject"));
  const type = com === undefined ? textOf(value("typename")) : `com:${com}`;
  if (type === undefined) return unknownValue;
  if (/^(?:psobject|pscustomobject)$/i.test(type)) return value("property") ?? dictValue(new Map());
  const given = value("argumentlist");
  const { items, more } = given === undefined ? { items: [], more: null } : outputItems(given);
  return createObject(typeName(type), more === null ? items : [unknownValue], call);
}

/** Evaluates `Add-Type`: compiles code of .NET. */
export function addType({ value, call }: Bound): Value {
  const code = value("typedefinition") ?? value("memberdefinition");
  if (value("assemblyname") !== undefined && code === undefined) return noneValue;
  emitEffect(call, { kind: "execute", program: null, from: originsOf(code ?? value("path") ?? unknownValue) });
  emitAnything(call, "code of .NET is compiled and not read");
  return unknownValue;
}

/** Computes `Invoke-Item`: opens a file with its program. */
export function open({ value, call }: Bound): Value {
  const path = textOf(value("place"));
  return /\.(?:exe|bat|cmd|ps1|msi|com|vbs|js|lnk|hta)$/i.test(path ?? ".exe")
    ? runNamed(path ?? "", [], call)
    : noneValue;
}

/** Computes `Invoke-CimMethod`: methods of objects of the system. */
export function manage({ value, call }: Bound): Value {
  const method = textOf(value("methodname") ?? value("name"))?.toLowerCase();
  const name = textOf(value("classname") ?? value("class"))?.toLowerCase();
  const given = value("arguments") ?? value("argumentlist") ?? unknownValue;
  if (name === "win32_process" && method === "create") return runCommandLine(commandLineIn(given), call);
  if (name === "win32_shadowcopy" && method === "create") emitEffect(call, diskCopy);
  else if (method === "terminate") emitEffect(call, { kind: "signal", process: null, harmless: false });
  else if (method !== undefined && /^(?:win32shutdown|reboot|shutdown)$/.test(method))
    emitEffect(call, { kind: "signal", process: "the machine", harmless: false });
  else emitAnything(call, `the method ${method ?? ""} of ${name ?? "an object"} is not known`);
  return noneValue;
}

/** Returns the command line in the arguments of `Win32_Process.Create`. */
function commandLineIn(value: Value): Value {
  return mapAlternatives(value, (each, single) =>
    each.kind === "dict" ? (each.entries.get("commandline") ?? unknownValue) : asText(single),
  );
}

/** Runs the code of a module that is a file; an installed module only defines commands. */
export function importModule({ value, call }: Bound): Value {
  const module = value("name") ?? unknownValue;
  const name = textOf(module);
  if (name !== undefined && !/[\\/]|\.(?:psm?1|dll)$/i.test(name)) return noneValue;
  const data = perform(call, [reads("file")], { file: module });
  emitEffect(call, { kind: "execute", program: name ?? null, from: originsOf(data) });
  const content = contentOfFile(module, call.interpreter);
  if (name === undefined) emitAnything(call, "it is unknown which module is loaded");
  else if (content !== undefined) runCode(content, [], { ...call, inCaller: true });
  return noneValue;
}

/** Runs script blocks that are registered for events. */
export function register({ named, call }: Bound): Value {
  const { span, interpreter } = call;
  for (const value of named.values())
    for (const block of blocksOf(value)) startCall(() => void callBlock(block, {}, interpreter), span, interpreter);
  return noneValue;
}

/** Runs a program by the values of its words. */
export function startWith(program: Value, given: readonly Value[], call: ProgramCall): Value {
  const words = given.flatMap((each) => outputItems(each).items.flatMap(splitWords));
  const name = textOf(program);
  if (name !== undefined) return runNamed(name, words.map(wordOf), call);
  emitAnything(call, "it is unknown which program is started");
  return unknownValue;
}
