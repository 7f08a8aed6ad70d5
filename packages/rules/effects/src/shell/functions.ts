/** Evaluates calls of shell functions. */
import { meet, runAside } from "../engine/paths.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateNode } from "./evaluate-node.ts";
import { type Evaluation, emit, emitUnknown, type Shell, untilLeft } from "./evaluation.ts";
import { parseShell } from "./parse.ts";
import { isPositional, withPositionalParameters } from "./positional-parameters.ts";
import { changeState, type ShellState, type Variable } from "./state.ts";
import type { ShellNode } from "./syntax.ts";

/** The deepest nesting of functions and nested code that is evaluated. */
export const maxDepth = 8;

/** Emits the effects of a function call. If a function has several definitions, all bodies are evaluated. */
export function callFunction(words: readonly Argument[], { state, io, evaluation }: Shell): void {
  const [head, ...args] = words;
  const name = literalText(head);
  const { machine } = evaluation;
  const bodies = name === undefined ? undefined : evaluation.functions.get(name);
  if (head === undefined || name === undefined || bodies === undefined) return;
  if (evaluation.callStack.includes(name) || evaluation.callStack.length >= maxDepth) {
    // A function that runs itself in the background is a fork bomb: `:(){ :|:& };:`.
    if (evaluation.inBackground && evaluation.callStack.includes(name))
      emit({ kind: "exhaust", what: "processes" }, name, head, evaluation);
    emitUnknown(`${name} calls itself or is nested too deeply to be analyzed`, name, head, evaluation);
    return;
  }
  const calls = bodies.map((each) => () => {
    each.called = true;
    const inner = withPositionalParameters(args, state, evaluation);
    const locals = new Set<string>();
    const within: Evaluation = {
      ...evaluation,
      callStack: [...evaluation.callStack, name],
      locals,
      inBackground: false,
    };
    untilLeft({ state: inner, evaluation: within }, undefined, (own) =>
      evaluateNode(each.body, { state: inner, io, evaluation: own }),
    );
    const { directory, exported, altered, elsewhere, descriptors } = inner;
    const variables = restoreOuterVariables(inner, state, locals);
    changeState(state, { directory, exported, altered, elsewhere, descriptors, variables }, machine);
    return true;
  });
  if (calls.length === 1) calls[0]?.();
  else
    meet(
      machine,
      calls.map((call) => runAside(machine, call)),
    );
}

/** Adds a function from earlier code of the same shell, unless the script redefines it. */
export function recallFunction(name: string, [head]: readonly Argument[], evaluation: Evaluation): void {
  const text = evaluation.functions.has(name) ? undefined : evaluation.context.settings?.get(`function ${name}`);
  if (text === undefined || head === undefined) return;
  const parsed = text === null ? undefined : parseShell(text, head, evaluation.whole);
  const { start, end } = head;
  const body: ShellNode =
    parsed?.ok === true
      ? parsed.node
      : { kind: "unknown", reason: `it is unknown what the function ${name} runs`, start, end };
  evaluation.functions.set(name, [{ body, called: true }]);
}

/** The variables after a call: positional parameters and local variables have their outer values again. */
function restoreOuterVariables(
  inner: ShellState,
  outer: ShellState,
  locals: ReadonlySet<string>,
): Map<string, Variable> {
  const own = (name: string): boolean => isPositional(name) || locals.has(name);
  return new Map([
    ...[...inner.variables].filter(([name]) => !own(name)),
    ...[...outer.variables].filter(([name]) => own(name)),
  ]);
}
