import { programFile } from "../engine/environment.ts";
import type { Interpreter } from "../engine/interpreter.ts";
import { exactValue, textValue, type Value } from "../engine/value.ts";
import { builtins } from "./builtins.ts";
import { catalogueEntry } from "./catalogue.ts";
import { keptName, unknownKeptName } from "./kept-names.ts";

/** The value of a name that the program has not set: what the session kept, or a builtin of Python. */
export function globalValue(name: string, interpreter: Interpreter): Value | undefined {
  const kept = keptName(name, interpreter);
  if (kept !== undefined) return kept;
  const patched = interpreter.moduleScope.names.get(`builtins.${name}`);
  if (patched !== undefined) return patched;
  if (name === "__file__") return textValue(programFile(interpreter));
  if (name === "__builtins__") return exactValue({ kind: "library", name: "builtins" });
  if (builtinFunctionNames.has(name) || catalogueEntry(name) !== undefined || builtins.has(name))
    return exactValue({ kind: "library", name });
  return unknownKeptName(name, interpreter);
}

/** Python's builtin functions without effects. */
const builtinFunctionNames = new Set(
  "abs all any ascii bin callable classmethod dir divmod filter hash hex id iter map object oct pow property round slice staticmethod sum".split(
    " ",
  ),
);
