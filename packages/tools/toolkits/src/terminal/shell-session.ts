import { shellQuote } from "@helve/sandbox";
import { exportedVariables } from "./exported-variables.ts";
import { MarkedText } from "./marked-text.ts";

/**
 * The state that a shell keeps from one command to the next: the working directory and the exported variables. Each command runs in a shell of
 * its own, which restores them before the command and reports them after it.
 */
export class ShellSession {
  /** An absolute path; the sandbox's working directory if undefined. */
  #directory: string | undefined;
  readonly #set = new Map<string, string>();
  readonly #unset = new Set<string>();
  /** The exit code of the last command, which the next one reads as `$?`. */
  #lastCode = 0;

  /** The script of a command that reports nothing when it ends. It ends with the last process that it has put into the background. */
  script(command: string): string {
    const end = '__helve_code=$?\nwait\nexit "$__helve_code"\n';
    return `{\n${this.#restore()}eval ${quoted(command)} </dev/null\n${end}}\n`;
  }

  /** The script of a command whose shell is this session's. */
  run(command: string): SessionRun {
    const begin = `${crypto.randomUUID()}\n`;
    const end = `${crypto.randomUUID()}\n`;
    const errors = new MarkedText([begin, begin, end, end, end, end]);
    return {
      script: sessionScript(this.#restore(), command, begin.trim(), end.trim()),
      errors,
      finish: () => this.#finish(errors.sections),
    };
  }

  /**
   * The script of a command for a shell that goes on.
   *
   * @param isNew - whether the shell has just started, and gets the directory and the variables of the session
   */
  step(command: string, { isNew, isBash, home }: StepOptions): ShellStep {
    const [begin, end] = [crypto.randomUUID(), crypto.randomUUID()];
    const stderr = new MarkedText([begin, begin, end, end].map((mark) => `${mark}\n`));
    const streams = isBash ? bashStreams : posixStreams;
    const start = isNew ? `${startOfShell(streams)}${this.#restore()}` : "";
    return {
      script: stepScript({ start, command, lastCode: isNew ? 0 : this.#lastCode, home, begin, end, streams }),
      rest: ")\n",
      stdout: new MarkedText([`${end}\n`]),
      stderr,
      finish: () => {
        const [before, after] = stderr.sections;
        const [, kind, code = "0"] = /^(run|exit) (\d+)\n/.exec(after ?? "") ?? [];
        const lostDirectory = this.#finish([before, after?.replace(/^.*\n/, "")]);
        this.#lastCode = Number(code);
        const unreported = before === undefined ? "not started" : "ended";
        return {
          lostDirectory,
          exitCode: this.#lastCode,
          state: kind === "run" || kind === "exit" ? kind : unreported,
        };
      },
    };
  }

  /** Forgets the directory and the variables. */
  forget(): void {
    this.#directory = undefined;
    this.#set.clear();
    this.#unset.clear();
  }

  #restore(): string {
    const lines = Array.from(this.#set, ([name, value]) => `export ${name}=${quoted(value)}\n`);
    const removed = Array.from(this.#unset, (name) => `unset ${name}\n`);
    const change = this.#directory === undefined ? "" : `cd ${quoted(this.#directory)} 2>/dev/null\n`;
    return [change, ...removed, ...lines].join("");
  }

  /** @returns the directory that no longer exists, if the command could not start there */
  #finish([before = "", after]: readonly (string | undefined)[]): string | undefined {
    const start = directoryOf(before);
    const lost = start !== undefined && start !== this.#directory ? this.#directory : undefined;
    this.#directory = directoryOf(after) ?? (lost === undefined ? this.#directory : start);
    if (after === undefined) return lost;
    const [old, now] = [exportedVariables(before), exportedVariables(after)];
    for (const name of old.keys()) if (!now.has(name)) this.#change(name, undefined);
    for (const [name, value] of now) if (old.get(name) !== value) this.#change(name, value);
    return lost;
  }

  #change(name: string, value: string | undefined): void {
    if (ownNames.test(name)) return;
    this.#unset.delete(name);
    this.#set.delete(name);
    if (value === undefined) this.#unset.add(name);
    else this.#set.set(name, value);
  }
}

/** One command of a session. */
export interface SessionRun {
  /** The input of the shell. */
  readonly script: string;
  /** Separates what the command prints on its standard error from the reports of the shell. */
  readonly errors: MarkedText;
  /**
   * Stores the state that the shell reported.
   *
   * @returns the directory that no longer exists, if the command could not start there
   */
  finish(): string | undefined;
}

/** One command of a shell that goes on. */
export interface ShellStep {
  /** The input of the shell. */
  readonly script: string;
  /**
   * The input after the first report. It is a syntax error, with which a shell ends. The script reads it as data if it gets that far: a shell
   * that no longer executes commands (`set -n`) or can't report (`set -r`) ends at once, and not at the time limit. Earlier, a shell could read
   * it ahead together with the script, and would always end.
   */
  readonly rest: string;
  /** Separate what the command prints from the reports of the shell. */
  readonly stdout: MarkedText;
  readonly stderr: MarkedText;
  /** Stores the state that the shell reported. */
  finish(): StepEnd;
}

/** The shell of a command, and where it goes if its directory no longer exists. */
interface StepOptions {
  readonly isNew: boolean;
  readonly isBash: boolean;
  readonly home: string;
}

/** The outcome of a command in a shell that continues. */
interface StepEnd {
  /** The directory that no longer exists, if the command could not start there. */
  readonly lostDirectory: string | undefined;
  readonly exitCode: number;
  /**
   * `run`: the shell goes on. `exit`: the command has ended it, and its directory and variables were reported. `ended`: they were not.
   * `not started`: the shell has ended before the command.
   */
  readonly state: "run" | "exit" | "ended" | "not started";
}

/** The directory at the beginning of a report. */
function directoryOf(report = ""): string | undefined {
  const [directory = ""] = report.split(/\n(?=(?:export|declare|typeset) )|\n$/, 1);
  return directory.startsWith("/") ? directory : undefined;
}

/** Variables that each shell sets itself; some of them are read-only in bash. */
const ownNames = /^(?:PWD|SHLVL|_|UID|EUID|PPID|SHELLOPTS|BASHOPTS|BASH_VERSINFO|__helve_\w+)$/;

/**
 * A script that reports on the standard error before and after the command. The whole script is one group, so that it is read before
 * the command runs, and the marks are neither in arguments nor in variables that programs could read.
 *
 * The second report comes after the command and again in a trap, for a command that ends the shell or sets a trap of its own. It runs in a
 * subshell, so that it changes nothing. bash does not restore descriptors in a trap: then the standard error itself is used.
 */
function sessionScript(restore: string, command: string, begin: string, end: string): string {
  return `{
__helve_state() { (
  { set +aefuvx; } 2>/dev/null
  unset -f printf pwd export
  { printf '' >&9; } 2>/dev/null || exec 9>&2
  { printf '%s\\n' ${end}; ${directory}; export -p; printf '%s\\n' ${end}; } >&9
) }
${restore}exec 9>&2
{ printf '%s\\n' ${begin}; ${directory}; export -p; printf '%s\\n' ${begin}; } >&9
trap __helve_state EXIT 2>/dev/null
: # a shell without traps has failed, and just-bash keeps its exit code for \`x=5\`
eval ${quoted(command)} </dev/null 9>&-
__helve_code=$?
__helve_state
exit "$__helve_code"
}
`;
}

/** Descriptors that keep the standard output and the standard error of the shell. */
type Streams = readonly [out: number, err: number];

/** Only bash has descriptors with more than one digit; those with one are for scripts, such as `exec 9>lock`. */
const bashStreams: Streams = [198, 199];
const posixStreams: Streams = [8, 9];

/**
 * The first commands of a new shell: aliases work as in a terminal, and reports have file descriptors of their own. Output of the shell
 * between two commands is dropped, such as the script after `set -v`, or output of traps.
 */
function startOfShell([out, err]: Streams): string {
  return `shopt -s expand_aliases 2>/dev/null
exec ${out}>&1 ${err}>&2 >/dev/null 2>&1
trap '{ __helve_state exit; } 2>/dev/null' EXIT 2>/dev/null
`;
}

/**
 * A script that reports on the standard error before and after the command, and ends with a mark on the standard output. The whole script is
 * one group, so that it is read before the command runs. A mark is printed in two parts, so that no option prints it with the script.
 * Aliases and functions may have the name of any command: `\command` avoids both.
 * The empty line ends what a command with an open quote has left in bash's parser, which would otherwise take the brace for an argument.
 */
function stepScript(step: {
  readonly start: string;
  readonly command: string;
  readonly lastCode: number;
  readonly home: string;
  readonly begin: string;
  readonly end: string;
  readonly streams: Streams;
}): string {
  const { start, command, lastCode, home, begin, end } = step;
  const [out, err] = step.streams;
  const mark = (text: string): string => `\\printf '%s%s\\n' ${text.slice(0, 18)} ${text.slice(18)}`;
  return `
${start}{
__helve_state() {
  \\command set -- "$1" "$?"
  (
    \\command set +aefuvx
    \\command unset -f command printf pwd export
    { ${mark(end)}; \\printf '%s\\n' "$1 $2"; ${directory}; \\export -p; ${mark(end)}; } >&${err}
    ${mark(end)} >&${out}
  )
}
\\command [ -d "$PWD" ] || \\command cd ${quoted(home)}
( \\command set +aefuvx; \\command unset -f command printf pwd export; { ${mark(begin)}; ${directory}; \\export -p; ${mark(begin)}; } >&${err} )
${lastCode === 0 ? "" : `( \\command exit ${lastCode} ) || `}\\command eval ${quoted(command)} </dev/null >&${out} 2>&${err}
__helve_state run && \\command read -r __helve_rest && \\command unset -f __helve_state
}
`;
}

/** Prints the working directory; of one whose name has a line end, which could pass for a variable, only a question mark. */
const directory = `__helve_directory=$(\\pwd && \\printf x); __helve_directory=\${__helve_directory%?x}
  case $__helve_directory in *'
'*) __helve_directory='?' ;; esac
  \\printf '%s\\n' "$__helve_directory"`;

/** Quotes a text as one word of the shell. */
function quoted(text: string): string {
  return shellQuote([text]);
}
