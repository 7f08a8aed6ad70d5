/** Evaluates the files that a shell runs before its own code: `bash --rcfile file -i`, `BASH_ENV=file bash script`, `fish -C code`. */
import { asPossible } from "../engine/paths.ts";
import { textsOfFile } from "../execution-state.ts";
import type { Value } from "../word-value.ts";
import { type Argument, literalText } from "./argument.ts";
import { isDescriptorPath } from "./descriptors.ts";
import { evaluateCode, evaluateScript, spanInCommand } from "./evaluate-shell.ts";
import { type Evaluation, emitUnknown, noStreams } from "./evaluation.ts";
import { valuesOfOption } from "./option-values.ts";
import { copyState, isExported, type ShellState } from "./state.ts";
import { contentOfProgram, isWritten } from "./written-files.ts";

/** Emits the effects of the code that a shell runs before its own: of files that options and variables name, and of options with code. */
export function evaluateStartUpFiles(
  [head, ...rest]: readonly Argument[],
  name: string,
  state: ShellState,
  evaluation: Evaluation,
): void {
  if (head === undefined) return;
  if (name === "fish")
    for (const code of [...valuesOfOption("-C", rest), ...valuesOfOption("--init-command", rest)])
      evaluateCode([code], name, { state: copyState(state), io: noStreams, evaluation });
  for (const file of [...valuesOfOption("--rcfile", rest), ...valuesOfOption("--init-file", rest)])
    runFile([head, file], name, state, evaluation);
  const isInteractive = rest.some((word) => /^-\w*i/.test(literalText(word) ?? ""));
  for (const variable of isInteractive ? ["BASH_ENV", "ENV"] : ["BASH_ENV"]) {
    const known = isExported(variable, state) ? state.variables.get(variable) : undefined;
    if (known === undefined || known.value?.text === "") continue;
    const own = copyState(state);
    own.variables.delete(variable);
    const { value, flow } = known;
    runFile([head, { ...head, value, flow }], name, own, evaluation);
  }
  if (name === "zsh" && state.variables.has("ZDOTDIR") && isExported("ZDOTDIR", state))
    emitUnknown("zsh runs the files of a directory that a variable names", name, head, evaluation);
}

/** Runs a file if its content is known, or if the script or earlier code wrote it. */
function runFile(
  [head, { value, flow }]: readonly [Argument, Argument],
  name: string,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const isPipe = value !== null && isDescriptorPath(value.text);
  const content = isPipe ? (flow ?? { from: [] }) : contentOfProgram(value, state, evaluation);
  const texts = textsOfFile(content);
  for (const text of texts)
    asPossible(evaluation.machine, () =>
      evaluateScript(text, spanInCommand(text, head, evaluation), name, {
        state: copyState(state),
        io: noStreams,
        evaluation,
      }),
    );
  if (texts.length === 0 && (value === null || isPipe || isOwnFile(value, state, evaluation)))
    emitUnknown(`it is unknown what ${name} runs when it starts`, name, head, evaluation);
}

/** Whether a start-up file was written in this session. */
function isOwnFile(value: Value, state: ShellState, evaluation: Evaluation): boolean {
  return value.glob || isWritten(value, state, evaluation);
}
