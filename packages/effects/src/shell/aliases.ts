import type { Argument } from "./argument.ts";
import { literalOf } from "./argument.ts";
import { expandWord } from "./expand.ts";
import { parseShell } from "./parse.ts";
import { doubt, noStreams, type Run, type Streams, spend } from "./run.ts";
import { runCode } from "./run-shell.ts";
import { copyState, joinStates, replaceState, type ShellState, sameState } from "./state.ts";

/** Remembers what `name=code` of `alias` says, and looks at the code. */
export function defineAlias(definition: Argument, state: ShellState, run: Run): void {
  const { value } = definition;
  const equals = value?.text.indexOf("=") ?? 0;
  if (equals === -1) return;
  const code = { ...definition, value: value && { ...value, text: value.text.slice(equals + 1) } };
  const name = value?.text.slice(0, equals);
  const others = name === undefined ? [] : (run.aliases.get(name) ?? []);
  const isNew = others.every((other) => literalOf(other) !== literalOf(code));
  if (name !== undefined && isNew) run.aliases.set(name, [...others, code]);
  runCode([code], copyState(state), "alias", noStreams, { ...run, certain: false });
}

/** Runs what the aliases of a command's name stand for, beside the program of that name. */
export function runAliases(name: string, words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const mark = `alias ${name}`;
  if (run.within.includes(mark)) return;
  for (const code of run.aliases.get(name) ?? []) {
    const after = copyState(state);
    runPrefix(code, words.slice(1), after, name, io, { ...run, within: [...run.within, mark] });
    if (!sameState(state, after)) replaceState(state, joinStates(state, after));
  }
}

/** Runs code whose last command gets further words: an alias, `env -S 'rm -rf' x`. */
export function runPrefix(
  code: Argument,
  words: readonly Argument[],
  state: ShellState,
  by: string,
  io: Streams,
  run: Run,
): void {
  const text = literalOf(code);
  if (!spend(1 + ((text?.length ?? 0) >> 4), run)) return;
  const parsed = text === undefined ? undefined : parseShell(text, code, run.whole);
  const plain = parsed?.ok === true && parsed.node.kind === "command" ? parsed.node : undefined;
  if (words.length === 0 || plain === undefined || plain.assignments.length + plain.redirects.length > 0) {
    runCode([code], state, by, io, run);
    if (words.length > 0) doubt(`it is not known what ${by} does with further words`, by, code, run);
    return;
  }
  run.runWords([...plain.words.flatMap((word) => expandWord(word, state)), ...words], state, io, run);
}
