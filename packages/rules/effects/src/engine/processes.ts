/**
 * Reads the commands that a program runs (`os.system`, `subprocess.run`) with the shell's reader, and emits their
 * effects.
 */
import type { Certainty, Effect, Origin } from "../effects.ts";
import type { KnownData } from "../execution-state.ts";
import { type EffectContext, type Effects, type ProgramWord, readCode, readProgram } from "../languages.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText, textParts, unknownText } from "../unknown-text.ts";
import { isPassed } from "./arguments.ts";
import { assignedVariables, childEnvironment } from "./environment.ts";
import { fileTargets } from "./file-targets.ts";
import { emit, emitUnknown, type Interpreter, lessCertain } from "./interpreter.ts";
import type { Span } from "./ir.ts";
import { contentOfFile } from "./known-content.ts";
import type { LibraryCall } from "./library-call.ts";
import { manyIterations } from "./limits.ts";
import { runOneOf } from "./paths.ts";
import {
  exactText,
  formattedTexts,
  joinAllValues,
  objectValue,
  textValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";
import { nonLiteralOrigins, originsOf } from "./value-origins.ts";
import { adoptChanges, originsWrittenTo } from "./written-files.ts";

/** Arguments of a call that starts a process, besides its command. */
export interface ProcessOptions {
  /** The standard input of the process. */
  readonly input?: Value | undefined;
  readonly directory?: Value | undefined;
  /** Its environment, if it differs from the program's. */
  readonly environment?: Value | undefined;
  /** The program to start. It replaces the first word of the command. */
  readonly program?: Value | undefined;
  /** Whether a shell interprets the command. */
  readonly shell?: Value | undefined;
}

/** A command line of the shell or of another language with its position in the program if it is a literal there, or a program with its words. */
type Command =
  | { readonly kind: "line"; readonly text: string; readonly at: number | null; readonly language?: string }
  | { readonly kind: "words"; readonly words: readonly ProgramWord[] };

/** The commands that a value may be. */
interface PossibleCommands {
  readonly value: Value;
  readonly commands: readonly Command[];
  readonly mayBeUnknown: boolean;
}

const maxCommands = 32;

/** Programs that execute their standard input. */
const interpreters =
  /^(.*\/)?(ba|z|da|k|c|tc|fi|a)?sh$|^(.*\/)?(python[\d.]*|perl|ruby|node|php|powershell|pwsh|cmd(\.exe)?)$/;

/** Commands that print only names of the project's files. */
const printsFileNames =
  /^git (ls-files|rev-parse --show-toplevel|(diff|diff-tree|show|log)\b.* --name-only)(?= |$)[^|;&<>()`$\n]*$/;

/** Runs a command line in a shell: `os.system(value)`. */
export function runCommand(value: Value, options: ProcessOptions, call: LibraryCall): void {
  const commands = value.alternatives.flatMap((alternative) =>
    alternative.kind === "text" || alternative.kind === "path"
      ? [commandLine(alternative.text, alternative.kind === "text" ? alternative.at : null)]
      : [],
  );
  const mayBeUnknown = value.mayBeUnknown || commands.length < value.alternatives.length || commands.length === 0;
  runCommands({ value, commands, mayBeUnknown }, options, call);
}

/** Runs a program with a list of arguments, or a command line in a shell: `subprocess.run(value)`. */
export function runProcess(value: Value, options: ProcessOptions, call: LibraryCall): void {
  const shell = isPassed(options.shell);
  const program = isPassed(options.program) ? options.program : undefined;
  const commands: Command[] = [];
  let mayBeUnknown = value.mayBeUnknown;
  for (const alternative of value.alternatives) {
    if (alternative.kind === "text" || alternative.kind === "path")
      commands.push(commandLine(alternative.text, alternative.kind === "text" ? alternative.at : null));
    else if (alternative.kind === "list") {
      const words = program === undefined ? alternative.items : [program, ...alternative.items.slice(shell ? 0 : 1)];
      const [first] = words;
      if (shell && first !== undefined && program === undefined)
        commands.push(...formattedTexts(first).map((text) => commandLine(text, null)));
      else commands.push(...listCommands(words, alternative.more));
    } else if (alternative.kind !== "constant") mayBeUnknown = true;
  }
  runCommands({ value, commands, mayBeUnknown: mayBeUnknown || commands.length === 0 }, options, call);
}

/** Creates a command line that a program runs. */
function commandLine(text: string, at: number | null): Command {
  return { kind: "line", text, at };
}

const severalUnknown: ProgramWord = { parts: [null], isSeveral: true };

/** The programs with words that a list may be; unknown further words may follow. */
function listCommands(list: readonly Value[], others: Value | null): readonly Command[] {
  let found: readonly (readonly ProgramWord[])[] = [[]];
  for (const value of list) {
    const alternatives = [...new Set(formattedTexts(value))].map(wordOf);
    const words = found.length * alternatives.length > maxCommands ? [wordOf(unknownText)] : alternatives;
    found = found.flatMap((before) => words.map((word) => [...before, word]));
  }
  const more = list.length === 0 ? [[severalUnknown]] : otherWords(others);
  return found
    .flatMap((before) => more.map((after) => [...before, ...after]))
    .slice(0, maxCommands)
    .map((words) => ({ kind: "words", words }));
}

/** Creates a word of a command from text. */
function wordOf(text: string): ProgramWord {
  return { parts: textParts(text) };
}

/** The words that unknown further arguments may add: none, some or all. */
function otherWords(others: Value | null): readonly (readonly ProgramWord[])[] {
  if (others === null) return [[]];
  const words = [...new Set(formattedTexts(others))].map(wordOf);
  return others.mayBeUnknown ? [[severalUnknown]] : [[], ...words.map((word) => [word]), words];
}

/** The text of a command, if all of it is known. */
function textOf(command: Command): string {
  return command.kind === "line" ? command.text : command.words.map(({ parts }) => parts.join("")).join(" ");
}

/** Whether all words of a command are known. */
function isComplete(command: Command): boolean {
  return command.kind === "line"
    ? !hasUnknownText(command.text)
    : command.words.every(({ parts }) => !parts.includes(null));
}

/** Emits the effects of each command line that may run, and of the unknown ones. */
function runCommands(
  { value, commands, mayBeUnknown }: PossibleCommands,
  options: ProcessOptions,
  call: LibraryCall,
): void {
  const { interpreter, by, span } = call;
  const injected = nonLiteralOrigins(value).filter(
    ({ kind }) => kind !== "environment" && kind !== "output" && kind !== "unknown",
  );
  const asText = value.alternatives.every(({ kind }) => kind !== "list");
  const incomplete = commands.some((command) => !isComplete(command));
  if (injected.length > 0 && (mayBeUnknown || (asText && incomplete))) {
    emit(interpreter, { kind: "execute", program: null, from: injected, by, start: span.start, end: span.end });
  }
  if (mayBeUnknown && asText) emitUnknown(interpreter, by, `it is unknown what ${by} runs`, span);
  else if (mayBeUnknown) emitUnknown(interpreter, by, `it is unknown which program ${by} starts`, span);
  const sure = commands.length === 1 && !mayBeUnknown ? "certain" : "possible";
  const outputs: Value[] = [];
  const choices = commands.map((command) => (): boolean => {
    outputs.push(runOneCommand(command, sure, value, options, call));
    return true;
  });
  const [only, other] = choices;
  if (other === undefined && !mayBeUnknown) only?.();
  else runOneOf(interpreter, mayBeUnknown ? [...choices, () => true] : choices);
  if (outputs.length > 0) call.result = joinAllValues(call.result === null ? outputs : [call.result, ...outputs]);
  if (interpreter.loop.repetitions >= manyIterations && commands.length > 0)
    emit(interpreter, { kind: "exhaust", what: "processes", by, start: span.start, end: span.end });
  if (commands.length === 0)
    call.result = withAddedOrigins(objectValue("process", [], new Map(call.bound)), [{ kind: "output", by }]);
}

/** Runs code of another language in a process of its own: `cmd /c "…"`. */
export function runForeignCode(language: string, text: string, options: ProcessOptions, call: LibraryCall): void {
  const { effects } = readCommand({ kind: "line", text, at: null, language }, textValue(text), options, call);
  for (const effect of effects) emitCommandEffect(effect, call.span, options, call);
  call.result = unknownValueFrom([{ kind: "output", by: call.by }]);
}

/** Runs one command. @returns its output */
function runOneCommand(
  command: Command,
  sure: Certainty,
  value: Value,
  options: ProcessOptions,
  call: LibraryCall,
): Value {
  const { interpreter, by, span } = call;
  const found = readCommand(command, value, options, call);
  const at = command.kind === "line" && isComplete(command) ? command.at : null;
  // A builtin of the shell runs in a process, too.
  if (!found.effects.some(({ kind }) => kind === "execute") && textOf(command).trim() !== "")
    emit(interpreter, { kind: "execute", program: "sh", from: [], by, start: span.start, end: span.end }, sure);
  for (const effect of found.effects) {
    const place = at === null ? span : { start: at + effect.start, end: at + effect.end };
    const named = effect.by === "" ? { ...effect, by } : effect;
    emitCommandEffect({ ...named, certainty: lessCertain(sure, effect.certainty) }, place, options, call);
  }
  const type = printsFileNames.test(textOf(command)) ? "filenames" : "process";
  const fields = new Map(call.bound);
  if (type === "filenames") fields.set("path", textValue(`./${unknownText}`));
  return objectValue(type, outputOrigins(found), fields);
}

/** The effects of a command, read with the shell's reader in the state that the program has reached. */
function readCommand(command: Command, value: Value, options: ProcessOptions, { interpreter }: LibraryCall): Effects {
  if (interpreter.steps.left <= 0) return { effects: [] };
  const { context, nesting, depth, writtenFiles, links, settings } = interpreter;
  const holes = nonLiteralOrigins(value);
  const inner: EffectContext = {
    ...context,
    nesting: { ...nesting, depth },
    directory: isPassed(options.directory) ? singleDirectory(options.directory, interpreter) : interpreter.directory,
    environment: childEnvironment(options.environment, interpreter),
    assigned: assignedVariables(options.environment, interpreter),
    holes: holes.length === 0 ? undefined : holes,
    variables: undefined,
    files: writtenFiles,
    links,
    settings,
    standardInput: inputOf(options, interpreter),
  };
  const { effects, after } =
    command.kind === "line"
      ? readCode(command.language ?? "shell", command.text, inner)
      : readProgram(command.words, inner);
  if (after !== undefined) adoptChanges(after, interpreter);
  return { effects };
}

/** The standard input of a process. */
function inputOf({ input }: ProcessOptions, interpreter: Interpreter): KnownData | undefined {
  const { context, input: origins } = interpreter;
  if (!isPassed(input)) return context.standardInput ?? (origins.length > 0 ? { from: origins } : undefined);
  const [only, other] = input.alternatives;
  if (only?.kind === "library" && other === undefined && /\.(PIPE|DEVNULL)$/.test(only.name)) return undefined;
  const isFile = only?.kind === "object" && only.type === "file" && other === undefined;
  const content = isFile ? (contentOfFile(only.fields.get("path"), interpreter) ?? input) : input;
  const text = exactText(content);
  const from = joinOrigins(nonLiteralOrigins(input), nonLiteralOrigins(content));
  if (text !== undefined && !hasUnknownText(text)) return { from, text };
  return { from: from.length === 0 ? [{ kind: "unknown" }] : from };
}

/** Emits an effect of a command as an effect of the program. */
function emitCommandEffect(effect: Effect, span: Span, options: ProcessOptions, { interpreter }: LibraryCall): void {
  const { certainty, ...relocated } = { ...effect, start: span.start, end: span.end };
  if (relocated.kind !== "execute") {
    emit(interpreter, relocated, certainty);
    return;
  }
  let from = relocated.from;
  const inputOrigins = options.input === undefined ? interpreter.input : originsOf(options.input);
  // An interpreter that gets a script does not run its standard input.
  if (relocated.program === null || (from.length === 0 && interpreters.test(relocated.program)))
    from = joinOrigins(
      from,
      inputOrigins.filter(({ kind }) => kind !== "literal" || options.input !== undefined),
    );
  for (const origin of from)
    if (origin.kind === "file" && origin.target !== null)
      from = joinOrigins(from, originsWrittenTo(origin.target.path, interpreter));
  if (relocated.program?.includes("/"))
    from = joinOrigins(from, originsWrittenTo(relocated.program.replace(/^\.\//, ""), interpreter));
  emit(interpreter, { ...relocated, from }, certainty);
}

/** The only directory that a value names; `null` otherwise. */
function singleDirectory(directory: Value, interpreter: Interpreter): string | null {
  const [target, ...others] = fileTargets(directory, interpreter);
  return target == null || target.glob || others.length > 0 ? null : target.path;
}

/** Returns the origins of a command's output. */
function outputOrigins({ effects }: Effects): readonly Origin[] {
  const origins = effects.map((effect): readonly Origin[] => {
    if (effect.kind === "execute" && effect.program !== null) return [{ kind: "output", by: effect.program }];
    if (effect.kind === "read") return [{ kind: "file", target: effect.target }];
    return effect.kind === "network" ? [{ kind: "network", host: effect.host }] : [];
  });
  return joinOrigins(...origins);
}
