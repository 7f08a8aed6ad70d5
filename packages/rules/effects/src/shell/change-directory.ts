/** Evaluates the builtins that change the working directory: `cd`, `pushd`, `popd`. */
import type { Machine } from "../engine/machine.ts";
import { type Argument, literalText } from "./argument.ts";
import { changeState, inDirectory, type ShellState } from "./state.ts";

/** Evaluates `cd`, `pushd` or `popd`. */
export function evaluateCd(name: string, args: readonly Argument[], state: ShellState, machine: Machine): void {
  const options = args.filter((word) => /^[-+]./.test(literalText(word) ?? "") && literalText(word) !== "--");
  const operands = args.filter((word) => !options.includes(word) && literalText(word) !== "--");
  const odd = options.some((word) => name !== "cd" || !/^-[LPe@]+$/.test(literalText(word) ?? ""));
  const [target] = operands;
  const home = state.variables.get("HOME")?.value?.text ?? (state.variables.has("HOME") ? undefined : "~");
  const path = target === undefined && name === "cd" ? home : pathText(target);
  const isKnown = path !== undefined && path !== "" && operands.length <= 1 && !odd;
  const isFound = !state.altered.has("CDPATH") || /^\.{0,2}(\/|$)|^~/.test(path ?? "");
  const [last = null, ...others] = odd || operands.length > 0 ? [] : state.pushed;
  const directory =
    name === "popd"
      ? last
      : name === "cd" && path === "-" && !odd
        ? state.previous
        : inDirectory(state, isKnown && isFound && path !== "-" ? path : null).directory;
  const pushed =
    name === "popd"
      ? others
      : name !== "pushd"
        ? state.pushed
        : directory === null
          ? []
          : [state.directory, ...state.pushed];
  changeState(state, { directory, previous: state.directory, pushed: pushed.slice(0, maxPushed) }, machine);
  if (directory?.startsWith("/")) state.variables.set("PWD", { value: { text: directory, glob: false } });
  else state.variables.delete("PWD");
}

const maxPushed = 16;

/** The path of a word. A quoted `~` is a file name and becomes `./~`. */
function pathText(word: Argument | undefined): string | undefined {
  const text = literalText(word) ?? temporaryDirectory(word);
  return text?.startsWith("~") && word?.value?.home !== true ? `./${text}` : text;
}

/** The directory for temporary files in a word with one wildcard, as `mktemp -d` prints it; the `*` stands for one name. */
function temporaryDirectory(word: Argument | undefined): string | undefined {
  const { value } = word ?? {};
  return value?.glob === true &&
    /^(?:\/var)?\/tmp\/[\w.-]*\*[\w.-]*(?:\/[\w.-]+)*$/.test(value.text) &&
    !value.text.includes("..")
    ? value.text
    : undefined;
}
