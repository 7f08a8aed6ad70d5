import { type Argument, literalOf, type Value } from "./argument.ts";
import type { EffectKind } from "./catalogue.ts";
import { expandValue, expandWord } from "./expand.ts";
import { callFunction, runWords } from "./run-words.ts";
import { copyState, joinStates, replaceState, type ShellState } from "./state.ts";
import type { Assignment, Redirect, ShellNode, SimpleCommand, Span } from "./syntax.ts";

/** What a run has seen so far, and what it may tell. */
export interface Run {
  /** The command that was asked about. */
  readonly whole: string;
  readonly functions: Map<string, FunctionBody[]>;
  /** The variables that can change where the run does not see it. */
  readonly volatile: Set<string>;
  /** How many nodes it may still look at. */
  readonly steps: { left: number };
  /** The names of the functions, and the codes, that are running. */
  readonly within: readonly string[];
  /** How many wrappers stand around the command that is looked at. */
  readonly wrappers: number;
  effect(effect: RunEffect): void;
  unknown(reason: string, span: Span): void;
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
  if (run.steps.left <= 0) return;
  run.steps.left--;
  if (run.steps.left === 0) run.unknown("it does too much to be followed", { start: 0, end: run.whole.length });
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
        runNode(each, copyState(state), index === 0 ? input : "unknown", run);
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
  const piece = node.kind === "command" ? node.words[0]?.pieces[0] : undefined;
  return piece?.kind === "text" && /^(exit|return|break|continue)$/.test(piece.value);
}

function runLoop(node: ShellNode & { kind: "loop" }, state: ShellState, input: Input, run: Run): void {
  const words = node.words?.flatMap((word) => expandWord(word, state));
  if (words !== undefined && words.length <= mostLoops && words.every(({ value }) => value !== null)) {
    for (const { value } of words) {
      if (run.steps.left <= 0) return;
      if (node.variable !== null) assign(node.variable, value, state, run);
      runNode(node.body, state, input, run);
    }
    return;
  }
  for (let known = -1; known !== knownOf(state) && run.steps.left > 0; ) {
    known = knownOf(state);
    const next = copyState(state);
    if (node.variable !== null) next.variables.delete(node.variable);
    runNode(node.body, next, input, run);
    replaceState(state, joinStates(state, next));
  }
}

/** How much is known: a loop has been seen through when another turn takes nothing away. */
function knownOf({ directory, variables }: ShellState): number {
  return variables.size + (directory === null ? 0 : 1);
}

function runCommand(node: SimpleCommand, state: ShellState, input: Input, run: Run): void {
  const words = node.words.flatMap((word) => expandWord(word, state));
  const bare = words.every((word) => literalOf(word) === ":" || literalOf(word) === "true");
  const given = runRedirects(node.redirects, state, bare, run);
  if (node.words.length === 0) {
    assignAll(node.assignments, state, run);
    return;
  }
  const inner = copyState(state);
  assignAll(node.assignments, inner, run);
  const own = new Map(node.assignments.map(({ name }) => [name, state.variables.get(name)]));
  const read = given === "none" ? input : given;
  callFunction(words, inner, read, run);
  runWords(words, inner, read, { ...run, wrappers: 0 });
  for (const [name, value] of own) assign(name, value ?? null, inner, run);
  replaceState(state, inner);
}

function assignAll(assignments: readonly Assignment[], state: ShellState, run: Run): void {
  for (const { name, value } of assignments) assign(name, value && expandValue(value, state), state, run);
}

function assign(name: string, value: Value | null, { variables }: ShellState, { volatile }: Run): void {
  if (value === null || volatile.has(name)) variables.delete(name);
  else variables.set(name, value);
}

/** @returns what the redirects give to read */
function runRedirects(redirects: readonly Redirect[], state: ShellState, bare: boolean, run: Run): Input {
  let input: Input = "none";
  for (const { kind, word, start, end } of redirects) {
    if (kind === "text") input = { start: word.start, end: word.end, value: expandValue(word, state) };
    if (kind === "read") input = "unknown";
    if (kind !== "write") continue;
    for (const { value } of expandWord(word, state)) {
      const effect = bare ? "destroy" : "overwrite";
      run.effect({ kind: effect, value, recursive: false, by: ">", span: { start, end }, state });
    }
  }
  return input;
}
