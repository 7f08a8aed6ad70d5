import { type Argument, literalOf } from "./argument.ts";
import { readWords } from "./options.ts";
import type { Run } from "./run.ts";
import { runCode } from "./run-words.ts";
import { changeDirectory, copyState, replaceState, type ShellState } from "./state.ts";

/**
 * Runs a builtin that changes what the shell knows.
 *
 * @returns whether it is one
 */
export function runBuiltin(words: readonly Argument[], state: ShellState, run: Run): boolean {
  const [head, ...args] = words;
  if (head === undefined) return false;
  switch (literalOf(head)) {
    case "cd":
    case "pushd":
    case "popd":
    case "chdir":
      changeTo(literalOf(head) ?? "", args, state);
      return true;
    case "export":
    case "declare":
    case "typeset":
    case "local":
    case "readonly":
      declare(args, state, run);
      return true;
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts":
    case "printf":
    case "let":
    case "unset":
    case "wait":
      forget(args, state);
      return true;
    case "set":
    case "shift":
      for (const name of [...state.variables.keys()]) if (/^\d+$/.test(name)) state.variables.delete(name);
      return true;
    case "source":
    case ".":
      run.unknown("source runs a script that is not read", { start: head.start, end: args[0]?.end ?? head.end });
      state.variables.clear();
      state.directory = null;
      return true;
    case "trap":
      runCode(readWords(args, []).operands.slice(0, 1), copyState(state), "trap", run);
      return true;
    case "alias":
      for (const definition of args) runAlias(definition, state, run);
      return true;
    default:
      return false;
  }
}

function changeTo(name: string, args: readonly Argument[], state: ShellState): void {
  const { operands } = readWords(args, []);
  const [target] = operands;
  const home = state.variables.get("HOME")?.text;
  const path = target === undefined && name === "cd" ? home : literalOf(target);
  const known = path !== undefined && path !== "-" && path !== "" && name !== "popd" && operands.length <= 1;
  replaceState(state, changeDirectory(state, known ? path : null));
  const { directory, variables } = state;
  if (directory?.startsWith("/")) variables.set("PWD", { text: directory, glob: false });
  else variables.delete("PWD");
}

function declare(args: readonly Argument[], { variables }: ShellState, { volatile }: Run): void {
  for (const { value } of args) {
    if (value === null) variables.clear();
    const [, name, text] = /^([A-Za-z_]\w*)=(.*)$/s.exec(value?.text ?? "") ?? [];
    if (name === undefined || text === undefined) continue;
    if (value?.glob === true || volatile.has(name)) variables.delete(name);
    else variables.set(name, { text, glob: false });
  }
}

/** Variables that get a value which is not known. */
function forget(args: readonly Argument[], { variables }: ShellState): void {
  for (const { value } of args) {
    if (value === null) variables.clear();
    for (const [name] of (value?.text ?? "").matchAll(/[A-Za-z_]\w*/g)) variables.delete(name);
  }
}

function runAlias(definition: Argument, state: ShellState, run: Run): void {
  const { value } = definition;
  const equals = value?.text.indexOf("=") ?? 0;
  if (equals === -1) return;
  const code = value && { ...value, text: value.text.slice(equals + 1) };
  runCode([{ ...definition, value: code }], copyState(state), "alias", run);
}
