import { runAliases } from "./aliases.ts";
import { type Argument, literalOf } from "./argument.ts";
import { isBuiltin, runBuiltin } from "./builtins.ts";
import { programOf } from "./catalogue/index.ts";
import { noteShown } from "./file-deeds.ts";
import { changed, originsOf, pour, type Sink } from "./flow.ts";
import { interpreterOf, shells } from "./interpreters.ts";
import { doubt, note, type Run, type Streams, spanOf, spend } from "./run.ts";
import { runFind } from "./run-find.ts";
import { runInterpreter } from "./run-interpreter.ts";
import { runProgram } from "./run-program.ts";
import { runScript, runShell } from "./run-shell.ts";
import { runWrapper } from "./run-wrapper.ts";
import type { ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { targetOf } from "./target.ts";
import { wrapperOf } from "./wrappers.ts";
import { writtenTo } from "./written.ts";

const mostWrappers = 32;

/** Directories of programs that are installed. */
const installed = /^\/(usr|bin|sbin|opt|snap|nix|Applications|System)\//;

/** Runs one command: a builtin, a wrapper, a shell, an interpreter, `find` or a program. */
export function runWords(words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const [head] = words;
  if (head === undefined) return;
  const text = literalOf(head);
  if (text === undefined) {
    runUnknown(head, words, state, io, run);
    return;
  }
  if (!spend(words.length >> 3, run)) return;
  if (run.wrappers >= mostWrappers) {
    doubt(`more than ${mostWrappers} programs run one another`, text, head, run);
    return;
  }
  const name = programName(text);
  if (run.aliases.has(text)) {
    runAliased(text, words, state, io, run);
    return;
  }
  if (runBuiltin(words, state, io, run)) return;
  if (text.includes("/") && !installed.test(text)) {
    if (runOwnProgram(head, name, words, state, io, run)) return;
  }
  const wrapper = wrapperOf(name, words);
  if (wrapper !== undefined) {
    runWrapper(wrapper, words, name, state, io, run);
    return;
  }
  if (shells.has(name)) {
    runShell(words, name, state, io, run);
    return;
  }
  if (interpreterOf(name) !== undefined) {
    runInterpreter(words, name, state, io, run);
    return;
  }
  if (name === "find" || name === "gfind") {
    runFind(words, state, io, run);
    return;
  }
  if (/^(echo|printf)$/.test(text)) noteShown(words.slice(1), "*", state, run);
  else note({ kind: "execute", program: text, from: [] }, name, head, run);
  runProgram(name, words, state, io, run);
}

/** Runs what an alias stands for, and the program of its name: which of them it is, and so what it gives, is not known. */
function runAliased(name: string, words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const output: Sink | undefined = io.output && { flow: undefined };
  const inner: Streams = { input: io.input, output };
  runAliases(name, words, state, inner, run);
  runWords(words, state, inner, { ...run, aliases: new Map([...run.aliases].filter(([each]) => each !== name)) });
  if (output?.flow !== undefined) pour(io.output, changed(output.flow));
}

/** Whether a name is that of something that is looked at. */
export function isKnown(name: string): boolean {
  return (
    isBuiltin(name) ||
    name === "find" ||
    shells.has(name) ||
    wrapperOf(name, []) !== undefined ||
    interpreterOf(name) !== undefined ||
    programOf(name) !== undefined
  );
}

function runUnknown(head: Argument, words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const program = head.value === null ? null : targetOf(head.value, state);
  if (head.value?.home === true) {
    note(
      { kind: "execute", program: head.value.text, from: [{ kind: "file", target: program }] },
      head.value.text,
      head,
      run,
    );
    return;
  }
  note(
    { kind: "execute", program: null, from: originsOf(head.flow) },
    quote(head, run),
    spanOf(head, words.at(-1) ?? head),
    run,
  );
  doubt(`it is not known what ${quote(head, run)} runs`, "", head, run);
  pour(io.output, { from: [{ kind: "unknown" }] });
}

/** A program or script that lies in a directory of its own: `./build`. @returns whether that was all of it */
function runOwnProgram(
  head: Argument,
  name: string,
  words: readonly Argument[],
  state: ShellState,
  io: Streams,
  run: Run,
): boolean {
  const target = targetOf(head.value, state);
  const written = writtenTo(head.value, state, run);
  if (written === undefined && isKnown(name)) return false;
  runScript({ target, written }, name, words, state, io, run);
  return true;
}

/** The name without its directory, and without the version that `npx rimraf@5` names. */
function programName(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1).replace(/(?<=\w)@[\w.^~-]+$|\.exe$/, "");
}

function quote({ start, end }: Span, { whole }: Run): string {
  const text = whole.slice(start, end);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
