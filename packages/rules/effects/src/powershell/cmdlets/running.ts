import type { Bound, Cmdlet } from "../bind.ts";
import { typeName } from "../evaluate-expression.ts";
import { emit, emitUnknown } from "../evaluation.ts";
import { emitRead, emitWrite, targetsOf } from "../file-effects.ts";
import { runBlock, runCode } from "../nested-code.ts";
import { itemsOf, nothing, originsOf, textOf, textValue, unknownValue, type Value } from "../value.ts";

/** Cmdlets that run code and programs, and create objects. */
export const runningCmdlets: readonly Cmdlet[] = [
  {
    names: "Invoke-Expression iex",
    at: "command",
    run: ({ value, call }) => runCode(call, value("command") ?? call.input),
  },
  {
    names: "Invoke-Command icm Start-Job sajb Start-ThreadJob",
    at: "scriptblock",
    valued:
      "computername credential session argumentlist inputobject filepath name hostname username jobname throttlelimit initializationscript vmname port",
    switches: "asjob hidecomputername nonewscope",
    run: invoke,
  },
  {
    names: "Start-Process saps start",
    at: "filepath argumentlist",
    valued:
      "verb workingdirectory windowstyle credential redirectstandardoutput redirectstandarderror redirectstandardinput environment",
    switches: "wait passthru nonewwindow loaduserprofile usenewenvironment",
    run: start,
  },
  { names: "New-Object", at: "typename argumentlist", valued: "comobject property", switches: "strict", run: create },
  {
    names: "Add-Type",
    at: "typedefinition",
    valued:
      "assemblyname path literalpath memberdefinition name namespace language referencedassemblies usingnamespace outputassembly",
    switches: "passthru ignorewarnings",
    run: addType,
  },
  { names: "Invoke-Item ii", at: "path", valued: "literalpath", run: open },
  {
    names: "Invoke-CimMethod Invoke-WmiMethod iwmi",
    at: "classname methodname arguments",
    valued: "class name argumentlist namespace computername inputobject cimsession query path",
    run: management,
  },
  {
    names: "Import-Module ipmo",
    at: "name",
    valued: "argumentlist prefix requiredversion function cmdlet variable alias scope assembly",
    switches: "force global passthru disablenamechecking ascustomobject",
    run: importModule,
  },
];

function invoke({ value, call }: Bound): Value {
  const host = value("computername") ?? value("hostname") ?? value("session") ?? value("vmname");
  const block = value("scriptblock") ?? value("filepath");
  const names = itemsOf(host).map(textOf);
  if (
    host !== undefined &&
    names.some((name) => name === undefined || !/^(?:localhost|\.|127\.0\.0\.1|::1)$/i.test(name))
  ) {
    emit(call, {
      kind: "network",
      direction: "out",
      host: names[0]?.toLowerCase() ?? null,
      protocol: "winrm",
      from: [{ kind: "literal" }],
    });
    emitUnknown(call, "code runs on another machine");
    return unknownValue;
  }
  if (block?.block !== undefined)
    return runBlock(block.block, call.evaluation, { input: call.input, args: itemsOf(value("argumentlist")) });
  return runCode(call, value("filepath") === undefined ? block : emitRead(call, block, true));
}

function start({ value, call }: Bound): Value {
  const program = value("filepath");
  if (/^runas/i.test(textOf(value("verb")) ?? "")) emit(call, { kind: "privilege", user: "Administrator" });
  for (const name of ["redirectstandardoutput", "redirectstandarderror"]) {
    const file = value(name);
    if (file !== undefined)
      emitWrite(call, "replace", targetsOf(file, call, true), {
        from: [{ kind: "output", by: textOf(program) ?? call.by }],
      });
  }
  const name = textOf(program);
  if (name === undefined) {
    emit(call, { kind: "execute", program: null, from: originsOf(program) });
    emitUnknown(call, "it is unknown which program is started");
    return unknownValue;
  }
  if (/^(?:https?|mailto|ms-settings):/i.test(name)) return nothing;
  const { evaluation } = call;
  const { directory } = evaluation;
  const place = value("workingdirectory");
  if (place !== undefined) evaluation.directory = targetsOf(place, call, true)[0]?.path ?? null;
  // The items of the list are joined to one command line, which the program splits again.
  const args = itemsOf(value("argumentlist")).flatMap((item) => splitWords(item));
  const result = evaluation.runProgram(name, args, call);
  evaluation.directory = directory;
  return result;
}

function splitWords(item: Value): readonly Value[] {
  if (item.text === undefined) return [item];
  const words = item.text.match(/(?:[^\s"]+|"[^"]*")+/g) ?? [];
  return words.map((word) => parameterOrText(word.replaceAll('"', ""), item));
}

function parameterOrText(text: string, { from }: Value): Value {
  return /^-[A-Za-z]\w*$/.test(text) ? { text, parameter: text.slice(1), from } : { text, from };
}

function create({ value, call }: Bound): Value {
  const com = textOf(value("comobject"));
  if (com !== undefined) return { from: [], type: `com:${com.toLowerCase()}` };
  const name = textOf(value("typename"));
  if (name === undefined) return unknownValue;
  const type = typeName(name);
  const args = itemsOf(value("argumentlist"));
  const object = { from: originsOf(...args), type, items: args };
  if (/sockets\.tcpclient$/.test(type) && args.length > 0) {
    const host = textOf(args[0])?.toLowerCase() ?? null;
    emit(call, { kind: "network", direction: "out", host, protocol: "tcp", from: [{ kind: "unknown" }] });
    return { from: [{ kind: "network", host }], type };
  }
  if (/sockets\.tcplistener$|net\.httplistener$/.test(type))
    emit(call, { kind: "network", direction: "listen", host: null, from: [] });
  if (/^io\.(?:streamwriter|filestream)$/.test(type))
    emitWrite(call, "change", targetsOf(args[0], call, true), unknownValue);
  if (type === "io.streamreader" && args[0]?.text !== undefined) return { ...emitRead(call, args[0], true), type };
  return type === "psobject" ? { from: object.from } : object;
}

function addType({ value, call }: Bound): Value {
  const code = value("typedefinition") ?? value("memberdefinition");
  const isAssembly = value("assemblyname") !== undefined && code === undefined;
  if (isAssembly) return nothing;
  emit(call, { kind: "execute", program: null, from: originsOf(code ?? value("path")) });
  emitUnknown(call, "code of .NET is compiled and not read");
  return unknownValue;
}

function open({ value, call }: Bound): Value {
  const path = value("path") ?? value("literalpath") ?? call.input;
  if (/\.(?:exe|bat|cmd|ps1|msi|com|vbs|js|lnk|hta)$/i.test(textOf(path) ?? ".exe"))
    return call.evaluation.runProgram(textOf(path) ?? "", [], call);
  return nothing;
}

function management({ value, call }: Bound): Value {
  const method = textOf(value("methodname") ?? value("name"))?.toLowerCase();
  const name = textOf(value("classname") ?? value("class"))?.toLowerCase();
  const args = value("arguments") ?? value("argumentlist");
  if (name === "win32_process" && method === "create") {
    const line = args?.fields?.get("commandline") ?? args;
    return call.evaluation.runProgram("cmd", [textValue("/c"), line ?? unknownValue], call);
  }
  if (method === "terminate") emit(call, { kind: "signal", process: null, harmless: false });
  else if (method !== undefined && /^(?:win32shutdown|reboot|shutdown)$/.test(method))
    emit(call, { kind: "signal", process: "the machine", harmless: false });
  else emitUnknown(call, `the method ${method ?? ""} of ${name ?? "an object"} is not known`);
  return nothing;
}

/** Runs the code of a module that is a file; an installed module only defines commands. */
function importModule({ value, call }: Bound): Value {
  const module = value("name");
  const name = textOf(module);
  if (name !== undefined && !/[\\/]|\.(?:psm?1|dll)$/i.test(name)) return nothing;
  const content = emitRead(call, module, true);
  emit(call, { kind: "execute", program: name ?? null, from: content.from });
  if (name === undefined) emitUnknown(call, "it is unknown which module is loaded");
  else if (content.text !== undefined) runCode(call, content);
  return nothing;
}
