import type { Interpreter } from "./interpreter.ts";
import { lookUp, wildcardModules } from "./scope.ts";
import { exactValue, unknownValue, type Value } from "./value.ts";

/** Looks up a name: in the scopes, in modules that are imported as a whole, then among the names of the language. */
export function lookUpName(name: string, interpreter: Interpreter): Value {
  const value = lookUp(interpreter.scope, name);
  if (value !== undefined) return value;
  const { canonicalName, catalogue, builtins, globalValue } = interpreter.dialect;
  for (const module of wildcardModules(interpreter.scope)) {
    const dotted = canonicalName(`${module}.${name}`);
    if (catalogue.entry(dotted) !== undefined || builtins.has(dotted) || catalogue.hasModule(dotted))
      return exactValue({ kind: "library", name: dotted });
  }
  return globalValue(name, interpreter) ?? unknownValue;
}
