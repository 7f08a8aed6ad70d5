import type { Effect, Effects, Origin, Target } from "../effects.ts";
import { readCode } from "../languages.ts";
import { joinPath } from "../path.ts";
import { isGiven } from "./arguments.ts";
import { targetsOf } from "./file-targets.ts";
import { emit, emitAnything, lessSure, type Run } from "./interpreter.ts";
import type { LibraryCall } from "./library-call.ts";
import { manyTimes } from "./limits.ts";
import type { Span } from "./syntax/nodes.ts";
import {
  givenHole,
  hasHole,
  heldOrigins,
  hole,
  joinOrigins,
  objectValue,
  originsOf,
  textValue,
  type Value,
  withOrigins,
  writtenTexts,
} from "./value.ts";

/** What else a call says about the program that it starts. */
export interface ProcessOptions {
  /** What standard input holds. */
  readonly input?: Value | undefined;
  readonly directory?: Value | undefined;
  /** The program, whatever the first of its arguments says. */
  readonly program?: Value | undefined;
  /** Whether a shell reads it. */
  readonly shell?: Value | undefined;
}

/** A command with where it stands in the program, if it does. */
interface Command {
  readonly text: string;
  readonly at: number | null;
}

/** Stands in a command for what is not known: a variable that no command can give a value of its own. */
const unknownVariable = "BASH_COMMAND";
const unknownWord = `$${unknownVariable}`;
const mostCommands = 32;

/** Programs that run what their standard input says. */
const interpreters =
  /^(.*\/)?(ba|z|da|k|c|tc|fi|a)?sh$|^(.*\/)?(python[\d.]*|perl|ruby|node|php|powershell|pwsh|cmd(\.exe)?)$/;

/** Commands that give names of files of the project, or its directory, and nothing else. */
const givesFileNames =
  /^git (ls-files|rev-parse --show-toplevel|(diff|diff-tree|show|log)\b.* --name-only)(?= |$)[^|;&<>()`$\n]*$/;

/** A command line is given to a shell. */
export function runCommand(value: Value, options: ProcessOptions, call: LibraryCall): void {
  const commands = value.known.flatMap((known) =>
    known.kind === "text" || known.kind === "path"
      ? [{ text: known.text, at: known.kind === "text" ? known.at : null }]
      : [],
  );
  runCommands(
    commands,
    value.open || commands.length < value.known.length || commands.length === 0,
    value,
    options,
    call,
  );
}

/** A program is started with its arguments, or a command line is given to a shell. */
export function runProcess(value: Value, options: ProcessOptions, call: LibraryCall): void {
  const shell = isGiven(options.shell);
  const program = isGiven(options.program) ? options.program : undefined;
  const commands: Command[] = [];
  let open = value.open;
  for (const known of value.known) {
    if (known.kind === "text" || known.kind === "path")
      commands.push({ text: known.text, at: known.kind === "text" ? known.at : null });
    else if (known.kind === "list") {
      const words = program === undefined ? known.items : [program, ...known.items.slice(shell ? 0 : 1)];
      const [first] = words;
      if (shell && first !== undefined && program === undefined)
        commands.push(...writtenTexts(first).map((text) => ({ text, at: null })));
      else commands.push(...listCommands(words, known.more));
    } else if (known.kind !== "constant") open = true;
  }
  runCommands(commands, open || commands.length === 0, value, options, call);
}

/** The command lines that a list of words stands for; any of the others may follow them, or all. */
function listCommands(list: readonly Value[], others: Value | null): readonly Command[] {
  let found = [""];
  const more = list.length === 0 ? [unknownWord] : othersOf(others);
  for (const word of [...list.map(wordsOf), more]) {
    const words = found.length * word.length > mostCommands ? [`"${unknownWord}"`] : word;
    found = found.flatMap((before) => words.map((text) => `${before} ${text}`.trim()));
  }
  return found.filter((text) => text !== "").map((text) => ({ text, at: null }));
}

function wordsOf(value: Value): readonly string[] {
  return [...new Set(writtenTexts(value).map(quotedWord))];
}

function othersOf(others: Value | null): readonly string[] {
  if (others === null) return [""];
  const words = wordsOf(others);
  return others.open ? [unknownWord] : ["", ...words, words.join(" ")];
}

function quotedWord(text: string): string {
  if (text === hole || text === givenHole) return `"${unknownWord}"`;
  if (/^~?[\w./:=@%+,-]+$/.test(text)) return text;
  const home = text.startsWith("~/") ? "~/" : "";
  return `${home}'${text.slice(home.length).replaceAll("'", "'\\''")}'`;
}

function runCommands(
  commands: readonly Command[],
  open: boolean,
  value: Value,
  options: ProcessOptions,
  call: LibraryCall,
): void {
  const { run, by, span } = call;
  const injected = heldOrigins(value).filter(
    ({ kind }) => kind !== "environment" && kind !== "output" && kind !== "unknown",
  );
  const asText = value.known.every(({ kind }) => kind !== "list");
  const holed = commands.some(({ text }) => hasHole(text));
  if (injected.length > 0 && (open || (asText && holed))) {
    emit(run, { kind: "execute", program: null, from: injected, by, start: span.start, end: span.end });
  } else if (open && asText) emitAnything(run, by, `it is not known what ${by} runs`, span);
  else if (open) emitAnything(run, by, `it is not known which program ${by} starts`, span);
  const sure = commands.length === 1 && !open ? "certain" : "possible";
  for (const { text, at } of commands) {
    const inner = effectsOfCommand(text, run);
    const place = (effect: Effect): Span =>
      at === null || hasHole(text) ? span : { start: at + effect.start, end: at + effect.end };
    // A shell that does it by itself is a program, too.
    if (!inner.effects.some(({ kind }) => kind === "execute") && text.trim() !== "")
      emit(run, { kind: "execute", program: "sh", from: [], by, start: span.start, end: span.end }, sure);
    for (const effect of inner.effects)
      addInner(effect, lessSure(sure, effect.certainty), place(effect), options, call);
    const type = givesFileNames.test(text) ? "filenames" : "process";
    const fields = new Map(call.bound);
    if (type === "filenames") fields.set("path", textValue(`./${hole}`));
    call.result = withOrigins(call.result ?? objectValue(type, [], fields), outputOrigins(inner));
  }
  if (run.loop.times >= manyTimes && commands.length > 0)
    emit(run, { kind: "exhaust", what: "processes", by, start: span.start, end: span.end });
  if (commands.length === 0)
    call.result = withOrigins(objectValue("process", [], new Map(call.bound)), [{ kind: "output", by }]);
}

function effectsOfCommand(text: string, run: Run): Effects {
  const command = withUnknownWords(text);
  return run.steps.left <= 0
    ? { effects: [] }
    : readCode("shell", command, { ...run.options, nesting: { ...run.nesting, depth: run.depth } });
}

/** A command in which what is not known is a variable of the shell, also where quotes would keep it from being one. */
function withUnknownWords(text: string): string {
  if (!hasHole(text)) return text;
  const command = text.replaceAll(givenHole, hole);
  let written = "";
  let quote = "";
  for (let at = 0; at < command.length; at++) {
    const char = command.charAt(at);
    if (hasHole(char)) {
      written += quote === "'" ? `'"${unknownWord}"'` : `\${${unknownVariable}}`;
      continue;
    }
    written += char;
    if (char === "\\" && quote !== "'") written += command.charAt(++at);
    else if (quote === "" && (char === "'" || char === '"')) quote = char;
    else if (char === quote) quote = "";
  }
  return written;
}

/** An effect of a command, as one of the program that runs it. */
function addInner(
  effect: Effect,
  certainty: Effect["certainty"],
  span: Span,
  options: ProcessOptions,
  call: LibraryCall,
): void {
  const { run } = call;
  const { certainty: _, ...found } = {
    ...inDirectory(effect, options.directory, run),
    start: span.start,
    end: span.end,
  };
  if (found.kind !== "execute") {
    emit(run, found, certainty);
    return;
  }
  let from = found.from;
  const given = options.input === undefined ? run.input : originsOf(options.input);
  if (found.program === null || interpreters.test(found.program))
    from = joinOrigins(
      from,
      given.filter(({ kind }) => kind !== "literal" || options.input !== undefined),
    );
  for (const origin of from)
    if (origin.kind === "file" && origin.target !== null)
      from = joinOrigins(from, withoutLiterals(run.written.get(origin.target.path)));
  if (found.program?.includes("/"))
    from = joinOrigins(from, withoutLiterals(run.written.get(found.program.replace(/^\.\//, ""))));
  emit(run, { ...found, from }, certainty);
}

function withoutLiterals(origins: readonly Origin[] | undefined): readonly Origin[] {
  return (origins ?? []).filter(({ kind }) => kind !== "literal");
}

/** An effect with its files as seen from where the program runs. */
function inDirectory(effect: Effect, directory: Value | undefined, run: Run): Effect {
  const place = isGiven(directory) ? directoryOf(directory, run) : run.directory;
  if (place === "") return effect;
  const moved = (target: Target | null): Target | null => {
    if (target === null || /^[/~]/.test(target.path)) return target;
    const path = place === null ? null : joinPath(place, target.path);
    return path === null ? null : { ...target, path };
  };
  if (effect.kind === "move") return { ...effect, target: moved(effect.target), to: moved(effect.to) };
  return "target" in effect ? { ...effect, target: moved(effect.target) } : effect;
}

function directoryOf(directory: Value, run: Run): string | null {
  const [target, ...others] = targetsOf(directory, run);
  return target == null || target.glob || others.length > 0 ? null : target.path;
}

/** Where the output of a command comes from. */
function outputOrigins({ effects }: Effects): readonly Origin[] {
  let found: readonly Origin[] = [];
  for (const effect of effects) {
    if (effect.kind === "execute" && effect.program !== null)
      found = joinOrigins(found, [{ kind: "output", by: effect.program }]);
    if (effect.kind === "read") found = joinOrigins(found, [{ kind: "file", target: effect.target }]);
    if (effect.kind === "network") found = joinOrigins(found, [{ kind: "network", host: effect.host }]);
  }
  return found;
}
