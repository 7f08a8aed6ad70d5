import type { Argument } from "./argument.ts";
import { assign } from "./assign.ts";
import { expandWords } from "./expand.ts";
import { noteShown } from "./file-deeds.ts";
import { changed, type Flow, pour, type Sink } from "./flow.ts";
import { type Run, type Streams, spend } from "./run.ts";
import { copyState, joinStates, replaceState, type ShellState } from "./state.ts";
import type { Loop, ShellNode, Turns } from "./syntax.ts";

const mostWords = 32;

/** Runs a loop: for each of its words when they are few and known, else until another turn tells nothing new. */
export function runLoop(node: Loop, state: ShellState, io: Streams, outer: Run): void {
  const words = node.words && expandWords(node.words, state, outer);
  if (words !== null) noteShown(words, "*", state, outer);
  const isKnown = words !== null && words.length <= mostWords && words.every(({ value }) => value !== null);
  const turns = most(outer.turns, hasPause(node.body) ? "few" : most(node.turns, turnsOver(words, io.input)));
  const output: Sink | undefined = io.output && { flow: undefined };
  const run: Run = { ...outer, leavings: [], turns, certain: outer.certain && isKnown };
  const inner: Streams = { input: io.input, output };
  if (isKnown) runForEach(node, words, state, inner, run);
  else runUntilStable(node, words ?? [], state, inner, run);
  if (output?.flow !== undefined) {
    const many = turns === "few" ? output.flow.many : turns;
    const { names } = output.flow;
    pour(io.output, isKnown ? output.flow : { ...changed(output.flow), names, many });
  }
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

function runForEach(node: Loop, words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  for (const { value, flow } of words) {
    if (run.steps.left <= 0) return;
    if (node.variable !== null) assign(node.variable, { value, flow }, state, run);
    run.runNode(node.body, state, io, run);
    joinLeavings(state, run);
  }
}

function runUntilStable(node: Loop, words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const flow = words.find((word) => word.flow !== undefined)?.flow;
  const fallback = node.words === null ? ({ from: [{ kind: "input" }] } as const) : ({ from: [] } as const);
  for (let known = Number.NaN; known !== knownOf(state) && run.steps.left > 0; ) {
    known = knownOf(state);
    const next = copyState(state);
    if (node.variable !== null) assign(node.variable, { value: null, flow: flow ?? fallback }, next, run);
    run.runNode(node.body, next, io, run);
    replaceState(state, joinStates(state, next));
    joinLeavings(state, run);
  }
}

/** How much is known: a loop has been seen through when another turn neither takes away nor adds anything. */
function knownOf({ directory, variables, altered }: ShellState): number {
  let known = (directory === null ? 0 : 1) - altered.size;
  for (const { value, flow } of variables.values()) known += (value === null ? 0 : 1) - 2 * (flow?.from.length ?? 0);
  return known - variables.size * 64;
}

/** A loop over many words, or one that reads them. */
function turnsOver(words: readonly Argument[] | null, input: Flow | undefined): Turns {
  const isMany = words === null ? input?.many !== undefined : words.some(({ flow }) => flow?.many !== undefined);
  return isMany ? "many" : "few";
}

function most(a: Turns, b: Turns): Turns {
  if (a === "endless" || b === "endless") return "endless";
  return a === "many" || b === "many" ? "many" : "few";
}

/** Whether each turn waits for a while. */
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
