// Reads the commands that a program runs (`os.system`, `subprocess.run`) with the shell's reader, and emits their
// effects.

import type { Effect, Origin } from "../effects.ts";
import type { KnownData } from "../execution-state.ts";
import { type Effects, readCode } from "../languages.ts";
import { joinOrigins } from "../origins.ts";
import { quotedWord, unknownTextToVariable, unknownWord, withoutPlaceholder } from "../placeholder-variable.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { isPassed } from "./arguments.ts";
import { childEnvironment, exportOfVariables } from "./environment.ts";
import { fileTargets } from "./file-targets.ts";
import { emit, emitUnknown, type Interpreter, lessCertain } from "./interpreter.ts";
import type { Span } from "./ir.ts";
import { contentOfFile } from "./known-content.ts";
import type { LibraryCall } from "./library-call.ts";
import { manyIterations } from "./limits.ts";
import {
  exactText,
  formattedTexts,
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
  /** What the process reads from standard input. */
  readonly input?: Value | undefined;
  readonly directory?: Value | undefined;
  /** Its environment, if it is not that of the program. */
  readonly environment?: Value | undefined;
  /** The program to start, whatever the first word of the command is. */
  readonly program?: Value | undefined;
  /** Whether a shell interprets the command. */
  readonly shell?: Value | undefined;
}

/** A command line, with its position in the program if it is a literal there. */
interface Command {
  readonly text: string;
  readonly at: number | null;
}

/** The command lines that a value may be. */
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
      ? [{ text: alternative.text, at: alternative.kind === "text" ? alternative.at : null }]
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
      commands.push({ text: alternative.text, at: alternative.kind === "text" ? alternative.at : null });
    else if (alternative.kind === "list") {
      const words = program === undefined ? alternative.items : [program, ...alternative.items.slice(shell ? 0 : 1)];
      const [first] = words;
      if (shell && first !== undefined && program === undefined)
        commands.push(...formattedTexts(first).map((text) => ({ text, at: null })));
      else commands.push(...listCommands(words, alternative.more));
    } else if (alternative.kind !== "constant") mayBeUnknown = true;
  }
  runCommands({ value, commands, mayBeUnknown: mayBeUnknown || commands.length === 0 }, options, call);
}

/** The command lines that a list of words may form; unknown further words may follow. */
function listCommands(list: readonly Value[], others: Value | null): readonly Command[] {
  let relocated = [""];
  const more = list.length === 0 ? [unknownWord] : otherWords(others);
  for (const word of [...list.map(shellWords), more]) {
    const words = relocated.length * word.length > maxCommands ? [`"${unknownWord}"`] : word;
    relocated = relocated.flatMap((before) => words.map((text) => `${before} ${text}`.trim()));
  }
  return relocated.filter((text) => text !== "").map((text) => ({ text, at: null }));
}

/** The texts of an argument as quoted words of a shell command. */
function shellWords(value: Value): readonly string[] {
  return [...new Set(formattedTexts(value).map(quotedWord))];
}

/** The words that unknown further arguments may add: none, some or all. */
function otherWords(others: Value | null): readonly string[] {
  if (others === null) return [""];
  const words = shellWords(others);
  return others.mayBeUnknown ? [unknownWord] : ["", ...words, words.join(" ")];
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
  const incomplete = commands.some(({ text }) => hasUnknownText(text));
  if (injected.length > 0 && (mayBeUnknown || (asText && incomplete))) {
    emit(interpreter, { kind: "execute", program: null, from: injected, by, start: span.start, end: span.end });
  } else if (mayBeUnknown && asText) emitUnknown(interpreter, by, `it is unknown what ${by} runs`, span);
  else if (mayBeUnknown) emitUnknown(interpreter, by, `it is unknown which program ${by} starts`, span);
  const sure = commands.length === 1 && !mayBeUnknown ? "certain" : "possible";
  const settings = exportOfVariables(options.environment, interpreter);
  for (const { text, at } of commands) {
    const commandEffects = readCommand(settings + text, options, call);
    const place = (effect: Effect): Span =>
      at === null || hasUnknownText(text) || settings !== ""
        ? span
        : { start: at + effect.start, end: at + effect.end };
    // A builtin of the shell runs in a process, too.
    if (!commandEffects.effects.some(({ kind }) => kind === "execute") && text.trim() !== "")
      emit(interpreter, { kind: "execute", program: "sh", from: [], by, start: span.start, end: span.end }, sure);
    for (const effect of commandEffects.effects)
      emitCommandEffect({ ...effect, certainty: lessCertain(sure, effect.certainty) }, place(effect), options, call);
    const type = printsFileNames.test(text) ? "filenames" : "process";
    const fields = new Map(call.bound);
    if (type === "filenames") fields.set("path", textValue(`./${unknownText}`));
    call.result = withAddedOrigins(call.result ?? objectValue(type, [], fields), outputOrigins(commandEffects));
  }
  if (interpreter.loop.repetitions >= manyIterations && commands.length > 0)
    emit(interpreter, { kind: "exhaust", what: "processes", by, start: span.start, end: span.end });
  if (commands.length === 0)
    call.result = withAddedOrigins(objectValue("process", [], new Map(call.bound)), [{ kind: "output", by }]);
}

/** Runs code of another language in a process of its own: `cmd /c "…"`. */
export function runForeignCode(language: string, text: string, options: ProcessOptions, call: LibraryCall): void {
  const { effects } = readCommand(text, options, call, language);
  for (const effect of effects) emitCommandEffect(effect, call.span, options, call);
  call.result = unknownValueFrom([{ kind: "output", by: call.by }]);
}

/** The effects of a command line, read with the shell's reader in the state that the program has reached. */
function readCommand(
  text: string,
  options: ProcessOptions,
  { interpreter, by }: LibraryCall,
  language: string = "shell",
): Effects {
  if (interpreter.steps.left <= 0) return { effects: [] };
  const { context, nesting, depth, writtenFiles, links, settings } = interpreter;
  const { effects, after } = readCode(language, language === "shell" ? unknownTextToVariable(text) : text, {
    ...context,
    nesting: { ...nesting, depth },
    directory: isPassed(options.directory) ? singleDirectory(options.directory, interpreter) : interpreter.directory,
    environment: childEnvironment(options.environment, interpreter),
    variables: undefined,
    files: writtenFiles,
    links,
    settings,
    standardInput: inputOf(options, interpreter),
  });
  if (after !== undefined) adoptChanges(after, interpreter);
  const hasPlaceholder = text.includes(unknownText) || text.includes(unknownWord);
  return { effects: hasPlaceholder ? effects.map((effect) => withoutPlaceholder(effect, by)) : effects };
}

/** What a process reads from standard input. */
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
  if (relocated.program === null || interpreters.test(relocated.program))
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

/** The origins of a command's output. */
function outputOrigins({ effects }: Effects): readonly Origin[] {
  const origins = effects.map((effect): readonly Origin[] => {
    if (effect.kind === "execute" && effect.program !== null) return [{ kind: "output", by: effect.program }];
    if (effect.kind === "read") return [{ kind: "file", target: effect.target }];
    return effect.kind === "network" ? [{ kind: "network", host: effect.host }] : [];
  });
  return joinOrigins(...origins);
}
