/** Matches the arguments of a call with the parameters of what is called. */
import { joinOrigins } from "../origins.ts";
import type { Builtin } from "./interpreter.ts";
import { listValue, noneValue, type PassedArgument, unknownValueFrom, type Value } from "./value.ts";
import { nonLiteralOrigins } from "./value-origins.ts";

/** The arguments of a call by the names of the parameters. */
export type BoundArguments = ReadonlyMap<string, Value>;

/**
 * Binds arguments to parameters. A parameter with several names (`path|file`) is bound by its first name; an argument
 * whose name is no parameter keeps its own name. After `*values` with unknown items, each parameter that is not passed
 * by name may hold any of them.
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

/**
 * Splits arguments into those by position and those by name, with the items of `*list` and `**dict` spread; `spread`
 * joins the items whose positions are unknown.
 */
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
 * Arguments by position for functions without a parameter list. When a list of unknown length is spread, two unknown
 * items are added in place of its items.
 */
export function positionalArguments(passed: readonly PassedArgument[]): {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
} {
  const { positional, named, spread } = spreadArguments(passed);
  return { positional: spread === null ? positional : [...positional, spread, spread], named };
}

/** Whether an argument is passed and may be something other than `None` or `False`. */
export function isPassed(value: Value | undefined): value is Value {
  if (value === undefined || value === noneValue) return false;
  if (value.mayBeUnknown || value.alternatives.length === 0) return true;
  return value.alternatives.some((alternative) => alternative.kind !== "constant" || alternative.constant === true);
}

/** The origins of the data in the arguments, joined with other origins. */
export function argumentOrigins(passed: readonly PassedArgument[], from: Value["from"]): Value["from"] {
  return joinOrigins(from, ...passed.map(({ value }) => nonLiteralOrigins(value)));
}

/** A builtin that returns its first argument: `copy.copy(x)`. */
export const firstArgument: Builtin = ({ positional: [value] }) => value;
