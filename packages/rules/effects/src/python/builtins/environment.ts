import { firstArgument } from "../../engine/arguments.ts";
import { changeDirectory, setEnvironmentVariable } from "../../engine/computed-functions.ts";
import { moduleFolders } from "../../engine/definitions.ts";
import { environmentValue, expandVariables, setEnvironment } from "../../engine/environment.ts";
import { type BuiltinTable, emit, type SortedCall } from "../../engine/interpreter.ts";
import { changeWorld } from "../../engine/paths.ts";
import {
  exactNumber,
  exactText,
  joinAllValues,
  knownTexts,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../../engine/value.ts";
import { originsOf } from "../../engine/value-origins.ts";
import { joinOrigins } from "../../origins.ts";
import { variableConsequence } from "../../persistent-variables.ts";

/** Builtins that read or change the environment of the process: variables, the working directory, standard input. */
export const environmentBuiltins: BuiltinTable = [
  ["os.getenv os.environ.get", environmentVariable],
  [
    "os.environ.setdefault",
    (call) => {
      const [name, value] = call.positional;
      if (value !== undefined) setEnvironment(exactText(name), value, call.interpreter);
      return environmentVariable(call);
    },
  ],
  ["os.putenv", setEnvironmentVariable],
  [
    "os.environ.update",
    ({ positional, named, interpreter }) => {
      const given = positional.flatMap(({ alternatives }) => alternatives);
      for (const each of given)
        if (each.kind === "dict") for (const [name, value] of each.entries) setEnvironment(name, value, interpreter);
      for (const [name, value] of named) setEnvironment(name, value, interpreter);
      const isKnown = positional.every(({ mayBeUnknown, alternatives: [only] }) => !mayBeUnknown && only !== undefined);
      if (!isKnown || given.some((each) => each.kind !== "dict" || each.more !== null))
        setEnvironment(undefined, unknownValue, interpreter);
      return noneValue;
    },
  ],
  [
    "os.path.expandvars",
    ({ positional: [value], interpreter }) =>
      value === undefined
        ? unknownValue
        : joinAllValues(knownTexts(value).map((text) => textValue(expandVariables(text, interpreter), value.from))),
  ],
  ["sys.path.append sys.path.insert site.addsitedir", searchForModules],
  ["os.chdir contextlib.chdir", changeDirectory],
  [
    "os.dup2",
    ({ positional: [source, descriptor], interpreter }) => {
      const number = exactNumber(descriptor);
      if (source !== undefined && (number === 0 || number === undefined))
        changeWorld(interpreter, {
          input: joinOrigins(
            interpreter.input,
            originsOf(source).filter(({ kind }) => kind !== "literal"),
          ),
        });
      return unknownValueFrom(source?.from ?? []);
    },
  ],
  ["os.getpgid", firstArgument],
  ["sys.exit", () => noneValue],
];

/** Computes `sys.path.insert(0, directory)`: modules are searched there, as with `PYTHONPATH`. */
function searchForModules({ positional, span: { start, end }, interpreter }: SortedCall): Value {
  for (const text of positional.flatMap(knownTexts)) {
    const before = interpreter.settings.get(moduleFolders);
    if (before?.split("\n").includes(text) !== true && text.length < 500)
      interpreter.settings.set(moduleFolders, before === undefined || before === null ? text : `${before}\n${text}`);
    const consequence = variableConsequence("PYTHONPATH", text);
    if (consequence !== undefined) emit(interpreter, { ...consequence, by: "sys.path", start, end });
  }
  return noneValue;
}

function environmentVariable({ positional: [name, defaultValue], named, interpreter }: SortedCall): Value {
  return environmentValue(exactText(name), defaultValue ?? named.get("default"), interpreter);
}
