import { defineAlias } from "./aliases.ts";
import { type Argument, literalOf, type Value } from "./argument.ts";
import { hidesSubstitution, runsCode } from "./code-variables.ts";
import { readWords } from "./options.ts";
import type { Run } from "./run.ts";
import { runCode } from "./run-words.ts";
import {
  alter,
  changeDirectory,
  copyState,
  forgetVariables,
  replaceState,
  type ShellState,
  sameState,
  setVariable,
} from "./state.ts";

/**
 * Runs a builtin that changes what the shell knows.
 *
 * @returns whether it is one
 */
export function runBuiltin(words: readonly Argument[], state: ShellState, run: Run): boolean {
  const [head, ...args] = words;
  if (head === undefined) return false;
  const name = literalOf(head) ?? "";
  if (evaluates(name, args)) run.unknown(`${name} may run what its words hold`, head);
  switch (name) {
    case "cd":
    case "pushd":
    case "popd":
    case "chdir":
      changeTo(name, args, state);
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
      forget(args, state, run);
      return true;
    case "set":
    case "shift":
      for (const each of [...state.variables.keys()]) if (/^\d+$/.test(each)) state.variables.delete(each);
      return true;
    case "shopt":
      if (!args.every((word) => harmlessOptions.test(literalOf(word) ?? ""))) alter(state, "globs");
      return true;
    case "break":
    case "continue":
    case "return":
      run.leavings.push({ state: copyState(state), further: name === "return" || args.length > 0 });
      return true;
    case "source":
    case ".":
      run.unknown("source runs a script that is not read", { start: head.start, end: args[0]?.end ?? head.end });
      forgetVariables(state);
      state.directory = null;
      return true;
    case "trap":
      runTrap(args, head, state, run);
      return true;
    case "alias":
      for (const definition of args) defineAlias(definition, state, run);
      return true;
    default:
      return false;
  }
}

const harmlessOptions =
  /^(-[spqu]|extglob|expand_aliases|nullglob|failglob|globstar|lastpipe|histappend|checkwinsize|inherit_errexit)$/;

/** Builtins that run code by some of their options. */
const runners: Readonly<Record<string, RegExp>> = {
  hash: /^-\w*p/,
  compgen: /^-/,
  complete: /^-\w*[CF]/,
  mapfile: /^-\w*C/,
  readarray: /^-\w*C/,
  enable: /^-\w*f/,
  jobs: /^-\w*x/,
  fc: /^/,
  bind: /^-\w*x/,
};

/** Whether a builtin runs words as code: by its options, or as the index of a variable. */
function evaluates(name: string, args: readonly Argument[]): boolean {
  const runner = Object.hasOwn(runners, name) ? runners[name] : undefined;
  if (runner !== undefined) return args.some(({ value }) => value === null || runner.test(value.text));
  const readsIndex = /^(read|printf|let|unset|wait|test|\[|export|declare|typeset|local|readonly|getopts)$/.test(name);
  return readsIndex && args.some(({ value }) => hidesSubstitution(value?.text ?? ""));
}

function changeTo(name: string, args: readonly Argument[], state: ShellState): void {
  const options = args.filter((word) => /^[-+]./.test(literalOf(word) ?? "") && literalOf(word) !== "--");
  const operands = args.filter((word) => !options.includes(word) && literalOf(word) !== "--");
  const odd = options.some((word) => name !== "cd" || !/^-[LPe@]+$/.test(literalOf(word) ?? ""));
  const [target] = operands;
  const home = state.variables.get("HOME")?.text;
  const path = target === undefined && name === "cd" ? home : literalOf(target);
  const known = path !== undefined && path !== "-" && path !== "" && name !== "popd" && operands.length <= 1 && !odd;
  const isFound = !state.altered.has("CDPATH") || /^\.{0,2}(\/|$)/.test(path ?? "");
  replaceState(state, changeDirectory(state, known && isFound ? path : null));
  const { directory, variables } = state;
  if (directory?.startsWith("/")) variables.set("PWD", { text: directory, glob: false });
  else variables.delete("PWD");
}

function declare(args: readonly Argument[], state: ShellState, run: Run): void {
  const options = args.map((word) => literalOf(word) ?? "").filter((text) => /^[-+]/.test(text));
  const isReference = options.some((text) => text.includes("n"));
  if (isReference) run.volatile.add("*");
  if (isReference || args.some(({ value }) => value === null)) forgetVariables(state);
  for (const { value, start, end } of args) {
    const [, name, plus, text] = /^([A-Za-z_]\w*)[^=+]*(?:(\+?)=(.*))?$/s.exec(value?.text ?? "") ?? [];
    if (name === undefined) continue;
    // With an attribute, a variable holds something else than it is given.
    if (options.some((each) => /[lucin]/.test(each))) run.volatile.add(name);
    if (text === undefined && !run.volatile.has(name)) continue;
    const given: Value | null = value?.glob === true || plus === "+" ? null : { text: text ?? "", glob: false };
    if (runsCode(name, given)) run.unknown(`what ${name} holds may be run`, { start, end });
    setVariable(state, name, given, run.volatile);
  }
}

/** Variables that get a value which is not known. */
function forget(args: readonly Argument[], state: ShellState, { volatile }: Run): void {
  if (args.some(({ value }) => value === null)) forgetVariables(state);
  for (const name of ["REPLY", "MAPFILE", "OPTARG", "OPTIND"]) state.variables.delete(name);
  for (const { value } of args) {
    const text = value?.text ?? "";
    // An option may have its value attached: `read -ax`, `printf -vx`.
    const texts = text.startsWith("-") ? Array.from(text.slice(1, 16), (_, index) => text.slice(index + 2)) : [text];
    for (const [name] of texts.flatMap((each) => [...each.matchAll(/[A-Za-z_]\w*/g)])) {
      setVariable(state, name, null, volatile);
    }
  }
}

function runTrap(args: readonly Argument[], head: Argument, state: ShellState, run: Run): void {
  const after = copyState(state);
  runCode(readWords(args, []).operands.slice(0, 1), after, "trap", run);
  if (!sameState(state, after)) run.unknown("a trap may change the directory or a variable at any time", head);
}
