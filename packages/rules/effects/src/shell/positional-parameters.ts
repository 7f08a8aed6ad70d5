/** The positional parameters of a function or script: `$1`, `$@`. */
import type { Machine } from "../engine/machine.ts";
import { willChange } from "../engine/paths.ts";
import { newCell } from "../engine/value.ts";
import { type Argument, literalText } from "./argument.ts";
import { emitCodeInData } from "./code-variables.ts";
import type { Evaluation } from "./evaluation.ts";
import type { ShellState } from "./state.ts";

/** The most arguments of a function that are known. */
const maxArguments = 64;

/** The state at the start of a function or script, with `$1`, `$2` … set to the arguments. */
export function withPositionalParameters(
  args: readonly Argument[],
  state: ShellState,
  evaluation: Evaluation,
): ShellState {
  for (const each of args) emitCodeInData("an argument", each, each, evaluation);
  const variables = new Map([...state.variables].filter(([name]) => !isPositional(name)));
  const isClear = args.length <= maxArguments && args.every((each) => each.value !== null || each.single === true);
  let known = true;
  for (const [index, each] of args.slice(0, maxArguments).entries()) {
    known &&= each.value !== null || each.single === true;
    const flow = each.flow ?? { from: [] };
    variables.set(String(index + 1), { value: known ? each.value : null, flow });
  }
  if (isClear) variables.set("@", { value: null, items: args });
  for (let index = args.length + 1; index <= 9 && isClear; index++) {
    variables.set(String(index), { value: { text: "", glob: false }, isUnset: true });
  }
  return { ...state, born: newCell(), variables };
}

/** Whether a variable is a positional parameter: `$1`, `$@`. */
export function isPositional(name: string): boolean {
  return name === "@" || /^\d+$/.test(name);
}

/** Evaluates `set -- a b` and `shift`, which change the positional parameters. */
export function evaluateSetOrShift(name: string, args: readonly Argument[], state: ShellState, machine: Machine): void {
  const assigned = name === "set" ? wordsAfterOptions(args) : undefined;
  // Options alone change no parameter: `set -euo pipefail`.
  if (name === "set" && assigned?.length === 0 && !args.some((word) => literalText(word) === "--")) return;
  willChange(state, machine);
  const items = state.variables.get("@")?.items;
  for (const each of [...state.variables.keys()]) if (isPositional(each)) state.variables.delete(each);
  const count = Number(literalText(args[0]) ?? "1");
  const all = assigned ?? (name === "shift" && count >= 0 ? items?.slice(count) : undefined);
  const left = all !== undefined && all.length <= maxArguments ? all : undefined;
  for (const [index, item] of (left ?? []).entries()) {
    state.variables.set(String(index + 1), { value: item.value, flow: item.flow ?? { from: [] } });
    if (item.value === null && item.single !== true) break;
  }
  if (left !== undefined) state.variables.set("@", { value: null, items: left });
}

/** The words that `set` assigns to the positional parameters; `undefined` if an unknown word may be an option or one of them. */
function wordsAfterOptions(args: readonly Argument[]): readonly Argument[] | undefined {
  for (let at = 0; at < args.length; at++) {
    const text = literalText(args[at]);
    if (text === undefined) return undefined;
    if (text === "--" || text === "-") return args.slice(at + 1);
    if (!/^[-+]\w+$/.test(text)) return args.slice(at);
    // `-o pipefail`, also in `-euo pipefail`.
    if (text.endsWith("o")) at++;
  }
  return [];
}
