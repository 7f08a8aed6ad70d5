/** The values of PowerShell's global variables, such as `$env:TEMP` and `$HOME`. */
import { asBaseClass } from "../engine/attributes.ts";
import { directoryText } from "../engine/environment.ts";
import type { Interpreter } from "../engine/interpreter.ts";
import { lookUp } from "../engine/scope.ts";
import {
  exactValue,
  listValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { suppliedText } from "../unknown-text.ts";
import { typeName } from "./nodes.ts";
import { builtins } from "./static-methods.ts";

const paths: ReadonlyMap<string, string> = new Map(
  Object.entries({
    home: "~",
    profile: "~/Documents/PowerShell/Microsoft.PowerShell_profile.ps1",
    psscriptroot: ".",
    pshome: "C:\\Windows\\System32\\WindowsPowerShell\\v1.0",
  }),
);

/** The usual environment variables of Windows. */
export const usualEnvironment: ReadonlyMap<string, string> = new Map(
  Object.entries({
    TEMP: "~/AppData/Local/Temp",
    TMP: "~/AppData/Local/Temp",
    HOME: "~",
    USERPROFILE: "~",
    HOMEPATH: "~",
    APPDATA: "~/AppData/Roaming",
    LOCALAPPDATA: "~/AppData/Local",
    ONEDRIVE: "~/OneDrive",
    PUBLIC: "C:\\Users\\Public",
    PROGRAMDATA: "C:\\ProgramData",
    ALLUSERSPROFILE: "C:\\ProgramData",
    PROGRAMFILES: "C:\\Program Files",
    SYSTEMROOT: "C:\\Windows",
    WINDIR: "C:\\Windows",
    SYSTEMDRIVE: "C:",
    HOMEDRIVE: "",
    COMSPEC: "C:\\Windows\\System32\\cmd.exe",
  }),
);

/** The value of a variable that the script has not set. */
export function globalValue(name: string, interpreter: Interpreter): Value | undefined {
  const { context } = interpreter;
  const kept = context.variables?.get(name);
  if (kept !== undefined)
    return kept.text === undefined ? unknownValueFrom(kept.from) : textValue(kept.text, kept.from);
  if (name === "env:" || builtins.has(name)) return exactValue({ kind: "library", name });
  const [, type] = /^\[(.*)\]$/.exec(name) ?? [];
  if (type !== undefined) return exactValue({ kind: "library", name: typeName(type) });
  const path = paths.get(name);
  if (path !== undefined) return textValue(path);
  const { standardInput } = context;
  if (name === "input" && standardInput !== undefined)
    return standardInput.text === undefined
      ? unknownValueFrom(standardInput.from)
      : textValue(standardInput.text, standardInput.from);
  const supplied = textValue(suppliedText, [{ kind: "input" }]);
  switch (name) {
    case "super":
      return asBaseClass(lookUp(interpreter.scope, "this"));
    case "(input)":
      return supplied;
    case "args":
    case "input":
      return listValue([], supplied, supplied.from);
    case "(piped)":
      return listValue([], unknownValue);
    case "pwd":
      return textValue(directoryText(interpreter));
    case "executioncontext":
      return objectValue("executioncontext");
    case "psdefaultparametervalues":
      return objectValue("default parameters");
    default:
      return /^(?:host|psversiontable|error|myinvocation|pid|psculture|matches|shellid|lastexitcode|\?|\^|is(?:windows|linux|macos|coreclr))$/.test(
        name,
      )
        ? unknownValueFrom([])
        : undefined;
  }
}
