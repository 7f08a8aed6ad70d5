/** A call of a program together with one catalogue row that matches it. */
import type { Flow } from "../flow.ts";
import { type Argument, literalText } from "./argument.ts";
import type { Evaluation } from "./evaluation.ts";
import type { MatchedEntry } from "./match-catalogue-entries.ts";
import { hasOption, optionSet, type ParsedWords } from "./separate-options.ts";
import type { ShellState } from "./state.ts";

/** One catalogue entry that matches a call of a program, with the call's words and state. */
export interface ProgramCall extends MatchedEntry {
  /** The program's name without its directory. */
  readonly name: string;
  readonly head: Argument;
  /** The words after the program's name. */
  readonly words: readonly Argument[];
  /** The last word of the call. */
  readonly last: Argument;
  readonly state: ShellState;
  readonly evaluation: Evaluation;
  /** The program's standard input. */
  readonly input: Flow | undefined;
}

/** Whether a condition of an entry is true for a call: `true` always is, a list of options if the call has one of them. */
export function conditionHolds(what: true | string | undefined, parsed: ParsedWords): boolean {
  if (what === undefined || what === true) return what === true;
  if (hasOption(parsed, optionSet(what))) return true;
  if (!what.includes("=")) return false;
  const prefixes = what.split(" ");
  return parsed.operands.some(({ value }) => prefixes.some((prefix) => value?.text.startsWith(prefix)));
}

/** Whether one of the matching entries limits the output to a few lines: `head`. */
export function isLimited(calls: readonly ProgramCall[]): boolean {
  return calls.some((call) => conditionHolds(call.entry.limits, call.parsed) && !isLong(call));
}

/** Whether an option asks for a thousand lines or more: `head -n 5000`. */
function isLong({ parsed }: ProgramCall): boolean {
  return parsed.options.some(({ value }) => /^[+-]?(\d{4,}|\d+[kmg])/i.test(literalText(value) ?? ""));
}

/** Whether the effects of a call include everything in a directory: `rm -r`. */
export function isRecursive({ entry, parsed }: ProgramCall): boolean {
  if (entry.recursive === undefined) return false;
  return entry.recursive === true || parsed.hasUnknownWord || conditionHolds(entry.recursive, parsed);
}
