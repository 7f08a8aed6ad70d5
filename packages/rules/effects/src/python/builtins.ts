import { type Builtin, builtinMap } from "../engine/interpreter.ts";
import { pathFunctions } from "../engine/path-methods.ts";
import { collectionBuiltins } from "./builtins/collections.ts";
import { environmentBuiltins } from "./builtins/environment.ts";
import { reflectionBuiltins } from "./builtins/reflection.ts";
import { textBuiltins } from "./builtins/texts.ts";

/** Python's functions that the interpreter computes itself, by their dotted names: `getattr`, `os.path.join`, `map`. */
export const builtins: ReadonlyMap<string, Builtin> = builtinMap(
  [...pathFunctions].map(([name, compute]) => [
    name,
    ({ positional, interpreter }) => compute(positional, interpreter),
  ]),
  reflectionBuiltins,
  textBuiltins,
  collectionBuiltins,
  environmentBuiltins,
);
