import { unknownValue } from "../engine/value.ts";
import type { Cmdlet } from "./bind.ts";
import { runCode } from "./nested-code.ts";
import { addType, importModule, invoke, manage, newObject, open, register, startProcess } from "./running-cmdlets.ts";

/** Cmdlets that run code and programs, and create objects. */
export const runningCmdlets: readonly Cmdlet[] = [
  {
    calls: "Invoke-Expression iex",
    parameters: "command",
    piped: "command",
    run: ({ value, call }) => runCode(value("command") ?? unknownValue, [], { ...call, input: null, inCaller: true }),
  },
  {
    calls: "Invoke-Command icm Start-Job sajb Start-ThreadJob",
    parameters: "scriptblock",
    valued:
      "computername credential session argumentlist inputobject filepath name hostname username jobname throttlelimit initializationscript vmname port",
    switches: "asjob hidecomputername nonewscope",
    run: invoke,
  },
  {
    calls: "Start-Process saps start",
    parameters: "filepath argumentlist",
    valued:
      "verb workingdirectory windowstyle credential redirectstandardoutput redirectstandarderror redirectstandardinput environment",
    switches: "wait passthru nonewwindow loaduserprofile usenewenvironment",
    run: startProcess,
  },
  {
    calls: "New-Object",
    parameters: "typename argumentlist*",
    valued: "comobject property",
    switches: "strict",
    run: newObject,
  },
  {
    calls: "Add-Type",
    parameters: "typedefinition",
    valued:
      "assemblyname path memberdefinition name namespace language referencedassemblies usingnamespace outputassembly",
    switches: "passthru ignorewarnings",
    run: addType,
  },
  { calls: "Invoke-Item ii", parameters: "place|path", run: open },
  {
    calls: "Invoke-CimMethod Invoke-WmiMethod iwmi",
    parameters: "classname methodname arguments",
    valued: "class name argumentlist namespace computername inputobject cimsession query path",
    run: manage,
  },
  {
    calls: "Import-Module ipmo",
    parameters: "name",
    valued: "argumentlist prefix requiredversion function cmdlet variable alias scope assembly",
    switches: "force global passthru disablenamechecking ascustomobject",
    run: importModule,
  },
  {
    calls: "Register-EngineEvent Register-ObjectEvent Register-CimIndicationEvent Register-ArgumentCompleter",
    parameters: "sourceidentifier action",
    valued: "inputobject eventname query namespace messagedata scriptblock commandname parametername",
    switches: "forward supportevent native",
    run: register,
  },
];
