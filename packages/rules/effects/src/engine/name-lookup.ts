import { catalogueEntry, isCatalogueModule } from "../python/catalogue.ts";
import { programFile } from "./environment.ts";
import type { Interpreter } from "./interpreter.ts";
import { keptName, unknownKeptName } from "../python/kept-names.ts";
import { canonicalName } from "../python/library-names.ts";
import { lookUp, wildcardModules } from "./scope.ts";
import { exactValue, textValue, unknownValue, type Value } from "./value.ts";

/** Looks up a name: in the scopes, in modules imported with `*`, then among Python's builtins. */
export function lookUpName(name: string, interpreter: Interpreter): Value {
  const value = lookUp(interpreter.scope, name);
  if (value !== undefined) return value;
  const kept = keptName(name, interpreter);
  if (kept !== undefined) return kept;
  for (const module of wildcardModules(interpreter.scope)) {
    const dotted = canonicalName(`${module}.${name}`);
    if (catalogueEntry(dotted) !== undefined || interpreter.builtins.has(dotted) || isCatalogueModule(dotted))
      return exactValue({ kind: "library", name: dotted });
  }
  const patched = interpreter.moduleScope.names.get(`builtins.${name}`);
  if (patched !== undefined) return patched;
  if (name === "__file__") return textValue(programFile(interpreter));
  if (name === "__builtins__") return exactValue({ kind: "library", name: "builtins" });
  if (builtinFunctionNames.has(name) || catalogueEntry(name) !== undefined || interpreter.builtins.has(name))
    return exactValue({ kind: "library", name });
  return unknownKeptName(name, interpreter) ?? unknownValue;
}

/** Python's builtin functions without effects. */
const builtinFunctionNames = new Set(
  "abs all any ascii bin callable classmethod dir divmod filter hash hex id iter map object oct pow property round slice staticmethod sum".split(
    " ",
  ),
);
