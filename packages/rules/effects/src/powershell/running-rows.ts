import { unknownValue } from "../engine/value.ts";
import { type Cmdlet, cmdlet } from "./bind.ts";
import { runCode } from "./nested-code.ts";
import { addType, importModule, invoke, manage, newObject, open, register, startProcess } from "./running-cmdlets.ts";

/** The effects of PowerShell cmdlets that run code and programs, and create objects. */
export const runningCmdlets: readonly Cmdlet[] = [
  cmdlet("Invoke-Expression iex", "command", { piped: "command" }, ({ value, call }) =>
    runCode(value("command") ?? unknownValue, [], { ...call, input: null, inCaller: true }),
  ),
  cmdlet(
    "Invoke-Command icm Start-Job sajb Start-ThreadJob",
    "scriptblock; computername credential session argumentlist inputobject filepath name hostname username jobname throttlelimit initializationscript vmname port; asjob hidecomputername nonewscope",
    invoke,
  ),
  cmdlet(
    "Start-Process saps start",
    "filepath argumentlist; verb workingdirectory windowstyle credential redirectstandardoutput redirectstandarderror redirectstandardinput environment; wait passthru nonewwindow loaduserprofile usenewenvironment",
    startProcess,
  ),
  cmdlet("New-Object", "typename argumentlist*; comobject property; strict", newObject),
  cmdlet(
    "Add-Type",
    "typedefinition; assemblyname path memberdefinition name namespace language referencedassemblies usingnamespace outputassembly; passthru ignorewarnings",
    addType,
  ),
  cmdlet("Invoke-Item ii", "place|path", open),
  cmdlet(
    "Invoke-CimMethod Invoke-WmiMethod iwmi",
    "classname methodname arguments; class name argumentlist namespace computername inputobject cimsession query path",
    manage,
  ),
  cmdlet(
    "Import-Module ipmo",
    "name; argumentlist prefix requiredversion function cmdlet variable alias scope assembly; force global passthru disablenamechecking ascustomobject",
    importModule,
  ),
  cmdlet(
    "Register-EngineEvent Register-ObjectEvent Register-CimIndicationEvent Register-ArgumentCompleter",
    "sourceidentifier action; inputobject eventname query namespace messagedata scriptblock commandname parametername; forward supportevent native",
    register,
  ),
];
