/** Finds commands and code in the arguments of programs that are not in the catalogue: `foo exec -- rm x`, `foo -c 'rm x'`. */
import { asPossible } from "../engine/paths.ts";
import { type Argument, literalText } from "./argument.ts";
import { catalogueProgram } from "./catalogue.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import { evaluateCode } from "./evaluate-shell.ts";
import { documentationPrograms } from "./evaluate-unlisted-program.ts";
import type { Evaluation, Shell, Streams } from "./evaluation.ts";
import { commandName, isKnownCommand } from "./known-commands.ts";
import { copyState } from "./state.ts";

/** Matches words after which many programs expect a command: `exec`, `run`. */
const launchers = /^(exec|exec-env|run|enter|shell|spawn|enable|x)$/;

/** Options whose value is a command or code in many programs. */
const codeOptions =
  /^-(c|e|E|x|ex|-?(exec|execute|eval|evaluate|command|cmd|run|script|expr|expression|python-expr|code))$/;

/** Names of programs that are also common words for a subcommand or a task; they count as a command only after `--`. */
const commonWords =
  /^(test|install|split|sort|join|cut|link|watch|at|batch|kill|script|view|host|file|look|who|w|last|dig|time|set|env|type|head|tail|fold|nl|sum|update|mail|ex|as|ed|import|compare|convert|display|identify|start|stop|open|play|sync|login|write|yes|wait|export|read|help|service|mount|dialog|parallel|command)$/;

/** How many words after a word such as `exec` may precede the command: `nvm exec 20 rm x`. */
const maxOwnWords = 2;

/**
 * Emits the possible effects of a command or code that a program may run, by the form of its arguments: a known program after
 * `--`, after a word such as `exec`, or with the name of a shell or an interpreter, or a text after an option such as `-c` that reads as shell or Python code.
 *
 * @param args - the words after the program's name
 */
export function evaluateLaunched(name: string, args: readonly Argument[], { state, io, evaluation }: Shell): void {
  const inner: Evaluation = { ...evaluation, wrappers: evaluation.wrappers + 1 };
  const { machine } = evaluation;
  const streams: Streams = { input: io.input, output: undefined };
  const command =
    commandAfterDashes(args) ??
    commandAfterLauncher(args) ??
    commandOfInterpreter(args) ??
    commandAsOperand(name, args);
  if (command !== undefined) {
    asPossible(machine, () => evaluateCommand(command, { state: copyState(state), io: streams, evaluation: inner }));
    return;
  }
  for (const code of codeArguments(args)) {
    const text = literalText(code) ?? "";
    if (isPythonCode(text))
      asPossible(machine, () => evaluateOtherLanguage("python", { text, span: code, by: name }, state, inner));
    else if (isShellCode(text))
      asPossible(machine, () =>
        evaluateCode([code], name, { state: copyState(state), io: streams, evaluation: inner }),
      );
  }
}

/** The known command after `--`; `undefined` if not found. */
export function commandAfterDashes(args: readonly Argument[]): readonly Argument[] | undefined {
  const dashes = args.findIndex((word) => literalText(word) === "--");
  const command = dashes === -1 ? [] : args.slice(dashes + 1);
  return command.length > 1 && isProgram(commandName(command[0])) ? command : undefined;
}

/** The known command with arguments after a word such as `exec`, or after an option such as `-e`. */
function commandAfterLauncher(args: readonly Argument[]): readonly Argument[] | undefined {
  const at = args.findIndex((word) => isLauncher(word) || codeOptions.test(literalText(word) ?? ""));
  if (at === -1) return;
  const own = isLauncher(args[at]) ? maxOwnWords : 0;
  for (let start = at + 1; start <= at + 1 + own && start + 1 < args.length; start++) {
    const first = commandName(args[start]);
    if (isProgram(first) && !commonWords.test(first)) return args.slice(start);
  }
  return;
}

/** Returns the words from the first shell or interpreter on. */
function commandOfInterpreter(args: readonly Argument[]): readonly Argument[] | undefined {
  const at = args.findIndex((word) => startedInterpreters.test(commandName(word)));
  return at === -1 ? undefined : args.slice(at);
}

/** The words from the first operand on, if that is a program which may lose something: `mywrapper git reset --hard`. */
function commandAsOperand(name: string, args: readonly Argument[]): readonly Argument[] | undefined {
  const at = args.findIndex((word) => !/^-/.test(literalText(word) ?? ""));
  const first = commandName(args[at]);
  const isCommand = !commonWords.test(first) && catalogueProgram(first)?.loses === true && args.length > at + 1;
  return isCommand && !documentationPrograms.test(name) ? args.slice(at) : undefined;
}

/** Shells and interpreters whose names are no common words. */
const startedInterpreters =
  /^(?:(?:ba|z|da|k|mk|c|tc|fi|a)?sh|(?:python|perl|ruby|php|lua)[\d.]*|node|nodejs|bun|deno|tsx|ts-node|tclsh|Rscript|osascript|pwsh|powershell)$/;

/** Whether a name belongs to a known command, or to a coding agent, whose own effects are unknown. */
function isProgram(name: string): boolean {
  return isKnownCommand(name) || /^(claude|codex|gemini|copilot|cursor-agent|opencode)$/.test(name);
}

function isLauncher(word: Argument | undefined): boolean {
  return launchers.test(literalText(word) ?? "");
}

/** The values of options such as `-c`, and the words after a word such as `exec`. */
function codeArguments(args: readonly Argument[]): readonly Argument[] {
  let isAfterLauncher = false;
  return args.flatMap((word, index) => {
    const [, option, value] = /^(--\w[\w-]*)=(.*)$/s.exec(literalText(word) ?? "") ?? [];
    const before = literalText(args[index - 1]) ?? "";
    const isCode = isAfterLauncher || codeOptions.test(before);
    isAfterLauncher ||= isLauncher(word);
    if (option !== undefined && value !== undefined && codeOptions.test(option))
      return [{ ...word, value: { text: value, glob: false } }];
    return isCode && /\s|\(/.test(literalText(word) ?? "") ? [word] : [];
  });
}

/** Whether a text reads as Python code: it imports a module, or calls a function that runs code or opens a file. */
function isPythonCode(text: string): boolean {
  return /(^|[;\n])\s*(import\s+[\w.]+|from\s+[\w.]+\s+import\s)|__import__\s*\(|(^|\W)(exec|eval|open)\s*\(/.test(
    text,
  );
}

/** Whether one of the commands in a text calls a known program with arguments. */
function isShellCode(text: string): boolean {
  return text.split(/[;&|\n(]+/, 32).some((command) => {
    const [first = "", second] = command.trim().split(/\s+/, 2);
    const name = first.slice(first.lastIndexOf("/") + 1);
    return second !== undefined && !commonWords.test(name) && isKnownCommand(name);
  });
}
