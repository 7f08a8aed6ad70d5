import { firstArgument } from "../../engine/arguments.ts";
import { environmentValue, expandVariables, programFile, setEnvironment } from "../../engine/environment.ts";
import { fileTargets } from "../../engine/file-targets.ts";
import { type BuiltinTable, emit, type SortedCall } from "../../engine/interpreter.ts";
import { parentPath } from "../../engine/path-texts.ts";
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
  ["os.getenv", environmentVariable],
  ["os.environ.get", environmentVariable],
  [
    "os.environ.setdefault",
    (call) => {
      const [name, value] = call.positional;
      if (value !== undefined) setEnvironment(exactText(name), value, call.interpreter);
      return environmentVariable(call);
    },
  ],
  [
    "os.putenv",
    ({ positional: [name, value], interpreter }) => {
      setEnvironment(exactText(name), value ?? unknownValue, interpreter);
      return noneValue;
    },
  ],
  [
    "os.environ.update",
    ({ interpreter }) => {
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
  ["sys.path.append", searchForModules],
  ["sys.path.insert", searchForModules],
  ["site.addsitedir", searchForModules],
  ["os.chdir", (call) => changeDirectory(call)],
  ["contextlib.chdir", (call) => changeDirectory(call)],
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

/** `sys.path.insert(0, directory)`: modules are searched there, as with `PYTHONPATH`. */
function searchForModules({ positional, span: { start, end }, interpreter }: SortedCall): Value {
  for (const text of positional.flatMap(knownTexts)) {
    const consequence = variableConsequence("PYTHONPATH", text);
    if (consequence !== undefined) emit(interpreter, { ...consequence, by: "sys.path", start, end });
  }
  return noneValue;
}

function environmentVariable({ positional: [name, defaultValue], named, interpreter }: SortedCall): Value {
  return environmentValue(exactText(name), defaultValue ?? named.get("default"), interpreter);
}

/**
 * `os.chdir(path)`: relative paths start there from now on. If the call may not run, the working directory becomes
 * unknown. The directory of the program's own file counts as the directory in which the program started.
 */
function changeDirectory({ positional: [value], interpreter }: SortedCall): Value {
  const [target, ...others] = value === undefined ? [] : fileTargets(value, interpreter);
  const isProgramDirectory =
    value !== undefined && knownTexts(value).every((text) => text === parentPath(programFile(interpreter)));
  const { directory: start = "" } = interpreter.context;
  const directory = isProgramDirectory
    ? start
    : target == null || target.glob || others.length > 0
      ? null
      : target.path;
  changeWorld(interpreter, { directory });
  return noneValue;
}
