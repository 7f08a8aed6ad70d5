/** The parts of PowerShell that the interpreter needs: its parser, operators and cmdlets. */
import type { Dialect } from "../engine/dialect.ts";
import { normalizeWindowsPath } from "../windows-path.ts";
import { methodEntry } from "./catalogue.ts";
import { callCommand } from "./commands.ts";
import { globalValue, usualEnvironment } from "./global-names.ts";
import { memberOf } from "./members.ts";
import { callMethod, methodNames } from "./methods.ts";
import { callStatic } from "./objects.ts";
import { lowerPowerShell } from "./parse-statements.ts";
import { builtins, constants } from "./static-methods.ts";

/** PowerShell. */
export const powershellDialect: Dialect = {
  name: "powershell",
  lower: lowerPowerShell,
  catalogue: { entry: methodEntry, methodName: (type, name) => `${type}.${name}`, hasModule: () => false },
  builtins,
  methods: methodNames,
  constructors: ["__init__"],
  self: "this",
  environments: new Set(["env:"]),
  exits: new Set(["exit", "environment.exit"]),
  assignsOuter: false,
  defaultsOnce: false,
  copies: false,
  hasRecords: true,
  foldsCase: true,
  globalValue,
  canonicalName: (name) => name,
  constant: (name) => constants.get(name),
  callFunction: callStatic,
  callMethod,
  callCommand,
  member: memberOf,
  fileName,
  usualEnvironment,
  services: new Map(),
};

/** Names of devices that store nothing. */
const devices = /^(?:nul|con|null|aux|prn|\/dev\/null)$/i;

/** The name of a file of Windows with slashes; `null` for devices and drives that hold no files. */
function fileName(text: string): string | null {
  if (devices.test(text) || /^(?:env|function|alias|variable|wsman):/i.test(text)) return null;
  const path = normalizeWindowsPath(text.trim()).replace(/^(\/c:)?\/Users\/%USERNAME%(?=\/|$)/i, "~");
  // No file has such a name, so that it may be any.
  return path === "" || /[\n\r]/.test(path) ? "\0" : path;
}
