// Emits the effects of code and commands in the words of a program of the catalogue: `sort --compress-program=x`, `fd -x rm`.

import { asPossible } from "../engine/paths.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { evaluateCode } from "./evaluate-shell.ts";
import { type Evaluation, noStreams, type Streams } from "./evaluation.ts";
import type { ProgramCall } from "./program-call.ts";
import { optionSet } from "./separate-options.ts";
import { copyState } from "./state.ts";
import { selectWords } from "./word-selector.ts";

/** Emits the effects of code that an option of a program holds, and of a command that begins after an option. */
export function emitCodeEffects(call: ProgramCall): void {
  const { entry, parsed, last, name, state, words } = call;
  const evaluation: Evaluation = { ...call.evaluation, wrappers: call.evaluation.wrappers + 1 };
  const { machine } = evaluation;
  for (const code of entry.runsCode === undefined ? [] : selectWords(entry.runsCode, parsed, last)) {
    const text = literalText(code)?.replace(/^exec=/, "");
    const value = text === undefined ? code.value : { text, glob: false };
    asPossible(machine, () =>
      evaluateCode([{ ...code, value }], name, { state: copyState(state), io: unknownInput, evaluation }),
    );
  }
  const marks = optionSet(entry.runsAfter);
  const at = marks.size === 0 ? -1 : words.findIndex((word) => marks.has(literalText(word) ?? ""));
  if (at === -1) return;
  const end = words.findIndex((word, index) => index > at && literalText(word) === ";");
  const command = words.slice(at + 1, end === -1 ? words.length : end);
  if (command.length === 0) return;
  const isPlaced = command.some((word) => /\{[^}]*\}/.test(literalText(word) ?? ""));
  const found: Argument = { start: last.start, end: last.end, value: { text: "**", glob: true, partial: true } };
  const whole = isPlaced ? command : [...command, found];
  asPossible(machine, () => evaluateCommand(whole, { state: copyState(state), io: noStreams, evaluation }));
}

/** Input that the program passes to the code: files of an archive, lines of a file. */
const unknownInput: Streams = { input: { from: [{ kind: "unknown" }] }, output: undefined };
