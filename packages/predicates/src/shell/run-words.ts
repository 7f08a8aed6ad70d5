import { type Argument, literalOf, type Value } from "./argument.ts";
import { runBuiltin } from "./builtins.ts";
import { findActions } from "./find.ts";
import { interpreterByName, shells } from "./interpreters.ts";
import { hasOption, readWords } from "./options.ts";
import { parseShell } from "./parse.ts";
import { programEffects } from "./program-effects.ts";
import { type Input, type Run, runNode } from "./run.ts";
import { changeDirectory, copyState, replaceState, type ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { unwrap } from "./unwrap.ts";
import { type Wrapper, wrapperByName } from "./wrappers.ts";

const deepest = 8;
const mostWrappers = 32;

/** Runs one command: a builtin, a wrapper, a shell, an interpreter, `find` or a program. */
export function runWords(words: readonly Argument[], state: ShellState, input: Input, run: Run): void {
  const [head] = words;
  if (head === undefined) return;
  const text = literalOf(head);
  if (text === undefined) {
    run.unknown(`it is not known what ${quote(head, run)} runs`, head);
    return;
  }
  const name = text.slice(text.lastIndexOf("/") + 1);
  if (/\.(ba|z|k)?sh$/.test(name)) {
    run.unknown(`${name} is a script that is not read`, head);
    return;
  }
  if (runBuiltin(words, state, run)) return;
  const wrapper = wrapperByName.get(name);
  if (wrapper !== undefined) {
    runWrapper(wrapper, words, name, state, input, run);
    return;
  }
  if (shells.has(name)) {
    runShell(words, name, state, input, run);
    return;
  }
  if (runInterpreter(words, name, input, run)) return;
  if (name === "find" || name === "gfind") {
    runFind(words, state, input, run);
    return;
  }
  const { effects, unknowns } = programEffects(name, words);
  for (const { kind, value, recursive, at, directory } of effects) {
    const from = directory === undefined ? state : changeDirectory(state, literalOf(directory) ?? null);
    run.effect({ kind, value, recursive, by: name, span: spanOf(head, at), state: from });
  }
  for (const reason of unknowns) run.unknown(reason, spanOf(head, words.at(-1) ?? head));
}

function runWrapper(
  wrapper: Wrapper,
  words: readonly Argument[],
  name: string,
  state: ShellState,
  input: Input,
  run: Run,
): void {
  const [head] = words;
  if (head === undefined) return;
  if (run.wrappers >= mostWrappers) {
    run.unknown(`more than ${mostWrappers} programs run one another`, head);
    return;
  }
  const inner = unwrap(words, wrapper);
  const elsewhere = wrapper.elsewhere === true || state.elsewhere;
  const within = wrapper.sameShell === true ? state : { ...copyState(state), elsewhere };
  if (wrapper.assignments === true) within.variables.clear();
  if (inner.kind === "unknown") run.unknown(inner.reason, head);
  if (inner.kind === "command") runWords(inner.words, within, input, { ...run, wrappers: run.wrappers + 1 });
  if (inner.kind === "code") runCode(inner.words, within, name, run);
  if (inner.kind === "nothing" && input !== "none" && wrapper.adds !== true) readsCode(head, name, run);
}

/** Runs every body that a function of the command's name was given so far. */
export function callFunction(words: readonly Argument[], state: ShellState, input: Input, run: Run): void {
  const [head, ...args] = words;
  const name = literalOf(head);
  const bodies = name === undefined ? undefined : run.functions.get(name);
  if (head === undefined || name === undefined || bodies === undefined) return;
  if (run.within.includes(name) || run.within.length >= deepest) {
    run.unknown(`${name} calls itself or is nested too deeply to be followed`, head);
    return;
  }
  for (const each of bodies) {
    each.called = true;
    const inner = withPositional(args, state);
    runNode(each.body, inner, input, { ...run, within: [...run.within, name] });
    replaceState(state, { ...inner, variables: withoutPositional(inner, state) });
  }
}

function withPositional(args: readonly Argument[], state: ShellState): ShellState {
  const variables = withoutPositional(state);
  for (const [index, { value }] of args.entries()) {
    if (value === null) break;
    variables.set(String(index + 1), value);
  }
  return { ...state, variables };
}

/** The variables without the positional parameters, or with those of an outer state in their place. */
function withoutPositional({ variables }: ShellState, outer?: ShellState): Map<string, Value> {
  const isPositional = ([name]: [string, Value]): boolean => /^\d+$/.test(name);
  return new Map([
    ...[...variables].filter((entry) => !isPositional(entry)),
    ...[...(outer?.variables ?? [])].filter(isPositional),
  ]);
}

/** Reads words as a script and runs it in the given state. */
export function runCode(words: readonly Argument[], state: ShellState, by: string, run: Run): void {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return;
  const span = spanOf(first, last);
  const texts = words.map(literalOf);
  if (texts.includes(undefined)) {
    run.unknown(`it is not known what ${by} runs`, span);
    return;
  }
  if (run.within.length >= deepest) {
    run.unknown(`${by} is nested too deeply to be followed`, span);
    return;
  }
  const parsed = parseShell(texts.join(" "), span, run.whole);
  if (!parsed.ok) {
    run.unknown(`what ${by} runs ${parsed.reason}`, span);
    return;
  }
  for (const name of parsed.volatile) {
    run.volatile.add(name);
    state.variables.delete(name);
  }
  runNode(parsed.node, state, "none", { ...run, within: [...run.within, `${by} …`] });
}

function runShell(words: readonly Argument[], name: string, state: ShellState, input: Input, run: Run): void {
  const [head, ...rest] = words;
  if (head === undefined) return;
  const given = readWords(rest, ["-o", "-O", "--rcfile", "--init-file"], true);
  const [script, ...args] = given.operands;
  // Only exported variables reach another shell, so that none is known there but the home directory.
  const inner = withPositional(args.slice(1), { ...copyState(state), variables: new Map() });
  const home = state.variables.get("HOME");
  if (home !== undefined) inner.variables.set("HOME", home);
  if (hasOption(given, ["-c"])) {
    runCode(script === undefined ? [] : [script], inner, name, run);
    return;
  }
  if (hasOption(given, ["--version", "--help"])) return;
  if (script !== undefined && !hasOption(given, ["-s"])) {
    run.unknown(`${name} runs a script that is not read`, spanOf(head, script));
    return;
  }
  if (typeof input === "object") {
    runCode([input], inner, name, run);
    return;
  }
  readsCode(head, name, run);
}

function readsCode(head: Argument, name: string, run: Run): void {
  run.unknown(`it is not known what ${name} reads and runs`, head);
}

/** @returns whether it is an interpreter */
function runInterpreter(words: readonly Argument[], name: string, input: Input, run: Run): boolean {
  const interpreter = interpreterByName.get(name) ?? interpreterByName.get(name.replace(/[\d.]+$/, ""));
  const [head, ...rest] = words;
  if (interpreter === undefined || head === undefined) return false;
  const code = interpreter.code.split(" ");
  const given = readWords(rest, [...code, ...(interpreter.valued?.split(" ") ?? [])], true);
  const [script] = given.operands;
  const ends = hasOption(given, interpreter.complete?.split(" ") ?? []);
  const waits = script === undefined || interpreter.readsInput === true;
  const reads = !ends && (literalOf(script) === "-" || (waits && input !== "none"));
  const isCode = interpreter.harmful !== undefined && !ends && interpreter.harmful.test(literalOf(script) ?? "system");
  if (isCode || given.open || given.options.some((option) => code.includes(option.name))) {
    run.unknown(`${name} runs code that is not read`, spanOf(head, words.at(-1) ?? head));
  } else if (reads) readsCode(head, name, run);
  return true;
}

function runFind(words: readonly Argument[], state: ShellState, input: Input, run: Run): void {
  const [head] = words;
  if (head === undefined) return;
  const { deletes, commands, open } = findActions(words);
  for (const { value, at } of deletes) {
    const recursive = value?.glob === false;
    run.effect({ kind: "delete", value, recursive, by: "find", span: spanOf(head, at), state });
  }
  for (const command of commands) runWords(command, copyState(state), input, run);
  if (open && deletes.length === 0) {
    run.unknown("find gets words that are not known, which may be -delete", spanOf(head, words.at(-1) ?? head));
  }
}

/** From the first word to the last; only the last when they don't stand in that order. */
function spanOf(first: Span, last: Span): Span {
  return { start: first.start <= last.end ? first.start : last.start, end: Math.max(first.end, last.end) };
}

function quote({ start, end }: Span, { whole }: Run): string {
  const text = whole.slice(start, end);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
