// Evaluates loops: `for`, `while`, `until`.

import type { Argument } from "./argument.ts";
import { assign } from "./assign.ts";
import { evaluateNode } from "./evaluate-node.ts";
import { type Evaluation, type Shell, type Streams, spend } from "./evaluation.ts";
import { expandWords } from "./expand.ts";
import { emitGlobListing } from "./file-effects.ts";
import { afterUnknownChange, appendOutput, type Flow, type Sink } from "./flow.ts";
import { copyState, joinStates, replaceState, type ShellState } from "./state.ts";
import type { Loop, LoopCount, ShellNode } from "./syntax.ts";

const maxWords = 32;

/** Emits the effects of a loop: once per word if there are few known words, otherwise until the known state stops changing. */
export function evaluateLoop(node: Loop, { state, io, evaluation: outer }: Shell): void {
  const words = node.words && expandWords(node.words, state, outer);
  if (words !== null) emitGlobListing(words, "*", state, outer);
  const isKnown = words !== null && words.length <= maxWords && words.every(({ value }) => value !== null);
  const loopCount = largerCount(
    outer.loopCount,
    hasPause(node.body) ? "few" : largerCount(node.loopCount, loopCountOver(words, io.input)),
  );
  const output: Sink | undefined = io.output && { flow: undefined };
  const evaluation: Evaluation = {
    ...outer,
    earlyExits: [],
    loopCount,
    certainty: isKnown ? outer.certainty : "possible",
  };
  const inner: Streams = { input: io.input, output };
  const shell = { state, io: inner, evaluation };
  // A word with wildcards stands for any number of words.
  const isCounted = isKnown && words.every(({ value }) => value?.glob !== true);
  if (isCounted) evaluateForEach(node, words, shell);
  else if (isKnown) evaluateUntilStable(shell, (next) => evaluateForEach(node, words, next));
  else evaluateUntilStable(shell, (next) => evaluateUnknownWord(node, words ?? [], next));
  if (output?.flow !== undefined) {
    const many = loopCount === "few" ? output.flow.many : loopCount;
    const { names } = output.flow;
    appendOutput(io.output, isCounted ? output.flow : { ...afterUnknownChange(output.flow), names, many });
  }
  joinEarlyExits(state, evaluation);
  outer.earlyExits.push(...evaluation.earlyExits.filter(({ leavesOuter }) => leavesOuter));
}

/** Joins the states of `break`, `continue` and `return` into the state after the loop or function. */
export function joinEarlyExits(state: ShellState, evaluation: Evaluation): void {
  for (const earlyExit of evaluation.earlyExits) {
    if (!spend(1 + (earlyExit.state.variables.size >> 3), evaluation)) return;
    replaceState(state, joinStates(state, earlyExit.state));
  }
}

/** Evaluates the body of a loop once for each word. */
function evaluateForEach(node: Loop, words: readonly Argument[], shell: Shell): void {
  const { state, evaluation } = shell;
  for (const { value, flow } of words) {
    if (evaluation.steps.left <= 0) return;
    if (node.variable !== null) assign(node.variable, { value, flow }, state, evaluation);
    evaluateNode(node.body, shell);
    joinEarlyExits(state, evaluation);
  }
}

/** Evaluates rounds of a loop until nothing more becomes unknown. */
function evaluateUntilStable(shell: Shell, evaluateRound: (shell: Shell) => void): void {
  const { state, evaluation } = shell;
  for (let known = Number.NaN; known !== countKnown(state) && evaluation.steps.left > 0; ) {
    known = countKnown(state);
    const next = copyState(state);
    evaluateRound({ ...shell, state: next });
    replaceState(state, joinStates(state, next));
    joinEarlyExits(state, evaluation);
  }
}

/** Evaluates the body of a loop once for any of unknown words. */
function evaluateUnknownWord(node: Loop, words: readonly Argument[], shell: Shell): void {
  const { state, evaluation } = shell;
  const flow = words.find((word) => word.flow !== undefined)?.flow;
  const fallback = node.words === null ? ({ from: [{ kind: "input" }] } as const) : ({ from: [] } as const);
  if (node.variable !== null) assign(node.variable, { value: null, flow: flow ?? fallback }, state, evaluation);
  evaluateNode(node.body, shell);
}

/** A measure of how much is known of a state; a loop is done when it stays the same. */
function countKnown({ directory, variables, altered, descriptors }: ShellState): number {
  let known = (directory === null ? 0 : 1) - altered.size;
  for (const { value, flow } of variables.values()) known += (value === null ? 0 : 1) - 2 * (flow?.from.length ?? 0);
  for (const flow of descriptors.values()) known -= flow?.text === undefined ? 2 : 1;
  return known - variables.size * 64;
}

/** How often a loop over words runs: `many` if the words, or the lines that it reads, are many. */
function loopCountOver(words: readonly Argument[] | null, input: Flow | undefined): LoopCount {
  const isMany = words === null ? input?.many !== undefined : words.some(({ flow }) => flow?.many !== undefined);
  return isMany ? "many" : "few";
}

/** The larger of two loop counts. */
function largerCount(a: LoopCount, b: LoopCount): LoopCount {
  if (a === "endless" || b === "endless") return "endless";
  return a === "many" || b === "many" ? "many" : "few";
}

/** Whether the loop body begins with a `sleep`, so that the loop doesn't exhaust anything. */
function hasPause(node: ShellNode): boolean {
  switch (node.kind) {
    case "command": {
      const [first, second] = node.words;
      const name = first?.pieces[0];
      const time = second?.pieces[0];
      return name?.kind === "text" && name.value === "sleep" && !(time?.kind === "text" && /^[0.]+$/.test(time.value));
    }
    case "sequence":
      return node.nodes.some(hasPause);
    case "chain":
      return node.links.some((link) => hasPause(link.node));
    case "group":
      return hasPause(node.body);
    default:
      return false;
  }
}
