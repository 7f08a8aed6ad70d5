/** Computes PHP functions that have no effect. */
import { isPassed } from "../engine/arguments.ts";
import { setAnyVariable } from "../engine/assignment.ts";
import { changeDirectory } from "../engine/computed-functions.ts";
import { directoryText, environmentValue, setEnvironment } from "../engine/environment.ts";
import type { Builtin, SortedCall } from "../engine/interpreter.ts";
import { lookUpName } from "../engine/name-lookup.ts";
import { lookUp, setVariable } from "../engine/scope.ts";
import {
  dictValue,
  exactText,
  knownTexts,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { namedCalls } from "./computed-names.ts";
import { streamFunctions } from "./streams.ts";
import { valueFunctions } from "./values.ts";

/** Runs `extract($array)`: the entries become variables. */
function extractVariables({ positional: [value = unknownValue], interpreter }: SortedCall): Value {
  for (const each of value.alternatives) {
    const known = each.kind === "dict" ? [...each.entries] : [];
    for (const [name, held] of known) setAnyVariable(`$${name}`, held, interpreter);
    if (each.kind !== "dict") setAnyVariable(undefined, unknownValueFrom(value.from), interpreter);
    else if (each.more !== null) setAnyVariable(undefined, each.more, interpreter);
  }
  if (value.mayBeUnknown) setAnyVariable(undefined, unknownValueFrom(value.from), interpreter);
  return unknownValue;
}

/** Computes `compact("a", "b")`. */
function compactVariables({ positional, interpreter }: SortedCall): Value {
  const names = positional.flatMap(knownTexts);
  return dictValue(new Map(names.map((name) => [name, lookUp(interpreter.scope, `$${name}`) ?? unknownValue])));
}

/** Evaluates `define("NAME", $value)`. */
function defineConstant({ positional: [name, value = unknownValue], interpreter }: SortedCall): Value {
  setVariable(interpreter.moduleScope, `:${exactText(name) ?? ""}`, value, interpreter);
  return noneValue;
}

/** Computes `putenv("NAME=value")`. */
function putEnvironment({ positional: [setting = unknownValue], interpreter }: SortedCall): Value {
  const [, name, text] = /^(\w+)=(.*)$/s.exec(exactText(setting) ?? "") ?? [];
  const value = text === undefined ? unknownValueFrom(setting.from) : textValue(text, setting.from);
  setEnvironment(name, value, interpreter);
  return noneValue;
}

/** The functions that are computed, by their names. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({
    ...valueFunctions,
    ...namedCalls,
    ...streamFunctions,
    extract: extractVariables,
    compact: compactVariables,
    define: defineConstant,
    constant: ({ positional: [name], interpreter }) => lookUpName(`:${exactText(name) ?? ""}`, interpreter),
    getenv: ({ positional: [name], interpreter }) =>
      name === undefined ? lookUpName("$_ENV", interpreter) : environmentValue(exactText(name), undefined, interpreter),
    putenv: putEnvironment,
    chdir: changeDirectory,
    getcwd: ({ interpreter }) => textValue(directoryText(interpreter)),
    sys_get_temp_dir: () => textValue("/tmp"),
    // Without objects, unserializing creates only plain data.
    unserialize: ({ positional: [, options] }) => (isPassed(options) ? unknownValue : undefined),
    // Only a text is code.
    assert: ({ positional: [value = unknownValue] }) => (knownTexts(value).length === 0 ? unknownValue : undefined),
  } satisfies Record<string, Builtin>),
);
