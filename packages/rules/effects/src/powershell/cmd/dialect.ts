/** The parts of `cmd.exe` batch files that the interpreter needs. */
import type { Dialect } from "../../engine/dialect.ts";
import { exactValue, textValue } from "../../engine/value.ts";
import { suppliedText } from "../../unknown-text.ts";
import { powershellDialect } from "../dialect.ts";
import { usualEnvironment } from "../global-names.ts";
import { callLine } from "./commands.ts";
import { lowerCmd } from "./lower.ts";
import { builtins } from "./operators.ts";

/** `cmd.exe`. */
export const cmdDialect: Dialect = {
  ...powershellDialect,
  name: "cmd",
  lower: lowerCmd,
  builtins,
  methods: new Map(),
  exits: new Set(["exit"]),
  globalValue: (name) => {
    if (name === "env:" || builtins.has(name)) return exactValue({ kind: "library", name });
    return /^%[\d*]$/.test(name) ? textValue(suppliedText, [{ kind: "input" }]) : undefined;
  },
  callFunction: undefined,
  callMethod: undefined,
  member: undefined,
  callCommand: callLine,
  usualEnvironment: new Map([
    ...usualEnvironment,
    ["USERNAME", "%USERNAME%"],
    ["CD", "."],
    ["__CD__", "."],
    ...[
      "DATE",
      "TIME",
      "RANDOM",
      "ERRORLEVEL",
      "COMPUTERNAME",
      "PROCESSOR_ARCHITECTURE",
      "NUMBER_OF_PROCESSORS",
      "OS",
    ].map((name) => [name, "0"] as const),
  ]),
};
