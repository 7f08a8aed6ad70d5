/** Evaluates shell aliases: `alias x='rm -rf'`. */
import { asOpen, asPossible } from "../engine/paths.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { evaluateCode } from "./evaluate-shell.ts";
import { type Evaluation, emitUnknown, noStreams, type Shell, spend } from "./evaluation.ts";
import { expandWord } from "./expand.ts";
import { parseShell } from "./parse.ts";
import { copyState, type ShellState } from "./state.ts";

/** Evaluates `alias name=code`: records the code under the name, and emits its effects as possible. */
export function defineAlias(definition: Argument, state: ShellState, evaluation: Evaluation): void {
  const { value } = definition;
  const equals = value?.text.indexOf("=") ?? 0;
  if (equals === -1) return;
  const code = { ...definition, value: value && { ...value, text: value.text.slice(equals + 1) } };
  const name = value?.text.slice(0, equals);
  const others = name === undefined ? [] : (evaluation.aliases.get(name) ?? []);
  const isNew = others.every((other) => literalText(other) !== literalText(code));
  if (name !== undefined && isNew) evaluation.aliases.set(name, [...others, code]);
  asPossible(evaluation.machine, () =>
    evaluateCode([code], "alias", { state: copyState(state), io: noStreams, evaluation }),
  );
}

/** Adds an alias from earlier code of the same shell, unless the script redefines it. */
export function recallAlias(name: string, { start, end }: Argument, { aliases, context }: Evaluation): void {
  const text = aliases.has(name) ? undefined : context.settings?.get(`alias ${name}`);
  if (text !== undefined) aliases.set(name, [{ start, end, value: text === null ? null : { text, glob: false } }]);
}

/** Emits the effects of calling an alias: of every definition that the script gave it. */
export function evaluateAliases(name: string, words: readonly Argument[], { state, io, evaluation }: Shell): void {
  const mark = `alias ${name}`;
  if (evaluation.callStack.includes(mark)) return;
  const inner: Evaluation = { ...evaluation, callStack: [...evaluation.callStack, mark] };
  for (const code of evaluation.aliases.get(name) ?? [])
    asOpen(evaluation.machine, () => evaluateCodePrefix(code, words.slice(1), name, { state, io, evaluation: inner }));
}

/** Emits the effects of code whose last command gets further words: an alias, `env -S 'rm -rf' x`. */
export function evaluateCodePrefix(code: Argument, words: readonly Argument[], by: string, shell: Shell): void {
  const { state, evaluation } = shell;
  const text = literalText(code);
  if (!spend(1 + ((text?.length ?? 0) >> 4), evaluation)) return;
  const parsed = text === undefined ? undefined : parseShell(text, code, evaluation.whole);
  const plain = parsed?.ok === true && parsed.node.kind === "command" ? parsed.node : undefined;
  if (words.length === 0 || plain === undefined || plain.assignments.length + plain.redirects.length > 0) {
    evaluateCode([code], by, shell);
    if (words.length > 0) emitUnknown(`it is unknown what ${by} does with further arguments`, by, code, evaluation);
    return;
  }
  evaluateCommand([...plain.words.flatMap((word) => expandWord(word, state)), ...words], shell);
}
