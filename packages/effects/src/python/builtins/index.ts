import { pathFunctions } from "../path-methods.ts";
import type { Builtin } from "./builtin.ts";
import { collectionBuiltins } from "./collections.ts";
import { nameBuiltins } from "./names.ts";
import { placeBuiltins } from "./place.ts";
import { textBuiltins } from "./texts.ts";

/** A function that is understood beside the catalogue, by its dotted name. */
export function builtinOf(name: string): Builtin | undefined {
  return all().get(name);
}

/** Whether there is one. */
export function isBuiltin(name: string): boolean {
  return all().has(name);
}

/** Made when it is first asked for: the tables stand in files that import each other. */
let builtins: ReadonlyMap<string, Builtin> | undefined;

function all(): ReadonlyMap<string, Builtin> {
  builtins ??= new Map<string, Builtin>([
    ...[...pathFunctions].map(([name, compute]): [string, Builtin] => [
      name,
      ({ positional, run }) => compute(positional, run),
    ]),
    ...nameBuiltins,
    ...textBuiltins,
    ...collectionBuiltins,
    ...placeBuiltins,
  ]);
  return builtins;
}
