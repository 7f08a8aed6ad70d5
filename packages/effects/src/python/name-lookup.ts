import { entryOf, isModule } from "./catalogue.ts";
import { ownFile } from "./environment.ts";
import type { Run } from "./interpreter.ts";
import { canonicalName } from "./library-names.ts";
import { lookUp, wildcardsOf } from "./scope.ts";
import { exactly, textValue, unknownValue, type Value } from "./value.ts";

/** What a name stands for. */
export function nameValue(name: string, run: Run): Value {
  const value = lookUp(run.scope, name);
  if (value !== undefined) return value;
  for (const module of wildcardsOf(run.scope)) {
    const dotted = canonicalName(`${module}.${name}`);
    if (entryOf(dotted) !== undefined || run.builtins.has(dotted) || isModule(dotted))
      return exactly({ kind: "library", name: dotted });
  }
  const patched = run.module.names.get(`builtins.${name}`);
  if (patched !== undefined) return patched;
  if (name === "__file__") return textValue(ownFile(run));
  if (name === "__builtins__") return exactly({ kind: "library", name: "builtins" });
  if (others.has(name) || entryOf(name) !== undefined || run.builtins.has(name))
    return exactly({ kind: "library", name });
  return unknownValue;
}

/** Python's own functions that do nothing by themselves. */
const others = new Set(
  "abs all any ascii bin callable classmethod dir divmod filter hash hex id iter map object oct pow property round slice staticmethod sum".split(
    " ",
  ),
);
