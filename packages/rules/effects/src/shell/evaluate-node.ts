import { lessCertain } from "../engine/interpreter.ts";
import { asOpen, meet, type Path, runAside, runOneOf, unchanged, withCertainty } from "../engine/paths.ts";
import { afterUnknownChange, appendOutput, type Flow, type Sink } from "../flow.ts";
import { afterTest } from "./absent-files.ts";
import { emitCodeInData } from "./code-variables.ts";
import { type Descriptors, withGivenInput } from "./descriptors.ts";
import { evaluateLoop } from "./evaluate-loop.ts";
import { evaluateSimpleCommand } from "./evaluate-simple-command.ts";
import { asProcess, type Evaluation, emit, emitUnknown, type Shell, type Streams, spend } from "./evaluation.ts";
import { recordJobs } from "./own-work.ts";
import { openRedirects } from "./redirects.ts";
import { recordRunningOn } from "./running-on.ts";
import { changeState, copyState } from "./state.ts";
import type { Capture, ShellNode, Word } from "./syntax.ts";

/**
 * Emits the effects of a parsed script without executing it (abstract interpretation). It visits every command that could
 * run, in the order of the script, with the directory and the variables that are known at that point. Where paths
 * meet, each variable has the values of all of them.
 *
 * It assumes that `cd` succeeds, and that in `a && b` both run.
 *
 * @returns whether its end is reached: not behind `exit`, `return`, `break` and `continue`
 */
export function evaluateNode(node: ShellNode, shell: Shell): boolean {
  const { state, evaluation } = shell;
  if (!spend(1, evaluation)) return true;
  switch (node.kind) {
    case "command":
      return evaluateSimpleCommand(node, shell);
    case "sequence":
      return node.nodes.reduce(
        (isReached, each, index) =>
          (each.kind === "branches"
            ? evaluateBranches(each, shell, node.nodes[index - 1])
            : evaluateNode(each, shell)) && isReached,
        true,
      );
    case "subshell":
      evaluateProcess(node.body, shell, shell.io, evaluation);
      return true;
    case "background":
      evaluateBackground(node, shell);
      return true;
    case "capture":
      evaluateCapture(node, shell);
      return true;
    case "pipeline":
      evaluatePipeline(node.nodes, shell);
      return true;
    case "chain":
      return evaluateChain(node, shell);
    case "branches":
      return evaluateBranches(node, shell);
    case "loop":
      evaluateLoop(node, shell);
      return true;
    case "group": {
      const { machine } = evaluation;
      const redirects = openRedirects(node.redirects, shell);
      changeState(state, { descriptors: redirects.descriptors }, machine);
      const isReached = evaluateNode(node.body, { ...shell, io: redirects.io });
      changeState(state, { descriptors: redirects.after(state.descriptors) }, machine);
      redirects.close(false);
      return isReached;
    }
    case "function": {
      const bodies = evaluation.functions.get(node.name) ?? [];
      evaluation.functions.set(node.name, [...bodies, { body: node.body, text: node.text, called: false }]);
      return true;
    }
    case "unknown":
      emitUnknown(node.reason, "", node, evaluation);
      return true;
  }
}

/** Evaluates code in a subshell: changes of directory and variables end with it. */
function evaluateProcess(node: ShellNode, { state }: Shell, io: Streams, evaluation: Evaluation): void {
  asProcess(evaluation, (inner) => evaluateNode(node, { state: copyState(state), io, evaluation: inner }));
}

/** Input from another command whose output is unknown. */
const unknownInput: Flow = { from: [{ kind: "unknown" }] };

/** Evaluates `$(…)`, and keeps its output for the word around it. */
function evaluateCapture(node: Capture, shell: Shell): void {
  const output: Sink = { flow: undefined };
  const { state, io, evaluation } = shell;
  const own = node.fed ? { ...shell, state: withGivenInput(state) } : shell;
  evaluateProcess(node.body, own, { input: node.fed ? unknownInput : io.input, output }, evaluation);
  if (node.computed !== undefined) emitCodeInData("a computation", output, node.computed, evaluation);
  state.captured.set(node, output.flow ?? { from: [] });
}

/** Evaluates `a &` or `coproc`, which runs concurrently. */
function evaluateBackground({ body, fed }: ShellNode & { kind: "background" }, shell: Shell): void {
  const { state, io, evaluation } = shell;
  const output: Sink | undefined = io.output && { flow: undefined };
  const own = fed ? { ...shell, state: withGivenInput(state) } : shell;
  const streams: Streams = { input: fed ? unknownInput : io.input, output };
  recordRunningOn(evaluation);
  recordJobs(body, evaluation);
  asOpen(evaluation.machine, () => evaluateProcess(body, own, streams, { ...evaluation, inBackground: true }));
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

/** Evaluates `a | b`: the output of each command is the input of the next, and all run at the same time. */
function evaluatePipeline(nodes: readonly ShellNode[], shell: Shell): void {
  const { state, io, evaluation } = shell;
  const { machine } = evaluation;
  const within: Evaluation = evaluation.inBackground ? evaluation : { ...evaluation, inBackground: true };
  const evaluateStages = (): void => {
    let input = io.input;
    for (const [index, each] of nodes.entries()) {
      const own = index === 0 ? state : withGivenInput(state);
      const isLast = index === nodes.length - 1;
      const output: Sink | undefined = isLast ? io.output : { flow: undefined };
      asOpen(machine, () => {
        if (!isLast) evaluateProcess(each, { ...shell, state: own }, { input, output }, within);
        else evaluateLastStage(each, own.descriptors, { state, io: { input, output }, evaluation: within });
      });
      input = output?.flow ?? { from: [{ kind: "unknown" }] };
    }
  };
  evaluateStages();
  // A command may read from a named pipe what a later command writes to it.
  if (evaluation.pipes.size > 0) evaluateStages();
}

/** Evaluates the last command of a pipe, which runs in this very shell in zsh, ksh and with `lastpipe`. */
function evaluateLastStage(node: ShellNode, own: Descriptors, shell: Shell): void {
  const { state, evaluation } = shell;
  const { descriptors } = state;
  if (own !== descriptors) changeState(state, { descriptors: own }, evaluation.machine);
  evaluateNode(node, shell);
  if (own !== descriptors && state.descriptors === own) changeState(state, { descriptors }, evaluation.machine);
}

/** Evaluates all branches of `if` or `case`, whose ends meet. @param test - the condition of `if` */
function evaluateBranches(node: ShellNode & { kind: "branches" }, shell: Shell, test?: ShellNode): boolean {
  const { io, evaluation } = shell;
  const { machine } = evaluation;
  const output: Sink | undefined = io.output && { flow: undefined };
  const inner: Shell = { ...shell, io: { input: io.input, output } };
  const bodies = node.bodies.map((body, index) => () => evaluateNode(body, afterTest(test, index === 0, inner)));
  const isReached = withCertainty(machine.certainty, machine, () =>
    runOneOf(machine, node.exhaustive ? bodies : [...bodies, () => true]),
  );
  if (output?.flow !== undefined) appendOutput(io.output, afterUnknownChange(output.flow));
  return isReached;
}

/** Evaluates `a && b || c`. */
function evaluateChain({ links }: ShellNode & { kind: "chain" }, shell: Shell): boolean {
  const [first, ...others] = links;
  if (first === undefined) return true;
  // A command that seldom fails, at the start of `a && b && c`, is not on a path of its own.
  if (others.length === 0 || (succeedsUsually(first.node) && others.every(({ after }) => after === "and"))) {
    const isReached = evaluateNode(first.node, shell);
    return evaluateChain({ kind: "chain", links: others }, shell) && isReached;
  }
  const { io, evaluation } = shell;
  const { machine } = evaluation;
  const output: Sink | undefined = io.output && { flow: undefined };
  const inner: Shell = { ...shell, io: { input: io.input, output } };
  // The paths on which the commands so far succeeded, and those on which one failed.
  let succeeded: readonly Path[] = [];
  let failed: readonly Path[] = [];
  const paths: Path[] = [];
  let hasAlternatives = false;
  for (const [index, { after, node }] of links.entries()) {
    const isOther = after === "or" && index > 0;
    hasAlternatives ||= isOther;
    const start = isOther && failed.length > 0 ? [unchanged, ...failed] : succeeded;
    const certainty = hasAlternatives ? lessCertain(machine.certainty, "possible") : machine.certainty;
    const next = withCertainty(certainty, machine, () =>
      runAside(machine, () => {
        meet(machine, start);
        return evaluateNode(node, index === 1 ? afterTest(first.node, !isOther, inner) : inner);
      }),
    );
    const ends = next === null ? [] : [next];
    paths.push(...ends);
    const mayFail = !succeedsUsually(node) || links[index + 1]?.after !== "and";
    failed = [...(isOther ? [] : failed), ...(mayFail ? ends : [])];
    succeeded = isOther ? [...succeeded, ...ends] : ends;
  }
  if (output?.flow !== undefined)
    appendOutput(io.output, hasAlternatives ? afterUnknownChange(output.flow) : output.flow);
  return meet(
    machine,
    paths.filter((path) => succeeded.includes(path) || failed.includes(path)),
  );
}

/** Whether a command rarely fails, so that the command after `&&` counts as certain: `mkdir -p a`, `cd a`. */
function succeedsUsually(node: ShellNode): boolean {
  if (node.kind !== "command") return false;
  const [name, option] = node.words.map(({ pieces: [only, other] }) =>
    only?.kind === "text" && other === undefined ? only.value : "",
  );
  return /^(cd|export|echo|printf|true|set)$/.test(name ?? "") || (name === "mkdir" && /^-\w*p/.test(option ?? ""));
}
