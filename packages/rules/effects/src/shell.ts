/** The subpath `@helve/effects/shell`: lists the effects of a shell command without running it. */
import type { Effect } from "./effects.ts";
import { keepMostCertain } from "./engine/interpreter.ts";
import { createMachine } from "./engine/machine.ts";
import { asPossible } from "./engine/paths.ts";
import type { KnownData } from "./execution-state.ts";
import {
  createReader,
  deepestNesting,
  type EffectContext,
  type EffectReader,
  type Effects,
  outermostNesting,
  type ProgramWord,
  unknownEffects,
} from "./languages.ts";
import { escapeRegExp } from "./shell/added-words.ts";
import { emitVariable } from "./shell/assign.ts";
import { emitCodeVariable } from "./shell/code-variables.ts";
import { evaluateNode } from "./shell/evaluate-node.ts";
import { asProcess, type Evaluation, emitUnknown, isOutOfWork, noStreams } from "./shell/evaluation.ts";
import { initialState } from "./shell/initial-state.ts";
import { parseShell } from "./shell/parse.ts";
import { readPowerShellScript } from "./shell/powershell-script.ts";
import { copyState, emptyState } from "./shell/state.ts";
import { stateAfter } from "./shell/state-after.ts";
import type { Piece, ShellNode } from "./shell/syntax.ts";

export { shellTree } from "./shell/shell-tree.ts";

/** Variables that the shell itself changes. */
const shellVariables = "_ OLDPWD RANDOM SRANDOM SECONDS LINENO BASHPID BASH_COMMAND BASH_SUBSHELL DIRSTACK".split(" ");

/**
 * Reads what a shell command would do, without running it: through quoting, wrappers such as `sudo` and `xargs`, pipes,
 * substitutions, functions, loops, `bash -c` and `eval`.
 *
 * It reads every command that could run, under all conditions. A program that is not in its catalogue is an
 * `execute` effect. Where the program that runs is unknown, or is code of a language that was not passed, there is an
 * effect of kind `anything`. Never throws.
 *
 * @example
 * shell.read("cd build && sudo rm -rf out").effects; // one with kind "delete" and the path "build/out" among them
 * shell.read(command, { languages: { shell, python } }); // reads `python3 -c "…"`, too
 */
export const shell: EffectReader = createReader("shell", readCommand, readProgramWords);

/** A quoted text whose subscript has a command: arithmetic evaluates it, `$(( 'a[$(rm x)]' ))`. */
const quotedSubscript =
  /(?:\$\[|\(\([^)\n]*|\b[A-Za-z_]\w*\[)'[^'\n]*\[[^\]'\n]*(?:\$\([^)'\n]+\)|`[^`'\n]+`)[^\]'\n]*\]/g;

/** Parses a command and evaluates it in its context. */
function readCommand(command: string, context: EffectContext): Effects {
  const { nesting = outermostNesting() } = context;
  if (nesting.depth > deepestNesting) return unknownEffects("the command is nested too deeply", command);
  const parsed = parseShell(command, { start: 0, end: command.length }, command);
  if (!parsed.ok)
    return readPowerShellScript(command, context) ?? unknownEffects(`the command ${parsed.reason}`, command);
  return evaluate(command, parsed.node, parsed.volatile, context);
}

/** Evaluates a program that is started with words. */
function readProgramWords(words: readonly ProgramWord[], context: EffectContext): Effects {
  const { nesting = outermostNesting() } = context;
  if (nesting.depth > deepestNesting) return unknownEffects("the command is nested too deeply", "");
  const place = { start: 0, end: 0 };
  const node: ShellNode = {
    kind: "command",
    words: words.map((word) => ({ ...place, pieces: piecesOf(word) })),
    assignments: [],
    redirects: [],
  };
  return evaluate("", node, new Set(), context);
}

/** Converts a program's word to shell word pieces. */
function piecesOf({ parts, isSeveral }: ProgramWord): readonly Piece[] {
  const [first, ...others] = parts;
  const pieces = parts.map(
    (part): Piece => (part === null ? { kind: "hole", quoted: isSeveral !== true } : { kind: "text", value: part }),
  );
  // A home directory that is not known is a `~` in the values of programs.
  if (first === "~" && others.length === 0) return [{ kind: "home", user: "" }];
  return first?.startsWith("~/")
    ? [{ kind: "home", user: "" }, { kind: "text", value: first.slice(1) }, ...pieces.slice(1)]
    : pieces;
}

/** Evaluates the tree of a command. */
function evaluate(command: string, node: ShellNode, volatile: ReadonlySet<string>, context: EffectContext): Effects {
  const { standardInput, assigned = new Map(), nesting = outermostNesting() } = context;
  const machine = createMachine(context, nesting);
  const { files: written, links, settings } = machine.world;
  const evaluation: Evaluation = {
    whole: command,
    context,
    nesting,
    functions: new Map(),
    volatile: new Set([...volatile, ...shellVariables]),
    aliases: new Map(),
    machine,
    written,
    links,
    settings,
    descriptors: new Map(),
    pipes: new Set(),
    steps: machine.steps,
    exits: undefined,
    ended: [],
    traps: [],
    callStack: [],
    locals: undefined,
    wrappers: 0,
    loopCount: "few",
    absent: new Set(),
    inBackground: false,
    effects: [],
  };
  for (const { index, 0: found } of command.matchAll(quotedSubscript)) {
    const place = { start: index, end: index + found.length };
    emitUnknown(
      "a subscript in quotes may run the code in it, where it is evaluated as arithmetic",
      "",
      place,
      evaluation,
    );
  }
  for (const [name, data] of assigned) emitAssigned(name, data, evaluation);
  const start = initialState(evaluation);
  const state = copyState(start);
  asProcess(evaluation, (own) =>
    evaluateNode(node, { state, io: { input: standardInput, output: undefined }, evaluation: own }),
  );
  const after = stateAfter(start, state, evaluation);
  if (evaluation.functions.size > 0) evaluateUncalledFunctions(evaluation);
  for (const { reason, span } of machine.gaps) emitUnknown(reason, "", span, evaluation);
  return { effects: withRefilledFiles(sortAndMerge(evaluation.effects)), after };
}

/** A file that is emptied and then written again is overwritten: `: > log; echo a >> log`. */
function withRefilledFiles(effects: readonly Effect[]): readonly Effect[] {
  const lastWrites = new Map<string, number>();
  for (const effect of effects) {
    if (effect.kind !== "write" || effect.target === null) continue;
    const { path } = effect.target;
    lastWrites.set(path, Math.max(effect.start, lastWrites.get(path) ?? 0));
  }
  return effects.map((effect) => {
    if (effect.kind !== "destroy" || effect.by !== ">" || effect.target === null || effect.target.glob) return effect;
    if ((lastWrites.get(effect.target.path) ?? 0) <= effect.start) return effect;
    return { ...effect, kind: "write", mode: "replace", from: [] };
  });
}

/** Emits the effects of an environment variable that is set for the command. */
function emitAssigned(name: string, { text, from }: KnownData, evaluation: Evaluation): void {
  if (!/^[A-Za-z_]\w*$/.test(name)) return;
  const place = { start: 0, end: evaluation.whole.length };
  const value = text === undefined ? null : { text, glob: false };
  emitCodeVariable(name, { value, flow: { from } }, place, evaluation);
  emitVariable(name, { ...place, value }, place, evaluation);
}

/**
 * Evaluates functions that were not called, but that something may call: code that is not known, a hook of the shell, or a word of the command
 * that names them. A later command that calls one is read with its definition.
 */
function evaluateUncalledFunctions(evaluation: Evaluation): void {
  for (;;) {
    const isAnyCalled = evaluation.effects.some(
      ({ kind, by }) => kind === "anything" || (kind === "execute" && /^(?:source|\.)$/.test(by)),
    );
    const waiting = [...evaluation.functions]
      .flatMap(([name, bodies]) => (isAnyCalled || mayBeCalled(name, bodies.length, evaluation) ? bodies : []))
      .find((body) => !body.called);
    if (waiting === undefined || isOutOfWork(evaluation)) return;
    waiting.called = true;
    const state = emptyState(null, evaluation.volatile);
    asPossible(evaluation.machine, () => evaluateNode(waiting.body, { state, io: noStreams, evaluation }));
  }
}

/** Functions that the shell calls itself. */
const hooks =
  /^(?:command_not_found_handle\w*|(?:.*_)?(?:precmd|preexec|chpwd|periodic|zshexit|zshaddhistory)|TRAP[A-Z\d]+|fish_\w+)$/;

/** Whether a function may be called: by the shell, or because its name occurs outside its definition. */
function mayBeCalled(name: string, definitions: number, { whole }: Evaluation): boolean {
  return (
    hooks.test(name) ||
    (whole.match(new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, "g"))?.length ?? 0) > definitions
  );
}

/** Sorts effects by position, and merges equal effects to the most certain one. */
function sortAndMerge(effects: readonly Effect[]): readonly Effect[] {
  if (effects.length < 2) return effects;
  const byKey = new Map<string, Effect>();
  for (const effect of effects) keepMostCertain(byKey, effect);
  return [...byKey.values()].sort((a, b) => a.start - b.start);
}
