import { type Argument, literalText } from "./argument.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Flow } from "./flow.ts";
import type { Matched } from "./match-entries.ts";
import { hasOption, optionSet, type ParsedWords } from "./parsed-words.ts";
import type { ShellState } from "./state.ts";

/** One entry of the catalogue that fits a call of a program. */
export interface ProgramCall extends Matched {
  /** The program's name without its directory. */
  readonly name: string;
  readonly head: Argument;
  /** The last word of the call. */
  readonly last: Argument;
  readonly state: ShellState;
  readonly evaluation: Evaluation;
  /** What the program reads. */
  readonly input: Flow | undefined;
}

/** Whether something holds always, or with one of the options that were given. */
export function applies(what: true | string | undefined, parsed: ParsedWords): boolean {
  if (what === undefined || what === true) return what === true;
  if (hasOption(parsed, optionSet(what))) return true;
  if (!what.includes("=")) return false;
  const prefixes = what.split(" ");
  return parsed.operands.some(({ value }) => prefixes.some((prefix) => value?.text.startsWith(prefix)));
}

/** Whether a program gives no more than a few lines. */
export function isLimited(calls: readonly ProgramCall[]): boolean {
  return calls.some((call) => applies(call.entry.limits, call.parsed) && !isLong(call));
}

/** Whether a program is told to give a thousand lines or more. */
function isLong({ parsed }: ProgramCall): boolean {
  return parsed.options.some(({ value }) => /^[+-]?(\d{4,}|\d+[kmg])/i.test(literalText(value) ?? ""));
}
