/** Evaluates files of the session that a program runs because an option or a variable names them: `tmux -f file`, `RUSTC_WRAPPER=./file`. */
import { asPossible } from "../engine/paths.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateScript } from "./evaluate-shell.ts";
import { type Evaluation, emitUnknown, noStreams, spend } from "./evaluation.ts";
import { valuesOfOption } from "./option-values.ts";
import { copyState, isExported, type ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { isWritten } from "./written-files.ts";

/** Options of a program whose values are files with commands of its own language, or programs that it starts. */
interface LoadingProgram {
  readonly programs: RegExp;
  /** Options that name a file with commands. */
  readonly files?: string;
  /** Subcommands whose operands are such files. */
  readonly subcommands?: RegExp;
  /** Options that name a program, with its words after spaces or commas. */
  readonly starts?: string;
}

const rows: readonly LoadingProgram[] = [
  { programs: /^(vi|n?vim|gvim|view|ex|rvim|vimdiff)$/, files: "-u -U -S --cmd" },
  { programs: /^tmux$/, files: "-f", subcommands: /^(source|source-file)$/ },
  { programs: /^(screen|mutt|neomutt|irssi|zathura|mpv|kitty|alacritty)$/, files: "-c -F --config --config-file" },
  { programs: /^(gdb|lldb)$/, files: "-x -ix -iex -s --source --init-command" },
  { programs: /^(npm|npx|pnpm|yarn|bun)$/, starts: "--script-shell --node-gyp --git" },
  {
    programs: /^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(-\d+)?$/,
    files: "-specs --specs -fplugin",
    starts: "-wrapper",
  },
  { programs: /^rustc$/, starts: "-Clinker" },
];

/** Variables whose value is a program that compilers, package managers and build tools start. */
const programVariables =
  /^(CC|CXX|LD|AR|MAKE|RUSTC|RUSTDOC|RUSTC_(WORKSPACE_)?WRAPPER|CARGO_\w+_(RUNNER|LINKER)|CMAKE_\w+_LAUNCHER|SHELL|CONFIG_SHELL|npm_config_(script_shell|node_gyp|git))$/i;

/** Emits the effects of files of the session that a program runs, by its options and by the variables that it gets. */
export function evaluateLoadedFiles(
  name: string,
  words: readonly Argument[],
  state: ShellState,
  evaluation: Evaluation,
): void {
  const [head, ...rest] = words;
  if (evaluation.written.size === 0 || head === undefined || !spend(state.variables.size >> 4, evaluation)) return;
  for (const { programs, files, subcommands, starts } of rows) {
    if (!programs.test(name)) continue;
    const at = subcommands === undefined ? -1 : rest.findIndex((word) => subcommands.test(literalText(word) ?? ""));
    const named = (files?.split(" ") ?? []).flatMap((option) => valuesOfOption(option, rest));
    for (const file of [...named, ...(at === -1 ? [] : rest.slice(at + 1))])
      if (file.value === null || isWritten(file.value, state, evaluation))
        emitUnknown(`it is unknown what the file that ${name} loads runs`, name, file, evaluation);
    for (const program of (starts?.split(" ") ?? []).flatMap((option) => valuesOfOption(option, rest)))
      startProgram({ text: literalText(program), by: name, span: program }, state, evaluation);
  }
  for (const [variable, { value }] of state.variables)
    if (programVariables.test(variable) && isExported(variable, state) && value !== null)
      startProgram({ text: value.text, by: variable, span: head }, state, evaluation);
}

/** The words of a program, and the program or variable that starts it. */
interface StartedProgram {
  /** `undefined` if they are unknown. */
  readonly text: string | undefined;
  readonly by: string;
  readonly span: Span;
}

/** Starts a program that the script or earlier code wrote, or that is unknown. An installed program does nothing by itself. */
function startProgram({ text, by, span }: StartedProgram, state: ShellState, evaluation: Evaluation): void {
  if (text === undefined) emitUnknown(`it is unknown which program ${by} starts`, by, span, evaluation);
  const words = (text ?? "").split(/[\s,]+/);
  const isOwn = (word: string): boolean =>
    isWritten({ text: word, glob: false, home: word.startsWith("~/") }, state, evaluation);
  if (!words.some(isOwn)) return;
  const own = copyState(state);
  // The program gets the variable, too, but does not start itself again.
  own.variables.delete(by);
  asPossible(evaluation.machine, () =>
    evaluateScript(words.join(" "), span, by, { state: own, io: noStreams, evaluation }),
  );
}
