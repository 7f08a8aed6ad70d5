import { lessCertain } from "../engine/interpreter.ts";
import { meet, runAside, withCertainty } from "../engine/paths.ts";
import { appendOutput } from "../flow.ts";
import { type Argument, literalText } from "./argument.ts";
import { assignAll } from "./assign.ts";
import { standardInput } from "./descriptors.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { evaluateForEachValue } from "./evaluate-for-each-value.ts";
import { isOutOfWork, type Shell } from "./evaluation.ts";
import { expandWords } from "./expand.ts";
import { callFunction, recallFunction } from "./functions.ts";
import { isKnownCommand } from "./known-commands.ts";
import { openRedirects } from "./redirects.ts";
import { changeState, exportVariables, removeVariable, setVariable } from "./state.ts";
import type { SimpleCommand } from "./syntax.ts";

/**
 * Evaluates a command with its assignments and redirects.
 *
 * @returns whether what follows it is reached
 */
export function evaluateSimpleCommand(node: SimpleCommand, shell: Shell): boolean {
  evaluateForEachValue(node, shell, (inner) => evaluateExpanded(node, inner));
  return !leavesCode(node);
}

/** Whether a command leaves the code around it: `exit`, `return`, `break`, `continue`. */
function leavesCode({ words: [first] }: SimpleCommand): boolean {
  const piece = first?.pieces[0];
  return piece?.kind === "text" && /^(exit|return|break|continue)$/.test(piece.value);
}

/** Evaluates a command after its words are expanded. */
function evaluateExpanded(node: SimpleCommand, shell: Shell): void {
  const { state, io, evaluation } = shell;
  const { machine } = evaluation;
  const words = expandWords(node.words, state, evaluation);
  if (isOutOfWork(evaluation)) return;
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
  if (redirects !== undefined) changeState(state, { descriptors: redirects.descriptors }, machine);
  const own = node.assignments.map(({ name }) => ({ name, variable: state.variables.get(name) }));
  const { altered, exported } = state;
  assignAll(node.assignments, state, evaluation);
  exportVariables(
    state,
    own.map(({ name }) => name),
    machine,
  );
  evaluateFunctionOrProgram(words, {
    state,
    io: inner,
    evaluation: evaluation.wrappers === 0 ? evaluation : { ...evaluation, wrappers: 0 },
  });
  if (redirects !== undefined) {
    const bare = printsNothing.test(words.map((word) => literalText(word) ?? "?").join(" "));
    if (!isExec) changeState(state, { descriptors: redirects.after(state.descriptors) }, machine);
    redirects.close(bare, isExec);
  }
  if (own.length === 0) return;
  const temporary = new Set(own.map(({ name }) => name).filter((name) => !exported.has(name)));
  for (const { name, variable } of own) {
    if (variable === undefined) removeVariable(state, name, machine);
    else setVariable(state, name, variable, evaluation);
  }
  const isOwn = (alteration: string): boolean => own.some(({ name }) => name === alteration);
  changeState(
    state,
    {
      exported: new Set([...state.exported].filter((name) => !temporary.has(name))),
      altered: new Set([...state.altered].filter((each) => altered.has(each) || !isOwn(each))),
    },
    machine,
  );
}

/** Matches commands that only empty the file of their redirect: `: > f`, `printf '' > f`. */
const printsNothing = /^(?:(?:(?::|true)(?: |$))*|printf *|echo -n *|cat \/dev\/null)$/;

/** Whether a command is `exec`, whose redirects stay open in the shell. */
function isExecCommand(words: readonly Argument[]): boolean {
  const name = words.map(literalText).find((text) => text === undefined || !/^(command|builtin|-\w+|--)$/.test(text));
  return name === "exec";
}

/** Evaluates a call of a function, and also the program or builtin of the same name, which may run instead. */
function evaluateFunctionOrProgram(words: readonly Argument[], shell: Shell): void {
  const { io, evaluation } = shell;
  const { machine } = evaluation;
  const name = literalText(words[0]);
  if (name !== undefined) recallFunction(name, words, evaluation);
  if (name === undefined || !evaluation.functions.has(name)) {
    evaluateCommand(words, shell);
    return;
  }
  if (!isKnownCommand(name)) {
    callFunction(words, shell);
    return;
  }
  const called = runAside(machine, () => {
    callFunction(words, shell);
    return true;
  });
  const program = withCertainty(lessCertain(machine.certainty, "possible"), machine, () =>
    runAside(machine, () => {
      evaluateCommand(words, { ...shell, io: { input: io.input, output: undefined } });
      return true;
    }),
  );
  meet(machine, [called, program]);
}
