import { environmentValue, expandVariables } from "../environment.ts";
import { targetsOf } from "../targets.ts";
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
import type { BuiltinCall, BuiltinTable } from "./builtin.ts";

/** What asks or changes the place where the program runs. */
export const placeBuiltins: BuiltinTable = [
  ["os.getenv", ({ positional: [name], run }) => environmentValue(literalOf(name), run)],
  ["os.environ.get", ({ positional: [name], run }) => environmentValue(literalOf(name), run)],
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
  ["sys.exit", () => none],
];

/** `os.chdir`: from here on relative paths begin there; where it may not be reached, they begin nowhere that is known. */
function changeDirectory({ positional: [value], run }: BuiltinCall): Value {
  const [target, ...others] = value === undefined ? [] : targetsOf(value, run);
  const place = target == null || target.glob || others.length > 0 ? null : target.path;
  run.directory = run.certainty === "certain" || place === run.directory ? place : null;
  return none;
}
