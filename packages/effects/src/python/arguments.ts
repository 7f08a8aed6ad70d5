import type { Builtin } from "./interpreter.ts";
import {
  joinOrigins,
  listValue,
  noneValue,
  nonLiteralOrigins,
  type PassedArgument,
  unknownValueFrom,
  type Value,
} from "./value.ts";

/** The arguments of a call by the names of its parameters. */
export type BoundArguments = ReadonlyMap<string, Value>;

/**
 * Gives each parameter its argument; one that has several names (`path|file`) has the first of them here. An argument
 * of a name that is no parameter keeps that name. After `*` of a list that is not known, the parameters to which nothing
 * was passed by name may be anything.
 */
export function bindArguments(parameters: readonly string[], passed: readonly PassedArgument[]): BoundArguments {
  const bound = new Map<string, Value>();
  const { positional, named, spread } = spreadArguments(passed);
  const others = new Map<string, string>();
  for (const [at, names] of parameters.entries()) {
    const [name = "", ...aliases] = names.split("|");
    for (const alias of aliases) others.set(alias, name);

    if (name.startsWith("*")) {
      bound.set(name.slice(1), listValue(positional.slice(at), spread));
      break;
    }
    const value = positional[at] ?? spread;
    if (value !== null && value !== undefined) bound.set(name, value);
  }
  for (const [name, value] of named) bound.set(others.get(name) ?? name, value);
  return bound;
}

/** Arguments by place and by name; `spread` is what others may be passed by place. */
export function spreadArguments(passed: readonly PassedArgument[]): {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly spread: Value | null;
} {
  const positional: Value[] = [];
  const named = new Map<string, Value>();
  let spread: Value | null = null;
  for (const { name, value } of passed) {
    if (name === null) positional.push(value);
    else if (name !== "*" && name !== "**") named.set(name, value);
    else {
      const [alternative] = value.alternatives;
      if (name === "*" && alternative?.kind === "list" && value.alternatives.length === 1) {
        positional.push(...alternative.items);
        if (alternative.more !== null) spread = alternative.more;
      } else if (alternative?.kind === "dict" && value.alternatives.length === 1) {
        for (const [key, held] of alternative.entries) named.set(key, held);
        if (alternative.more !== null) spread = alternative.more;
      } else spread = unknownValueFrom(value.from);
    }
  }
  return { positional, named, spread };
}

/**
 * Arguments for what reads them by place: where a list that is not known is spread among them, there are two more of
 * what it may hold, as nobody can tell how many there are.
 */
export function positionalArguments(passed: readonly PassedArgument[]): {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
} {
  const { positional, named, spread } = spreadArguments(passed);
  return { positional: spread === null ? positional : [...positional, spread, spread], named };
}

/** Whether an argument is there, and says neither no nor nothing. */
export function isPassed(value: Value | undefined): value is Value {
  if (value === undefined || value === noneValue) return false;
  if (value.mayBeUnknown || value.alternatives.length === 0) return true;
  return value.alternatives.some((alternative) => alternative.kind !== "constant" || alternative.constant === true);
}

/** Where the data of arguments comes from, beside other origins. */
export function argumentOrigins(passed: readonly PassedArgument[], from: Value["from"]): Value["from"] {
  return passed.reduce((found, { value }) => joinOrigins(found, nonLiteralOrigins(value)), from);
}

/** Gives its first argument. */
export const firstArgument: Builtin = ({ positional: [value] }) => value;
