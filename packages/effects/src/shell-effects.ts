import type { Effect, EffectOptions, Effects } from "./effects.ts";
import { deepestNesting, type Nesting, outermost } from "./nesting.ts";
import { parseShell } from "./shell/parse.ts";
import { noStreams, type Run } from "./shell/run.ts";
import { runNode } from "./shell/run-node.ts";
import type { ShellState } from "./shell/state.ts";
import type { Span } from "./shell/syntax.ts";

/** Variables that the shell itself changes. */
const setByShell = "_ OLDPWD RANDOM SRANDOM SECONDS LINENO BASHPID BASH_COMMAND BASH_SUBSHELL DIRSTACK".split(" ");
const alterations = ["IFS", "CDPATH"] as const;

/**
 * Tells what a shell command would do, without running it: through quoting, wrappers such as `sudo` and `xargs`, pipes,
 * substitutions, functions, loops, `bash -c` and `eval`.
 *
 * It looks at every command that could run, whatever the conditions say. Of a program that is not in its catalogue it
 * tells that it runs; what decides which program runs, but is not known, is `anything`. Never throws.
 *
 * @example
 * shellEffects("cd build && sudo rm -rf out").effects; // one with kind "delete" and the path "build/out" among them
 */
export function shellEffects(command: string, options: EffectOptions = {}): Effects {
  return shellEffectsWithin(command, options, outermost());
}

/** `shellEffects` of a text that may stand in another one. */
export function shellEffectsWithin(command: string, options: EffectOptions, nesting: Nesting): Effects {
  const whole = { start: 0, end: command.length };
  if (nesting.depth > deepestNesting) return anything("the command is nested too deeply", whole);
  const parsed = parseShell(command, whole, command);
  if (!parsed.ok) return anything(`the command ${parsed.reason}`, whole);
  const { home, workingDirectory } = options;
  const run: Run = {
    whole: command,
    home,
    workingDirectory,
    nesting,
    functions: new Map(),
    volatile: new Set([...parsed.volatile, ...setByShell]),
    aliases: new Map(),
    written: new Map(),
    links: new Map(),
    descriptors: new Map(),
    pipes: new Set(),
    steps: nesting.work,
    leavings: [],
    within: [],
    locals: undefined,
    wrappers: 0,
    certain: true,
    turns: "few",
    beside: false,
    effects: [],
  };
  const state = startingState("", parsed.volatile);
  if (home !== undefined) state.variables.set("HOME", { value: { text: home, glob: false } });
  if (workingDirectory !== undefined) state.variables.set("PWD", { value: { text: workingDirectory, glob: false } });
  runNode(parsed.node, state, noStreams, run);
  if (run.functions.size > 0) runUncalled(run);
  return { effects: inOrder(run.effects) };
}

function anything(reason: string, span: Span): Effects {
  return { effects: [{ kind: "anything", certainty: "unknown", by: "", ...span, reason }] };
}

function startingState(directory: string | null, volatile: ReadonlySet<string>): ShellState {
  return {
    directory,
    variables: new Map(),
    altered: new Set(alterations.filter((name) => volatile.has(name))),
    elsewhere: false,
    captured: new Map(),
  };
}

/** A function that was only defined may be called by a later command. */
function runUncalled(run: Run): void {
  while (run.steps.left > 0) {
    const waiting = [...run.functions.values()].flat().find((body) => !body.called);
    if (waiting === undefined) return;
    waiting.called = true;
    runNode(waiting.body, startingState(null, run.volatile), noStreams, { ...run, certain: false, leavings: [] });
  }
}

/** The effects in the order of the text, each once, and as certain as it was seen. */
function inOrder(effects: readonly Effect[]): readonly Effect[] {
  if (effects.length < 2) return effects;
  const byKey = new Map<string, Effect>();
  for (const effect of effects) {
    const { certainty, ...rest } = effect;
    const key = JSON.stringify(rest);
    const known = byKey.get(key);
    if (known === undefined || rank(certainty) > rank(known.certainty)) byKey.set(key, effect);
  }
  return [...byKey.values()].sort((a, b) => a.start - b.start);
}

function rank(certainty: Effect["certainty"]): number {
  return certainty === "certain" ? 2 : certainty === "possible" ? 1 : 0;
}
