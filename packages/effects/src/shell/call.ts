import { type Argument, literalOf } from "./argument.ts";
import type { Flow } from "./flow.ts";
import type { Matched } from "./match-entries.ts";
import { type GivenWords, hasOption, optionSet } from "./options.ts";
import type { Run } from "./run.ts";
import type { ShellState } from "./state.ts";

/** One entry of the catalogue that fits a call of a program. */
export interface Call extends Matched {
  /** The program's name without its directory. */
  readonly name: string;
  readonly head: Argument;
  /** The last word of the call. */
  readonly last: Argument;
  readonly state: ShellState;
  readonly run: Run;
  /** What the program reads. */
  readonly input: Flow | undefined;
}

/** Whether something holds always, or with one of the options that were given. */
export function isGiven(what: true | string | undefined, given: GivenWords): boolean {
  if (what === undefined || what === true) return what === true;
  if (hasOption(given, optionSet(what))) return true;
  if (!what.includes("=")) return false;
  const prefixes = what.split(" ");
  return given.operands.some(({ value }) => prefixes.some((prefix) => value?.text.startsWith(prefix)));
}

/** Whether a program gives no more than a few lines. */
export function isLimited(calls: readonly Call[]): boolean {
  return calls.some((call) => isGiven(call.entry.limits, call.given) && !isLong(call));
}

/** Whether a program is told to give a thousand lines or more. */
function isLong({ given }: Call): boolean {
  return given.options.some(({ value }) => /^[+-]?(\d{4,}|\d+[kmg])/i.test(literalOf(value) ?? ""));
}
