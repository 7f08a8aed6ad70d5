import type { Evaluation } from "./evaluation.ts";
import { nothing, textValue, unknownValue, type Value } from "./value.ts";

const documents = "~/Documents/PowerShell/Microsoft.PowerShell_profile.ps1";

/** Variables whose value is a path, by their names in lower case. */
const paths: ReadonlyMap<string, string> = new Map(
  Object.entries({
    home: "~",
    profile: documents,
    pwd: ".",
    psscriptroot: ".",
    "env:userprofile": "~",
    "env:home": "~",
    "env:homepath": "~",
    "env:appdata": "~/AppData/Roaming",
    "env:localappdata": "~/AppData/Local",
    "env:onedrive": "~/OneDrive",
    "env:temp": "~/AppData/Local/Temp",
    "env:tmp": "~/AppData/Local/Temp",
    "env:public": "C:\\Users\\Public",
    "env:programdata": "C:\\ProgramData",
    "env:allusersprofile": "C:\\ProgramData",
    "env:programfiles": "C:\\Program Files",
    "env:systemroot": "C:\\Windows",
    "env:windir": "C:\\Windows",
    "env:systemdrive": "C:",
    "env:homedrive": "",
    "env:comspec": "C:\\Windows\\System32\\cmd.exe",
    pshome: "C:\\Windows\\System32\\WindowsPowerShell\\v1.0",
  }),
);

const constants: ReadonlySet<string> = new Set("true false null lastexitcode ? ^ iswindows islinux ismacos".split(" "));

/** The value of a variable, by its name in lower case. */
export function variableValue(name: string, { variables, context }: Evaluation): Value {
  const own = variables.get(name);
  if (own !== undefined) return own;
  if (constants.has(name)) return name === "null" ? nothing : { from: [], text: name !== "?" ? name : undefined };
  const known = name.startsWith("env:") ? environmentValue(name.slice(4), context.environment) : undefined;
  if (known !== undefined) return known;
  const path = paths.get(name);
  if (path !== undefined) return textValue(path);
  if (name.startsWith("env:")) return { from: [{ kind: "environment" }] };
  if (name === "args" || name === "input") return { from: [{ kind: "input" }] };
  if (/^(?:host|psversiontable|error|executioncontext|myinvocation|pid|psculture|matches|shellid)$/.test(name))
    return { from: [], type: name === "executioncontext" ? "executioncontext" : undefined };
  return unknownValue;
}

function environmentValue(name: string, environment: Evaluation["context"]["environment"]): Value | undefined {
  const data = environment?.get(name) ?? environment?.get(name.toUpperCase());
  if (data === undefined) return undefined;
  return { from: data.from, text: data.text };
}
