/** Reports each program that a script starts, if the caller asks for it (`EffectContext.reportsCommands`). */
import type { CommandEffect, CommandWord } from "../effects.ts";
import { otherVariables } from "../execution-state.ts";
import { type Argument, literalText, unknownPart } from "./argument.ts";
import { type Evaluation, emit, type Shell, type Streams, spanBetween } from "./evaluation.ts";
import { findInterpreter, type Interpreter, shellNames } from "./interpreters.ts";
import { isModeledCommand } from "./modeled-programs.ts";
import { hasOption, optionSet, separateOptions } from "./separate-options.ts";
import { isExported, type ShellState } from "./state.ts";
import { targetOf } from "./target.ts";
import { targetBehindLinks } from "./written-files.ts";

/** The most words of a command that are reported, and the longest text of a word. */
const maxWords = 2000;
const maxLength = 100_000;

/**
 * Adds an effect of kind `command` if the context asks for it.
 *
 * @param name - the program's name without its directory
 * @param words - the program and its words
 */
export function reportCommand({ name, words }: ReportedCommand, { state, io: { input }, evaluation }: Shell): void {
  const [head] = words;
  if (evaluation.context.reportsCommands !== true || head === undefined) return;
  const codes = codeWords(name, words.slice(1));
  const details: Omit<CommandEffect, "by" | "start" | "end" | "certainty"> = {
    kind: "command",
    words: words.slice(0, maxWords).map((word) => commandWord(word, codes.includes(word), state, evaluation)),
    directory: state.directory,
    environment: environmentOf(state, evaluation),
    input: input?.text !== undefined && input.text !== "" ? input.text.slice(0, maxLength) : undefined,
    inputNames: (input?.names ?? input?.near)?.flatMap((name) => targetOf(name, state) ?? []),
    inputFiles: filesOf(input, evaluation),
    isModeled: isModeledCommand(literalText(head) ?? "", name, words),
    isCut: isCut(words, input) ? true : undefined,
    elsewhere: state.elsewhere ? true : undefined,
  };
  emit(details, name, spanBetween(head, words.at(-1) ?? head), evaluation);
}

/** The files that standard input was read from, if the script itself or earlier code wrote them. */
function filesOf(input: Streams["input"], { written }: Evaluation): CommandEffect["inputFiles"] {
  const files = (input?.from ?? []).flatMap((origin) => (origin.kind === "file" ? (origin.target ?? []) : []));
  const own = files.filter(({ path }) => written.has(path)).slice(0, maxWords);
  return own.length === 0 ? undefined : own;
}

/** Adds an effect of kind `command` for the code of a file that an interpreter runs, if the context asks for it. */
export function reportCodeFile(
  text: string,
  { name, words: [head, script] }: ReportedCommand,
  { state, evaluation }: { readonly state: ShellState; readonly evaluation: Evaluation },
): void {
  if (evaluation.context.reportsCommands !== true || head === undefined || script === undefined) return;
  const command: Omit<CommandEffect, "by" | "start" | "end" | "certainty"> = {
    kind: "command",
    words: [commandWord(head, false, state, evaluation), commandWord(script, false, state, evaluation)],
    directory: state.directory,
    environment: environmentOf(state, evaluation),
    isModeled: true,
    code: text.slice(0, maxLength),
    elsewhere: state.elsewhere ? true : undefined,
  };
  emit(command, name, spanBetween(head, script), evaluation);
}

/** Whether a command is too long to be reported in full. */
function isCut(words: readonly Argument[], input: Streams["input"]): boolean {
  const isLong = ({ value, known }: Argument): boolean => (value?.text ?? known ?? "").length > maxLength;
  return words.length > maxWords || words.some(isLong) || (input?.text ?? "").length > maxLength;
}

/** A command to report. */
interface ReportedCommand {
  readonly name: string;
  readonly words: readonly Argument[];
}

/** Creates the description of a command's word for the effect `command`. */
function commandWord(word: Argument, isCode: boolean, state: ShellState, evaluation: Evaluation): CommandWord {
  const { value, known = unknownPart } = word;
  const behindLink = targetBehindLinks(value, "content", state, evaluation);
  return {
    text: literalText(word)?.slice(0, maxLength) ?? null,
    pattern: (value?.text ?? known.replaceAll(unknownPart, "*")).slice(0, maxLength),
    target: behindLink === undefined ? targetOf(value, state) : behindLink,
    isCode: isCode ? true : undefined,
  };
}

/** The words that are code of an interpreter or a shell: `CODE` of `python3 -c CODE`, and the script of `awk`. */
function codeWords(name: string, words: readonly Argument[]): readonly (Argument | undefined)[] {
  const shell: Interpreter = { names: name, code: "", valued: "-o -O --rcfile --init-file" };
  const { code, files, valued, preloads, harmful }: Partial<Interpreter> = shellNames.has(name)
    ? shell
    : (findInterpreter(name) ?? {});
  if (code === undefined) return [];
  const valuedOptions = [code, files, preloads, valued].filter((each) => each).join(" ");
  const parsed = separateOptions(words, optionSet(valuedOptions), true);
  if (shellNames.has(name)) return hasOption(parsed, optionSet("-c")) ? parsed.operands.slice(0, 1) : [];
  const inline = parsed.options.filter((option) => optionSet(code).has(option.name)).map(({ value }) => value);
  return harmful !== undefined && inline.length === 0 && !hasOption(parsed, optionSet(files))
    ? parsed.operands.slice(0, 1)
    : inline;
}

/** The variables that the script has set and that the program gets. */
function environmentOf(state: ShellState, { volatile }: Evaluation): Readonly<Record<string, string | null>> {
  const own = [...state.variables].filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && isExported(name, state));
  // `${NAME:=value}` sets a variable that the script has not named before.
  const maybeSet = [...volatile].filter((name) => isExported(name, state) && !state.variables.has(name));
  return Object.fromEntries([
    ...maybeSet.map((name) => [name, null]),
    ...own.map(([name, { value }]) => [name, value === null || value.glob ? null : value.text.slice(0, maxLength)]),
    ...(state.altered.has("environment") ? [[otherVariables, null]] : []),
  ]);
}
