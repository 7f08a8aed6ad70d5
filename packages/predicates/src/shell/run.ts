import { type Argument, literalOf, type Value } from "./argument.ts";
import type { EffectKind } from "./catalogue-entry.ts";
import { runsCode } from "./code-variables.ts";
import { expandValue, expandWord, workOf } from "./expand.ts";
import { callFunction, runWords } from "./run-words.ts";
import { copyState, joinStates, replaceState, type ShellState, sameState, setVariable } from "./state.ts";
import type { Assignment, Redirect, ShellNode, SimpleCommand, Span, Word } from "./syntax.ts";

/** What a run has seen so far, and what it may tell. */
export interface Run {
  /** The command that was asked about. */
  readonly whole: string;
  readonly functions: Map<string, FunctionBody[]>;
  /** The variables that can change where the run does not see it. */
  readonly volatile: Set<string>;
  /** The texts of the aliases by their names. */
  readonly aliases: Map<string, Argument[]>;
  /** How much work it may still do: commands, words, and variables where ways part. */
  readonly steps: { left: number };
  /** The states in which the loop or function that is running was left early. */
  readonly leavings: Leaving[];
  /** The names of the functions, and the codes, that are running. */
  readonly within: readonly string[];
  /** How many wrappers stand around the command that is looked at. */
  readonly wrappers: number;
  effect(effect: RunEffect): void;
  unknown(reason: string, span: Span): void;
}

/** A loop or a function was left by `break`, `continue` or `return`, and maybe those around it, too. */
interface Leaving {
  readonly state: ShellState;
  readonly further: boolean;
}

/** A function's body, and whether it was seen to run. */
export interface FunctionBody {
  readonly body: ShellNode;
  called: boolean;
}

/** Something done to a target, as seen from a state of the shell. */
export interface RunEffect {
  readonly kind: EffectKind;
  /** `null` when it is not known. */
  readonly value: Value | null;
  readonly recursive: boolean;
  /** The program's name, or `>`. */
  readonly by: string;
  readonly span: Span;
  readonly state: ShellState;
}

/** What a command reads: nothing that was seen, something that is not known, or a text. */
export type Input = "none" | "unknown" | Argument;

const mostLoops = 32;

/**
 * Runs a script without running it: every command that could run is looked at, in the order of the script, with what
 * is known of the directory and the variables at that point. Where ways meet, what differs is no longer known.
 *
 * A `cd` is taken to succeed; of `a && b`, both are taken to run.
 *
 * @param state - changed as the script changes it
 */
export function runNode(node: ShellNode, state: ShellState, input: Input, run: Run): void {
  const copies = node.kind === "command" || node.kind === "sequence" ? 0 : state.variables.size >> 3;
  if (!spend(1 + copies, run)) return;
  switch (node.kind) {
    case "command":
      runCommand(node, state, input, run);
      return;
    case "sequence":
      for (const each of node.nodes) runNode(each, state, input, run);
      return;
    case "subshell":
      runNode(node.body, copyState(state), input, run);
      return;
    case "pipeline":
      for (const [index, each] of node.nodes.entries()) {
        const end = copyState(state);
        runNode(each, end, index === 0 ? input : "unknown", run);
        // The last command runs in this very shell in zsh, ksh and with `lastpipe`.
        if (index === node.nodes.length - 1 && !sameState(state, end)) replaceState(state, joinStates(state, end));
      }
      return;
    case "chain":
      runChain(node, state, input, run);
      return;
    case "branches": {
      const ends = node.bodies.map((body) => {
        const end = copyState(state);
        runNode(body, end, input, run);
        return end;
      });
      if (!node.exhaustive) ends.push(copyState(state));
      replaceState(state, ends.reduce(joinStates));
      return;
    }
    case "loop":
      runLoop(node, state, input, run);
      return;
    case "group": {
      const given = runRedirects(node.redirects, state, false, run);
      runNode(node.body, state, given === "none" ? input : "unknown", run);
      return;
    }
    case "function": {
      const bodies = run.functions.get(node.name) ?? [];
      run.functions.set(node.name, [...bodies, { body: node.body, called: false }]);
    }
  }
}

function runChain({ links }: ShellNode & { kind: "chain" }, state: ShellState, input: Input, run: Run): void {
  const start = copyState(state);
  let succeeded = state;
  let ended: ShellState | undefined;
  for (const { after, node } of links) {
    const next = after === "or" && ended !== undefined ? joinStates(start, ended) : copyState(succeeded);
    runNode(node, next, input, run);
    if (!leaves(node)) {
      ended = ended === undefined ? next : joinStates(ended, next);
      succeeded = after === "or" ? ended : next;
    } else if (after === "or") ended = succeeded;
  }
  replaceState(state, copyState(ended ?? state));
}

function leaves(node: ShellNode): boolean {
  if (node.kind === "sequence") return node.nodes.some(leaves);
  const piece = node.kind === "command" ? node.words[0]?.pieces[0] : undefined;
  return piece?.kind === "text" && /^(exit|return|break|continue)$/.test(piece.value);
}

function runLoop(node: ShellNode & { kind: "loop" }, state: ShellState, input: Input, outer: Run): void {
  const run: Run = { ...outer, leavings: [] };
  runTurns(node, state, input, run);
  joinLeavings(state, run);
  outer.leavings.push(...run.leavings.filter(({ further }) => further));
}

/** What is left early goes on where the loop or function ends. */
export function joinLeavings(state: ShellState, run: Run): void {
  for (const leaving of run.leavings) {
    if (!spend(1 + (leaving.state.variables.size >> 3), run)) return;
    replaceState(state, joinStates(state, leaving.state));
  }
}

function runTurns(node: ShellNode & { kind: "loop" }, state: ShellState, input: Input, run: Run): void {
  const words = node.words && expandWords(node.words, state, run);
  if (words && words.length <= mostLoops && words.every(({ value }) => value !== null)) {
    for (const { value } of words) {
      if (run.steps.left <= 0) return;
      if (node.variable !== null) assign(node.variable, value, state, run);
      runNode(node.body, state, input, run);
      joinLeavings(state, run);
    }
    return;
  }
  for (let known = -1; known !== knownOf(state) && run.steps.left > 0; ) {
    known = knownOf(state);
    const next = copyState(state);
    if (node.variable !== null) assign(node.variable, null, next, run);
    runNode(node.body, next, input, run);
    replaceState(state, joinStates(state, next));
    joinLeavings(state, run);
  }
}

/** How much is known: a loop has been seen through when another turn takes nothing away. */
function knownOf({ directory, variables, altered }: ShellState): number {
  return variables.size - altered.size + (directory === null ? 0 : 1);
}

/** The words after expansion; those that there is no time for are not known. */
function expandWords(words: readonly Word[], state: ShellState, run: Run): readonly Argument[] {
  return words.flatMap((word) => {
    if (run.steps.left <= 0) return [];
    const fields = expandWord(word, state);
    spend(workOf(fields, word), run);
    return fields;
  });
}

/** @returns whether there was time for so much work */
export function spend(work: number, run: Run): boolean {
  if (run.steps.left <= 0) return false;
  run.steps.left -= work;
  if (run.steps.left <= 0) run.unknown("it does too much to be followed", { start: 0, end: run.whole.length });
  return true;
}

function runCommand(node: SimpleCommand, state: ShellState, input: Input, run: Run): void {
  const words = expandWords(node.words, state, run);
  if (run.steps.left <= 0) return;
  const bare = words.every((word) => literalOf(word) === ":" || literalOf(word) === "true");
  const given = runRedirects(node.redirects, state, bare, run);
  if (node.words.length === 0) {
    assignAll(node.assignments, state, run);
    return;
  }
  const own = node.assignments.map(({ name }) => ({ name, value: state.variables.get(name) ?? null }));
  const { altered } = state;
  assignAll(node.assignments, state, run);
  const read = given === "none" ? input : given;
  runAsFunctionOrProgram(words, state, read, { ...run, wrappers: 0 });
  if (own.length === 0) return;
  for (const { name, value } of own) setVariable(state, name, value, run.volatile);
  const isOwn = (alteration: string): boolean => own.some(({ name }) => name === alteration);
  state.altered = new Set([...state.altered].filter((each) => altered.has(each) || !isOwn(each)));
}

/** A function may hide a program or builtin of its name; which of them runs may not be known. */
function runAsFunctionOrProgram(words: readonly Argument[], state: ShellState, input: Input, run: Run): void {
  const name = literalOf(words[0]);
  if (name === undefined || !run.functions.has(name)) {
    runWords(words, state, input, run);
    return;
  }
  const [before, program] = [copyState(state), copyState(state)];
  callFunction(words, state, input, run);
  runWords(words, program, input, run);
  if (!sameState(before, program)) replaceState(state, joinStates(state, program));
}

function assignAll(assignments: readonly Assignment[], state: ShellState, run: Run): void {
  for (const { name, value } of assignments) {
    const given = value && expandValue(value, state);
    if (value !== null) spend((given?.text.length ?? 0) >> 6, run);
    if (runsCode(name, given))
      run.unknown(`what ${name} holds may be run`, value ?? { start: 0, end: run.whole.length });
    assign(name, given, state, run);
  }
}

function assign(name: string, value: Value | null, state: ShellState, { volatile }: Run): void {
  setVariable(state, name, value, volatile);
}

/** @returns what the redirects give to read */
function runRedirects(redirects: readonly Redirect[], state: ShellState, bare: boolean, run: Run): Input {
  let input: Input = "none";
  for (const { kind, word, start, end } of redirects) {
    if (kind === "text") input = { start: word.start, end: word.end, value: expandValue(word, state) };
    if (kind === "read") input = "unknown";
    if (kind !== "write") continue;
    for (const { value } of expandWords([word], state, run)) {
      const effect = bare ? "destroy" : "overwrite";
      run.effect({ kind: effect, value, recursive: false, by: ">", span: { start, end }, state });
    }
  }
  return input;
}
