/** Evaluates loops: `for`, `while`, `until`. */
import { lessCertain } from "../engine/interpreter.ts";
import { runRepeatedly, withCertainty } from "../engine/paths.ts";
import { afterUnknownChange, appendOutput, type Flow, type Sink } from "../flow.ts";
import type { Argument } from "./argument.ts";
import { emitCodeInData } from "./code-variables.ts";
import { evaluateNode } from "./evaluate-node.ts";
import { isOutOfWork, type Shell, untilLeft } from "./evaluation.ts";
import { expandWords } from "./expand.ts";
import { emitGlobListing } from "./file-effects.ts";
import { setVariable, type Variable } from "./state.ts";
import type { Loop, LoopCount, ShellNode } from "./syntax.ts";

const maxWords = 32;

/** Emits the effects of a loop: once per word if there are few known words, otherwise until nothing changes anymore. */
export function evaluateLoop(node: Loop, { state, io, evaluation: outer }: Shell): void {
  const { machine } = outer;
  const words = node.words && expandWords(node.words, state, outer);
  if (words !== null) emitGlobListing(words, "*", state, outer);
  const isKnown = words !== null && words.length <= maxWords && words.every(({ value }) => value !== null);
  // A word with wildcards stands for any number of words.
  const isCounted = isKnown && words.every(({ value }) => value?.glob !== true);
  const loopCount = largerCount(
    outer.loopCount,
    hasPause(node.body) ? "few" : largerCount(node.loopCount, loopCountOver(words, io.input)),
  );
  const output: Sink | undefined = io.output && { flow: undefined };
  const shell: Shell = { state, io: { input: io.input, output }, evaluation: { ...outer, loopCount } };
  const items: readonly Variable[] = isKnown ? words : [unknownItem(node, words ?? [])];
  const runAll = (): boolean => {
    for (const item of items) evaluateIteration(node, item, shell);
    return true;
  };
  withCertainty(isKnown ? machine.certainty : lessCertain(machine.certainty, "possible"), machine, () => {
    if (isCounted) runAll();
    else runRepeatedly(machine, { start: 0, end: outer.whole.length }, runAll);
  });
  // Rounds may be missing.
  if (!isCounted) isOutOfWork(outer);
  if (output?.flow !== undefined) {
    const many = loopCount === "few" ? output.flow.many : loopCount;
    const { names } = output.flow;
    appendOutput(io.output, isCounted ? output.flow : { ...afterUnknownChange(output.flow), names, many });
  }
}

/** Evaluates the body of a loop once. It may be left by `continue` and `break`; the next iteration follows in any case. */
function evaluateIteration(node: Loop, { value, flow }: Variable, { state, io, evaluation }: Shell): void {
  if (isOutOfWork(evaluation)) return;
  untilLeft({ state, evaluation }, evaluation.exits, (inner) => {
    if (node.variable !== null) {
      emitCodeInData(node.variable, { value, flow }, { start: 0, end: evaluation.whole.length }, evaluation);
      setVariable(state, node.variable, { value, flow }, inner);
    }
    return evaluateNode(node.body, { state, io, evaluation: inner });
  });
}

/** The loop variable's value if the words of the loop are unknown: an unknown text with the origins of the words. */
function unknownItem({ words }: Loop, expanded: readonly Argument[]): Variable {
  const flow = expanded.find((word) => word.flow !== undefined)?.flow;
  return { value: null, flow: flow ?? { from: words === null ? [{ kind: "input" }] : [] } };
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

/** Whether a loop begins with a `sleep`, so that it does not exhaust resources. */
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
