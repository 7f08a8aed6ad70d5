import { runAliases, runPrefix } from "./aliases.ts";
import { type Argument, literalOf, type Value } from "./argument.ts";
import { runBuiltin } from "./builtins.ts";
import { findActions } from "./find.ts";
import { interpreterByName, interpreterUse, shells } from "./interpreters.ts";
import { hasOption, readWords } from "./options.ts";
import { parseShell } from "./parse.ts";
import { programEffects } from "./program-effects.ts";
import { type Input, joinLeavings, type Run, runNode, spend } from "./run.ts";
import { alter, changeDirectory, copyState, replaceState, type ShellState, setVariable } from "./state.ts";
import type { Span } from "./syntax.ts";
import { unwrap } from "./unwrap.ts";
import { runnerByName, type Wrapper, wrapperByName } from "./wrappers.ts";

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
  if (!spend(words.length >> 3, run)) return;
  if (run.wrappers >= mostWrappers) {
    run.unknown(`more than ${mostWrappers} programs run one another`, head);
    return;
  }
  const name = programName(text);
  runAliases(text, words, state, input, run);
  if (/\.(ba|z|k)?sh$/.test(name)) {
    run.unknown(`${name} is a script that is not read`, head);
    return;
  }
  if (runBuiltin(words, state, run)) return;
  const wrapper = wrapperByName.get(name);
  const runner = runnerByName.get(`${name} ${literalOf(words[1]) ?? ""}`);
  if (wrapper !== undefined || runner !== undefined) {
    runWrapper(
      wrapper ?? runner ?? { names: name },
      wrapper === undefined ? words.slice(1) : words,
      name,
      state,
      input,
      run,
    );
    return;
  }
  if (shells.has(name)) {
    runShell(words, name, state, input, run);
    return;
  }
  runInterpreter(words, name, input, run);
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

/** The name without its directory, and without the version that `npx rimraf@5` names. */
function programName(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1).replace(/(?<=\w)@[\w.^~-]+$|\.exe$/, "");
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
  const { inner, doubt, directory } = unwrap(words, wrapper);
  const elsewhere = wrapper.elsewhere === true || state.elsewhere;
  const moved =
    directory === undefined ? copyState(state) : changeDirectory(state, literalOf(directory ?? undefined) ?? null);
  const within = wrapper.sameShell === true ? state : { ...moved, elsewhere };
  if (wrapper.assignments === true) within.variables.clear();
  const deeper = { ...run, wrappers: run.wrappers + 1 };
  if (doubt !== undefined) run.unknown(doubt, head);
  if (inner.kind === "command") runWords(inner.words, within, input, deeper);
  if (inner.kind === "code") runCode(inner.words, within, name, run);
  if (inner.kind === "prefix") runPrefix(inner.code, inner.words, within, name, deeper);
  if (inner.kind === "shell") runShell([head, ...inner.words], name, within, input, run);
  if (inner.kind === "nothing" && (wrapper.readsInput ?? input !== "none") && doubt === undefined) {
    readsCode(head, name, run);
  }
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
    const within: Run = { ...run, within: [...run.within, name], leavings: [] };
    runNode(each.body, inner, input, within);
    joinLeavings(inner, within);
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
  const text = texts.join(" ");
  if (!spend(1 + (text.length >> 4), run)) return;
  const parsed = parseShell(text, span, run.whole);
  if (!parsed.ok) {
    run.unknown(`what ${by} runs ${parsed.reason}`, span);
    return;
  }
  for (const name of parsed.volatile) {
    run.volatile.add(name);
    setVariable(state, name, null, run.volatile);
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
  if (hasOption(given, ["-n"]) && rest.every((word) => /^[^+]/.test(literalOf(word) ?? "+"))) return;
  if (hasOption(given, ["-O"])) alter(inner, "globs");
  if (given.open) run.unknown(`it is not known which options ${name} gets`, head);
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

function runInterpreter(words: readonly Argument[], name: string, input: Input, run: Run): void {
  const interpreter = interpreterByName.get(name) ?? interpreterByName.get(name.replace(/[\d.]+$/, ""));
  const [head, ...rest] = words;
  if (interpreter === undefined || head === undefined) return;
  const use = interpreterUse(rest, interpreter, input !== "none");
  if (use === "code") run.unknown(`${name} runs code that is not read`, spanOf(head, words.at(-1) ?? head));
  if (use === "input") readsCode(head, name, run);
}

function runFind(words: readonly Argument[], state: ShellState, input: Input, run: Run): void {
  const [head] = words;
  if (head === undefined) return;
  const { deletes, writes, commands, open } = findActions(words);
  for (const { value, at } of deletes) {
    const recursive = value?.glob === false;
    run.effect({ kind: "delete", value, recursive, by: "find", span: spanOf(head, at), state });
  }
  for (const at of writes) {
    run.effect({ kind: "overwrite", value: at.value, recursive: false, by: "find", span: spanOf(head, at), state });
  }
  for (const { words: command, elsewhere } of commands) {
    const from = elsewhere ? changeDirectory(state, null) : copyState(state);
    runWords(command, from, input, { ...run, wrappers: run.wrappers + 1 });
  }
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
