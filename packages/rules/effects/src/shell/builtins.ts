/** Evaluates shell builtins that change the state: `cd`, `export`, `read`, `set`, `trap`. */
import { asOpen } from "../engine/paths.ts";
import { contentOf } from "../engine/state.ts";
import { afterUnknownChange, appendOutput, emptyFlow, type Flow, joinFlows } from "../flow.ts";
import type { Value } from "../word-value.ts";
import { defineAlias } from "./aliases.ts";
import { type Argument, literalText } from "./argument.ts";
import { emitVariable } from "./assign.ts";
import { evaluateCd } from "./change-directory.ts";
import { emitCodeInData, emitCodeVariable, hidesSubstitution } from "./code-variables.ts";
import { evaluateCode } from "./evaluate-shell.ts";
import { evaluateSource } from "./evaluate-source.ts";
import { type Evaluation, emit, emitUnknown, leave, noStreams, type Shell } from "./evaluation.ts";
import { completedFiles } from "./listed-files.ts";
import { evaluateSetOrShift } from "./positional-parameters.ts";
import { reportCommand } from "./report-command.ts";
import { optionSet, separateOptions } from "./separate-options.ts";
import {
  alter,
  copyState,
  everyVariable,
  exportVariables,
  forgetVariables,
  type ShellState,
  sameState,
  setVariable,
  type Variable,
} from "./state.ts";
import { oneOfVariables } from "./variables.ts";

/** The builtins that change only the shell's own state; all others are evaluated like programs. */
const builtins: ReadonlySet<string> = new Set(
  "cd pushd popd chdir export declare typeset local readonly read mapfile readarray getopts let unset wait set shift shopt break continue return source . trap alias unalias true false : test [ exit logout dirs jobs fg bg disown hash compgen complete enable bind fc ulimit times setopt unsetopt autoload zmodload".split(
    " ",
  ),
);

/** Whether a name is a builtin that `evaluateBuiltin` handles. */
export function isBuiltin(name: string): boolean {
  return builtins.has(name);
}

/**
 * Evaluates a builtin that changes the state: `cd`, `export`, `read`, `set`.
 *
 * @returns false if the command is not such a builtin
 */
export function evaluateBuiltin(words: readonly Argument[], shell: Shell): boolean {
  const { state, io, evaluation } = shell;
  const [head, ...args] = words;
  const name = literalText(head);
  if (head === undefined || name === undefined) return false;
  if (runsWordsAsCode(name, args)) emitUnknown(`${name} may run code in its arguments`, name, head, evaluation);
  if (name === "printf") {
    if (/^-v/.test(literalText(args[0]) ?? ""))
      setUnknownValues(args.slice(0, 2), joinFlows(args.map(({ flow }) => flow)), state, evaluation);
    return false;
  }
  if (!builtins.has(name)) return false;
  switch (name) {
    case "cd":
    case "pushd":
    case "popd":
    case "chdir":
      if (args.some(({ value }) => value === null || value.glob)) reportCommand({ name, words }, shell);
      evaluateCd(name, args, state, evaluation.machine);
      break;
    case "compgen": {
      const listed = completedFiles(args);
      if (listed !== undefined) appendOutput(io.output, listed);
      break;
    }
    case "local":
      for (const { value } of args) evaluation.locals?.add(/^\w*/.exec(value?.text ?? "")?.[0] ?? "");
      declareVariables(args, state, evaluation);
      break;
    case "export":
    case "declare":
    case "typeset":
    case "readonly":
      if (args.every((word) => /^-[pxf]+$/.test(literalText(word) ?? ""))) appendOutput(io.output, environment);
      declareVariables(args, state, evaluation);
      if (name !== "readonly" && (name === "export" || args.some((word) => /^-\w*x/.test(literalText(word) ?? ""))))
        exportVariables(
          state,
          args.flatMap(({ value, known }) => namedVariable(value?.text ?? known) ?? []),
          evaluation.machine,
        );
      break;
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts":
      if (io.input !== undefined) emitCodeInData(name, { flow: io.input }, head, evaluation);
      setUnknownValues(args, name === "getopts" ? fromInput : (io.input ?? fromInput), state, evaluation);
      break;
    case "unset":
      if (args.some((word) => literalText(word) === "HISTFILE")) emitHistoryLoss(head, evaluation);
      setUnknownValues(args, emptyFlow, state, evaluation);
      break;
    case "let":
    case "wait":
      setUnknownValues(args, emptyFlow, state, evaluation);
      break;
    case "set":
    case "shift":
      if (name === "set" && args.length === 0) appendOutput(io.output, environment);
      if (name === "set" && args.some((word) => /^-\w*a|^allexport$/.test(literalText(word) ?? "")))
        exportVariables(state, [everyVariable], evaluation.machine);
      if (name === "set" && /^\+o history$/.test(args.map(literalText).join(" "))) emitHistoryLoss(head, evaluation);
      evaluateSetOrShift(name, args, state, evaluation.machine);
      break;
    case "shopt":
      if (!args.every((word) => harmlessOptions.test(literalText(word) ?? "")))
        alter(state, "globs", evaluation.machine);
      break;
    case "break":
    case "continue":
    case "return":
      leave(shell, name === "return" || args.length > 0);
      break;
    case "exit":
      for (const trap of evaluation.traps) trap.run();
      evaluation.ended.push(contentOf(evaluation.machine.world));
      break;
    case "source":
    case ".":
      evaluateSource(head, args, shell);
      break;
    case "trap":
      evaluateTrap(args, head, state, evaluation);
      break;
    case "alias":
      for (const definition of args) defineAlias(definition, state, evaluation);
      break;
    default:
      break;
  }
  return true;
}

/** Emits that the shell no longer keeps which commands ran. */
function emitHistoryLoss(head: Argument, evaluation: Evaluation): void {
  emit({ kind: "discard", what: "the shell's history" }, literalText(head) ?? "", head, evaluation);
}

const environment: Flow = { from: [{ kind: "environment", all: true }] };
const fromInput: Flow = { from: [{ kind: "input" }] };

/** Matches options of `shopt` that don't change what wildcards match. */
const harmlessOptions =
  /^(-[spqu]|extglob|expand_aliases|nullglob|failglob|globstar|lastpipe|histappend|checkwinsize|inherit_errexit)$/;

/** Builtins that run code by some of their options. */
const codeOptions: Readonly<Record<string, RegExp>> = {
  hash: /^-\w*p/,
  compgen: /^-\w*[CFW]/,
  complete: /^-\w*[CF]/,
  mapfile: /^-\w*C/,
  readarray: /^-\w*C/,
  enable: /^-\w*f/,
  jobs: /^-\w*x/,
  fc: /^/,
  bind: /^-\w*x/,
};

/** Builtins that accept an array element, whose index may contain code: `read 'a[$(rm x)]'`. */
const acceptsArrayIndex = /^(read|printf|let|unset|wait|test|\[|export|declare|typeset|local|readonly|getopts)$/;

/** Whether a builtin evaluates its words as code. */
function runsWordsAsCode(name: string, args: readonly Argument[]): boolean {
  const runner = Object.hasOwn(codeOptions, name) ? codeOptions[name] : undefined;
  if (runner !== undefined) return args.some(({ value }) => value === null || runner.test(value.text));
  return acceptsArrayIndex.test(name) && args.some(({ value }) => hidesSubstitution(value?.text ?? ""));
}

/** Sets the variables of `export x=1`, `declare`, `local` and `readonly`. */
function declareVariables(args: readonly Argument[], state: ShellState, evaluation: Evaluation): void {
  const options = args.map((word) => literalText(word) ?? "").filter((text) => /^[-+]/.test(text));
  const isReference = options.some((text) => text.includes("n"));
  if (isReference) evaluation.volatile.add("*");
  if (isReference || args.some(({ value, known }) => value === null && assignedName(known) === undefined)) {
    forgetVariables(state, evaluation.machine);
  }
  for (const argument of args) {
    const { value, known: begun, flow, start, end } = argument;
    const [, name, plus, text] = /^([A-Za-z_]\w*)[^=+]*(?:(\+?)=(.*))?$/s.exec(value?.text ?? begun ?? "") ?? [];
    if (name === undefined) continue;
    // With an attribute (`declare -u`), the variable gets a changed value.
    if (options.some((each) => /[lucin]/.test(each))) evaluation.volatile.add(name);
    if (text === undefined && !evaluation.volatile.has(name)) continue;
    const assigned: Value | null = value === null || plus === "+" ? null : assignedValue(value, text ?? "");
    const origins = flow ?? (value === null ? { from: [] } : undefined);
    if (text !== undefined) emitCodeVariable(name, { value: assigned, flow: origins }, { start, end }, evaluation);
    const known = (value?.text ?? begun ?? "").slice(name.length + 1);
    if (plus === "") emitVariable(name, { ...argument, value: null, known }, argument, evaluation);
    setVariable(state, name, { value: assigned, flow: origins }, evaluation);
  }
}

/** The variable of a word `name` or `name=…`. */
function namedVariable(text: string | undefined): string | undefined {
  return /^([A-Za-z_]\w*)(?=\+?=|$)/.exec(text ?? "")?.[1];
}

/** The value after `=` in a word; `null` if wildcards precede it. */
function assignedValue({ glob, text: whole }: Value, text: string): Value | null {
  if (glob && /[*?[]/.test(whole.slice(0, whole.length - text.length))) return null;
  return { text, glob, home: /^~(\/|$)/.test(text) ? true : undefined };
}

/** The variable of a word `name=…` whose value is unknown. */
function assignedName(known: string | undefined): string | undefined {
  return /^([A-Za-z_]\w*)\+?=/.exec(known ?? "")?.[1];
}

/** Sets the variables that the arguments name to an unknown value: `read x`. */
function setUnknownValues(args: readonly Argument[], flow: Flow, state: ShellState, evaluation: Evaluation): void {
  const assigned = readVariable(flow, args);
  if (args.some(({ value }) => value === null)) forgetVariables(state, evaluation.machine);
  for (const name of ["REPLY", "MAPFILE", "OPTARG", "OPTIND"])
    setVariable(state, name, { value: null, flow: assigned.flow }, evaluation);
  for (const { value } of args) {
    const text = value?.text ?? "";
    // An option may be followed by its value in the same word: `read -ax`, `printf -vx`.
    const texts = text.startsWith("-") ? Array.from(text.slice(1, 16), (_, index) => text.slice(index + 2)) : [text];
    for (const [name] of texts.flatMap((each) => [...each.matchAll(/[A-Za-z_]\w*/g)])) {
      setVariable(state, name, text.startsWith("-") ? { value: null, flow: assigned.flow } : assigned, evaluation);
    }
  }
}

/** Returns the variable of `read`, if the input is a list of file names. */
function readVariable(flow: Flow, args: readonly Argument[]): Variable {
  const unknown: Variable = { value: null, flow: afterUnknownChange(flow) };
  // `-d ''` has an empty value.
  const isPlain = args.filter(({ value }) => value !== null && !/^(-|$)/.test(value.text)).length === 1;
  const files = (isPlain ? (flow.names ?? []) : []).map((name) => ({ ...unknown, value: { ...name, glob: true } }));
  return files.length === 1 && files[0] !== undefined ? files[0] : oneOfVariables(unknown, files);
}

/** Evaluates the code of `trap`. If it changes the state, the effects are unknown, because it may run at any time. */
function evaluateTrap(args: readonly Argument[], head: Argument, state: ShellState, evaluation: Evaluation): void {
  const [only, ...signals] = separateOptions(args, optionSet(undefined)).operands;
  const code = only === undefined ? [] : [only];
  const isKept = />|\b(?:tee|logger|nc|curl)\b/.test(
    literalText(only)?.replaceAll(/>&?\s*(?:&?2|\/dev\/(?:stderr|tty|null))/g, "") ?? "",
  );
  if (isKept && signals.some((word) => literalText(word) === "DEBUG") && /BASH_COMMAND/.test(literalText(only) ?? ""))
    emit({ kind: "reveal", what: "the commands that are typed" }, "trap", head, evaluation);
  const variables = new Set(
    [...(literalText(only) ?? "").matchAll(/\$\{?([A-Za-z_]\w*)/g)].flatMap(([, name]) => name ?? []),
  );
  let isRunning = false;
  const run = (): void => {
    // Its own assignments don't run it again.
    if (isRunning) return;
    isRunning = true;
    const after = copyState(state);
    asOpen(evaluation.machine, () => evaluateCode(code, "trap", { state: after, io: noStreams, evaluation }));
    if (!sameState(state, after))
      emitUnknown("a trap may change the directory or a variable at any time", "trap", head, evaluation);
    isRunning = false;
  };
  evaluation.traps.push({ variables, run });
  // Where a process ends, the variables are set that the script sets first. Each assignment runs the code, too.
  const isOnlyAtEnd = signals.length > 0 && signals.every((word) => atEnd.test(literalText(word) ?? ""));
  if (!isOnlyAtEnd || [...variables].every((name) => state.variables.has(name))) run();
}

/** The signals that end a process. */
const atEnd = /^(?:SIG)?(?:EXIT|INT|TERM|HUP|QUIT)$|^(?:0|1|2|3|15)$/i;
