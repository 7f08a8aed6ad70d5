import { type Argument, literalOf } from "./argument.ts";
import { assignAll } from "./assign.ts";
import { expandWords } from "./expand.ts";
import { changed, type Flow, pour, type Sink } from "./flow.ts";
import { callFunction } from "./functions.ts";
import { openRedirects } from "./redirects.ts";
import { doubt, note, type Run, type Streams, spend } from "./run.ts";
import { runLoop } from "./run-loop.ts";
import { isKnown, runWords } from "./run-words.ts";
import { copyState, joinStates, replaceState, type ShellState, sameState, setVariable } from "./state.ts";
import type { ShellNode, SimpleCommand, Word } from "./syntax.ts";

/**
 * Runs a script without running it: every command that could run is looked at, in the order of the script, with what
 * is known of the directory and the variables at that point. Where ways meet, what differs is no longer known.
 *
 * A `cd` is taken to succeed; of `a && b`, both are taken to run.
 *
 * @param state - changed as the script changes it
 */
export function runNode(node: ShellNode, state: ShellState, io: Streams, run: Run): void {
  const copies = node.kind === "command" || node.kind === "sequence" ? 0 : state.variables.size >> 3;
  if (!spend(1 + copies, run)) return;
  switch (node.kind) {
    case "command":
      runCommand(node, state, io, run);
      return;
    case "sequence":
      for (const each of node.nodes) runNode(each, state, io, run);
      return;
    case "subshell":
      runNode(node.body, copyState(state), io, run);
      return;
    case "beside":
      runBeside(node, state, io, run);
      return;
    case "capture": {
      const output: Sink = { flow: undefined };
      runNode(node.body, copyState(state), { input: node.fed ? unknownInput : io.input, output }, run);
      state.captured.set(node, output.flow ?? { from: [] });
      return;
    }
    case "pipeline":
      runPipeline(node.nodes, state, io, run);
      return;
    case "chain":
      runChain(node, state, io, run);
      return;
    case "branches":
      runBranches(node, state, io, run);
      return;
    case "loop":
      runLoop(node, state, io, run);
      return;
    case "group": {
      const redirects = openRedirects(node.redirects, state, io, run);
      runNode(node.body, state, redirects.io, run);
      redirects.close(false);
      return;
    }
    case "function": {
      const bodies = run.functions.get(node.name) ?? [];
      run.functions.set(node.name, [...bodies, { body: node.body, called: false }]);
      return;
    }
    case "doubt":
      doubt(node.reason, "", node, run);
  }
}

/** What another command writes. */
const unknownInput: Flow = { from: [{ kind: "unknown" }] };

function runBeside({ body, fed }: ShellNode & { kind: "beside" }, state: ShellState, io: Streams, run: Run): void {
  const output: Sink | undefined = io.output && { flow: undefined };
  runNode(body, copyState(state), { input: fed ? unknownInput : io.input, output }, { ...run, beside: true });
  // It is not known when it gives something.
  if (output?.flow !== undefined) pour(io.output, changed(output.flow));
  const place = run.turns === "few" ? undefined : placeOf(body);
  if (place !== undefined) note({ kind: "exhaust", what: "processes" }, "&", place, run);
}

/** The first command of a node, as a place. */
function placeOf(node: ShellNode): Word | undefined {
  if (node.kind === "command") return node.words[0];
  if (node.kind === "sequence" || node.kind === "pipeline") return node.nodes.map(placeOf).find((word) => word);
  if (node.kind === "chain") return node.links.map((link) => placeOf(link.node)).find((word) => word);
  return "body" in node ? placeOf(node.body) : undefined;
}

function runPipeline(nodes: readonly ShellNode[], state: ShellState, io: Streams, run: Run): void {
  const within: Run = run.beside ? run : { ...run, beside: true };
  const turn = (): void => {
    let input = io.input;
    for (const [index, each] of nodes.entries()) {
      const end = copyState(state);
      const isLast = index === nodes.length - 1;
      const output: Sink | undefined = isLast ? io.output : { flow: undefined };
      runNode(each, end, { input, output }, within);
      input = output?.flow ?? { from: [{ kind: "unknown" }] };
      // The last command runs in this very shell in zsh, ksh and with `lastpipe`.
      if (isLast && !sameState(state, end)) replaceState(state, joinStates(state, end));
    }
  };
  turn();
  // What it writes to a pipe with a name, it may have read from there before.
  if (run.pipes.size > 0) turn();
}

function runBranches(node: ShellNode & { kind: "branches" }, state: ShellState, io: Streams, run: Run): void {
  const within: Run = run.certain ? { ...run, certain: false } : run;
  const output: Sink | undefined = io.output && { flow: undefined };
  const ends = node.bodies.map((body) => {
    const end = copyState(state);
    runNode(body, end, { input: io.input, output }, within);
    return end;
  });
  if (output?.flow !== undefined) pour(io.output, changed(output.flow));
  if (!node.exhaustive) ends.push(copyState(state));
  replaceState(state, ends.reduce(joinStates));
}

function runChain({ links }: ShellNode & { kind: "chain" }, state: ShellState, io: Streams, run: Run): void {
  const start = copyState(state);
  const output: Sink | undefined = io.output && { flow: undefined };
  const inner: Streams = { input: io.input, output };
  let succeeded = state;
  let ended: ShellState | undefined;
  let alternatives = false;
  for (const { after, node } of links) {
    const next = after === "or" && ended !== undefined ? joinStates(start, ended) : copyState(succeeded);
    alternatives ||= after === "or";
    runNode(node, next, inner, alternatives && run.certain ? { ...run, certain: false } : run);
    if (!leaves(node)) {
      ended = ended === undefined ? next : joinStates(ended, next);
      succeeded = after === "or" ? ended : next;
    } else if (after === "or") ended = succeeded;
  }
  if (output?.flow !== undefined) pour(io.output, alternatives ? changed(output.flow) : output.flow);
  replaceState(state, copyState(ended ?? state));
}

function leaves(node: ShellNode): boolean {
  if (node.kind === "sequence") return node.nodes.some(leaves);
  const piece = node.kind === "command" ? node.words[0]?.pieces[0] : undefined;
  return piece?.kind === "text" && /^(exit|return|break|continue)$/.test(piece.value);
}

function runCommand(node: SimpleCommand, state: ShellState, io: Streams, run: Run): void {
  const words = expandWords(node.words, state, run);
  if (run.steps.left <= 0) return;
  const redirects = node.redirects.length === 0 ? undefined : openRedirects(node.redirects, state, io, run);
  const inner = redirects?.io ?? io;
  if (words.length === 0) {
    assignAll(node.assignments, state, run);
    // `$(< file)` gives what the file holds.
    if (redirects !== undefined && inner.input !== undefined && inner.input !== io.input) pour(io.output, inner.input);
    redirects?.close(true);
    return;
  }
  const own = node.assignments.map(({ name }) => ({ name, variable: state.variables.get(name) }));
  const { altered } = state;
  assignAll(node.assignments, state, run);
  runAsFunctionOrProgram(words, state, inner, run.wrappers === 0 ? run : { ...run, wrappers: 0 });
  if (redirects !== undefined) {
    const bare = words.every((word) => literalOf(word) === ":" || literalOf(word) === "true");
    redirects.close(bare);
  }
  if (own.length === 0) return;
  for (const { name, variable } of own) {
    if (variable === undefined) state.variables.delete(name);
    else setVariable(state, name, variable, run.volatile);
  }
  const isOwn = (alteration: string): boolean => own.some(({ name }) => name === alteration);
  state.altered = new Set([...state.altered].filter((each) => altered.has(each) || !isOwn(each)));
}

/** A function may hide a program or builtin of its name; which of them runs may not be known. */
function runAsFunctionOrProgram(words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const name = literalOf(words[0]);
  if (name === undefined || !run.functions.has(name)) {
    runWords(words, state, io, run);
    return;
  }
  const [before, program] = [copyState(state), copyState(state)];
  const output: Sink | undefined = io.output && { flow: undefined };
  callFunction(words, state, { input: io.input, output }, run);
  if (output?.flow !== undefined) pour(io.output, output.flow);
  if (!isKnown(name)) return;
  runWords(words, program, { input: io.input, output: undefined }, { ...run, certain: false });
  if (!sameState(before, program)) replaceState(state, joinStates(state, program));
}
