import { type Argument, literalText } from "./argument.ts";
import { assignAll } from "./assign.ts";
import { standardInput, withGivenInput } from "./descriptors.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { evaluateLoop } from "./evaluate-loop.ts";
import { type Evaluation, emit, emitUnknown, type Shell, type Streams, spend } from "./evaluation.ts";
import { expandWords } from "./expand.ts";
import { afterUnknownChange, appendOutput, type Flow, type Sink } from "./flow.ts";
import { callFunction, recallFunction } from "./functions.ts";
import { isKnownCommand } from "./known-commands.ts";
import { openRedirects } from "./redirects.ts";
import {
  copyState,
  exportVariables,
  joinStates,
  replaceState,
  type ShellState,
  sameState,
  setVariable,
} from "./state.ts";
import type { ShellNode, SimpleCommand, Word } from "./syntax.ts";

/**
 * Emits the effects of a parsed script without executing it (abstract interpretation). It visits every command that could
 * run, in the order of the script, with the directory and the variables that are known at that point. Where branches
 * join, values that differ become unknown.
 *
 * It assumes that `cd` succeeds, and that in `a && b` both run.
 *
 * @param state - changed as the script changes it
 */
export function evaluateNode(node: ShellNode, shell: Shell): void {
  const { state, io, evaluation } = shell;
  const copies = node.kind === "command" || node.kind === "sequence" ? 0 : state.variables.size >> 3;
  if (!spend(1 + copies, evaluation)) return;
  switch (node.kind) {
    case "command":
      evaluateSimpleCommand(node, shell);
      return;
    case "sequence":
      for (const each of node.nodes) evaluateNode(each, shell);
      return;
    case "subshell":
      evaluateNode(node.body, { ...shell, state: copyState(state) });
      return;
    case "background":
      evaluateBackground(node, shell);
      return;
    case "capture": {
      const output: Sink = { flow: undefined };
      const own = node.fed ? withGivenInput(state) : state;
      evaluateNode(node.body, {
        state: copyState(own),
        io: { input: node.fed ? unknownInput : io.input, output },
        evaluation,
      });
      state.captured.set(node, output.flow ?? { from: [] });
      return;
    }
    case "pipeline":
      evaluatePipeline(node.nodes, shell);
      return;
    case "chain":
      evaluateChain(node, shell);
      return;
    case "branches":
      evaluateBranches(node, shell);
      return;
    case "loop":
      evaluateLoop(node, shell);
      return;
    case "group": {
      const redirects = openRedirects(node.redirects, shell);
      state.descriptors = redirects.descriptors;
      evaluateNode(node.body, { ...shell, io: redirects.io });
      state.descriptors = redirects.after(state.descriptors);
      redirects.close(false);
      return;
    }
    case "function": {
      const bodies = evaluation.functions.get(node.name) ?? [];
      evaluation.functions.set(node.name, [...bodies, { body: node.body, text: node.text, called: false }]);
      return;
    }
    case "unknown":
      emitUnknown(node.reason, "", node, evaluation);
  }
}

/** Input from another command whose output is unknown. */
const unknownInput: Flow = { from: [{ kind: "unknown" }] };

/** Evaluates `a &` or `coproc`, which runs concurrently. */
function evaluateBackground({ body, fed }: ShellNode & { kind: "background" }, { state, io, evaluation }: Shell): void {
  const output: Sink | undefined = io.output && { flow: undefined };
  evaluateNode(body, {
    state: copyState(fed ? withGivenInput(state) : state),
    io: { input: fed ? unknownInput : io.input, output },
    evaluation: { ...evaluation, inBackground: true },
  });
  // The output may come at any time.
  if (output?.flow !== undefined) appendOutput(io.output, afterUnknownChange(output.flow));
  const place = evaluation.loopCount === "few" ? undefined : firstWordOf(body);
  if (place !== undefined) emit({ kind: "exhaust", what: "processes" }, "&", place, evaluation);
}

/** The first word of a node's first command. */
function firstWordOf(node: ShellNode): Word | undefined {
  if (node.kind === "command") return node.words[0];
  if (node.kind === "sequence" || node.kind === "pipeline") return node.nodes.map(firstWordOf).find((word) => word);
  if (node.kind === "chain") return node.links.map((link) => firstWordOf(link.node)).find((word) => word);
  return "body" in node ? firstWordOf(node.body) : undefined;
}

/** Evaluates `a | b`: the output of each command is the input of the next. */
function evaluatePipeline(nodes: readonly ShellNode[], { state, io, evaluation }: Shell): void {
  const within: Evaluation = evaluation.inBackground ? evaluation : { ...evaluation, inBackground: true };
  const evaluateStages = (): void => {
    let input = io.input;
    for (const [index, each] of nodes.entries()) {
      const own = index === 0 ? state : withGivenInput(state);
      const end = copyState(own);
      const isLast = index === nodes.length - 1;
      const output: Sink | undefined = isLast ? io.output : { flow: undefined };
      evaluateNode(each, { state: end, io: { input, output }, evaluation: within });
      input = output?.flow ?? { from: [{ kind: "unknown" }] };
      if (end.descriptors === own.descriptors) end.descriptors = state.descriptors;
      // The last command runs in this very shell in zsh, ksh and with `lastpipe`.
      if (isLast && !sameState(state, end)) replaceState(state, joinStates(state, end));
    }
  };
  evaluateStages();
  // A command may read from a named pipe what a later command writes to it.
  if (evaluation.pipes.size > 0) evaluateStages();
}

/** Evaluates all branches of `if` or `case` and joins their states. */
function evaluateBranches(node: ShellNode & { kind: "branches" }, { state, io, evaluation }: Shell): void {
  const within: Evaluation = evaluation.certainty === "certain" ? { ...evaluation, certainty: "possible" } : evaluation;
  const output: Sink | undefined = io.output && { flow: undefined };
  const ends = node.bodies.map((body) => {
    const end = copyState(state);
    evaluateNode(body, { state: end, io: { input: io.input, output }, evaluation: within });
    return end;
  });
  if (output?.flow !== undefined) appendOutput(io.output, afterUnknownChange(output.flow));
  if (!node.exhaustive) ends.push(copyState(state));
  replaceState(state, ends.reduce(joinStates));
}

/** Evaluates `a && b || c`. */
function evaluateChain({ links }: ShellNode & { kind: "chain" }, { state, io, evaluation }: Shell): void {
  const start = copyState(state);
  const output: Sink | undefined = io.output && { flow: undefined };
  const inner: Streams = { input: io.input, output };
  let succeeded = state;
  let ended: ShellState | undefined;
  let alternatives = false;
  for (const [index, { after, node }] of links.entries()) {
    const next = after === "or" && ended !== undefined ? joinStates(start, ended) : copyState(succeeded);
    alternatives ||= after === "or";
    evaluateNode(node, {
      state: next,
      io: inner,
      evaluation:
        alternatives && evaluation.certainty === "certain"
          ? { ...evaluation, certainty: "possible" }
          : ended !== undefined && !evaluation.isConditional
            ? { ...evaluation, isConditional: true }
            : evaluation,
    });
    if (succeedsUsually(node) && links[index + 1]?.after === "and") succeeded = next;
    else if (!endsControlFlow(node)) {
      ended = ended === undefined ? next : joinStates(ended, next);
      succeeded = after === "or" ? ended : next;
    } else if (after === "or") ended = succeeded;
  }
  if (output?.flow !== undefined) appendOutput(io.output, alternatives ? afterUnknownChange(output.flow) : output.flow);
  replaceState(state, copyState(ended ?? state));
}

/** Whether a command fails so seldom that what follows `&&` counts as certain: `mkdir -p a`, `cd a`. */
function succeedsUsually(node: ShellNode): boolean {
  if (node.kind !== "command") return false;
  const [name, option] = node.words.map(({ pieces: [only, other] }) =>
    only?.kind === "text" && other === undefined ? only.value : "",
  );
  return /^(cd|export|echo|printf|true|set)$/.test(name ?? "") || (name === "mkdir" && /^-\w*p/.test(option ?? ""));
}

/** Whether a command leaves the current list: `exit`, `return`, `break`, `continue`. */
function endsControlFlow(node: ShellNode): boolean {
  if (node.kind === "sequence") return node.nodes.some(endsControlFlow);
  const piece = node.kind === "command" ? node.words[0]?.pieces[0] : undefined;
  return piece?.kind === "text" && /^(exit|return|break|continue)$/.test(piece.value);
}

/** Evaluates a command with its assignments and redirects. */
function evaluateSimpleCommand(node: SimpleCommand, shell: Shell): void {
  const { state, io, evaluation } = shell;
  const words = expandWords(node.words, state, evaluation);
  if (evaluation.steps.left <= 0) return;
  const redirects = node.redirects.length === 0 ? undefined : openRedirects(node.redirects, shell);
  const inner = redirects?.io ?? { input: standardInput(state, io.input), output: io.output };
  if (words.length === 0) {
    assignAll(node.assignments, state, evaluation);
    // `$(< file)` is the content of the file.
    if (redirects !== undefined && inner.input !== undefined && inner.input !== standardInput(state, io.input))
      appendOutput(io.output, inner.input);
    redirects?.close(true);
    return;
  }
  const isExec = isExecCommand(words);
  if (redirects !== undefined) state.descriptors = redirects.descriptors;
  const own = node.assignments.map(({ name }) => ({ name, variable: state.variables.get(name) }));
  const { altered, exported } = state;
  assignAll(node.assignments, state, evaluation);
  exportVariables(
    state,
    own.map(({ name }) => name),
  );
  evaluateFunctionOrProgram(words, {
    state,
    io: inner,
    evaluation: evaluation.wrappers === 0 ? evaluation : { ...evaluation, wrappers: 0 },
  });
  if (redirects !== undefined) {
    const bare = words.every((word) => literalText(word) === ":" || literalText(word) === "true");
    if (!isExec) state.descriptors = redirects.after(state.descriptors);
    redirects.close(bare, isExec);
  }
  if (own.length === 0) return;
  const temporary = new Set(own.map(({ name }) => name).filter((name) => !exported.has(name)));
  state.exported = new Set([...state.exported].filter((name) => !temporary.has(name)));
  for (const { name, variable } of own) {
    if (variable === undefined) state.variables.delete(name);
    else setVariable(state, name, variable, evaluation.volatile);
  }
  const isOwn = (alteration: string): boolean => own.some(({ name }) => name === alteration);
  state.altered = new Set([...state.altered].filter((each) => altered.has(each) || !isOwn(each)));
}

/** Whether a command is `exec`, whose redirects stay open in the shell. */
function isExecCommand(words: readonly Argument[]): boolean {
  const name = words.map(literalText).find((text) => text === undefined || !/^(command|builtin|-\w+|--)$/.test(text));
  return name === "exec";
}

/** Evaluates a call of a function, and also the program or builtin of the same name, which may run instead. */
function evaluateFunctionOrProgram(words: readonly Argument[], shell: Shell): void {
  const { state, io, evaluation } = shell;
  const name = literalText(words[0]);
  if (name !== undefined) recallFunction(name, words, evaluation);
  if (name === undefined || !evaluation.functions.has(name)) {
    evaluateCommand(words, shell);
    return;
  }
  const [before, program] = [copyState(state), copyState(state)];
  const output: Sink | undefined = io.output && { flow: undefined };
  callFunction(words, { ...shell, io: { input: io.input, output } });
  if (output?.flow !== undefined) appendOutput(io.output, output.flow);
  if (!isKnownCommand(name)) return;
  evaluateCommand(words, {
    state: program,
    io: { input: io.input, output: undefined },
    evaluation: { ...evaluation, certainty: "possible" },
  });
  if (!sameState(before, program)) replaceState(state, joinStates(state, program));
}
