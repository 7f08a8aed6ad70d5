import { first } from "../arguments.ts";
import { environmentValue, expandVariables, ownFile, setEnvironment } from "../environment.ts";
import { targetsOf } from "../file-targets.ts";
import type { BuiltinCall, BuiltinTable } from "../interpreter.ts";
import { parentPath } from "../path-texts.ts";
import {
  joinAll,
  joinOrigins,
  literalOf,
  none,
  numberOf,
  originsOf,
  textsOf,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
} from "../value.ts";

/** What asks or changes the place where the program runs. */
export const placeBuiltins: BuiltinTable = [
  ["os.getenv", variable],
  ["os.environ.get", variable],
  [
    "os.environ.setdefault",
    (call) => {
      const [name, value] = call.positional;
      if (value !== undefined) setEnvironment(literalOf(name), value, call.run);
      return variable(call);
    },
  ],
  [
    "os.putenv",
    ({ positional: [name, value], run }) => {
      setEnvironment(literalOf(name), value ?? unknownValue, run);
      return none;
    },
  ],
  [
    "os.environ.update",
    ({ run }) => {
      setEnvironment(undefined, unknownValue, run);
      return none;
    },
  ],
  [
    "os.path.expandvars",
    ({ positional: [value], run }) =>
      value === undefined
        ? unknownValue
        : joinAll(textsOf(value).map((text) => textValue(expandVariables(text, run), value.from))),
  ],
  ["os.chdir", (call) => changeDirectory(call)],
  ["contextlib.chdir", (call) => changeDirectory(call)],
  [
    "os.dup2",
    ({ positional: [source, descriptor], run }) => {
      const number = numberOf(descriptor);
      if (source !== undefined && (number === 0 || number === undefined))
        run.input = joinOrigins(
          run.input,
          originsOf(source).filter(({ kind }) => kind !== "literal"),
        );
      return unknownFrom(source?.from ?? []);
    },
  ],
  ["os.getpgid", first],
  ["sys.exit", () => none],
];

function variable({ positional: [name, fallback], named, run }: BuiltinCall): Value {
  return environmentValue(literalOf(name), fallback ?? named.get("default"), run);
}

/**
 * `os.chdir`: from here on relative paths begin there; where it may not be reached, they begin nowhere that is known. The
 * directory of the program's own file is taken for the one in which it was started.
 */
function changeDirectory({ positional: [value], run }: BuiltinCall): Value {
  const [target, ...others] = value === undefined ? [] : targetsOf(value, run);
  const own = value !== undefined && textsOf(value).every((text) => text === parentPath(ownFile(run)));
  const place = own ? "" : target == null || target.glob || others.length > 0 ? null : target.path;
  run.directory = run.certainty === "certain" || place === run.directory ? place : null;
  return none;
}
