/** The type of a wrapper: a program that runs another command, such as `sudo` or `xargs`. */

/** The words that a wrapper takes before the command that it runs. Options are space-separated lists. */
export interface Wrapper {
  readonly names: string;
  /** Options without a value. If a call has an unlisted option, the command is unknown. */
  readonly flags?: string;
  /** Options that take a value; with `?` (`-i?`), only in the same word. */
  readonly valued?: string;
  /** Options that take two values, and are also in `valued`: `--bind a b`. */
  readonly pairs?: string;
  /** Options whose value is shell code: `-c` of `su`. */
  readonly code?: string;
  /** Options with which it runs nothing: `--version`. */
  readonly inert?: string;
  /** The number of words between the options and the command: 1 for `timeout 5 rm x`. */
  readonly operands?: number;
  /** Whether `NAME=value` words may precede the command: `env A=1 rm x`. */
  readonly assignments?: boolean;
  /** Whether the command runs in the same shell, so that a `cd` has a lasting effect. */
  readonly sameShell?: boolean;
  /** Whether the words after the options are joined to shell code, as by `eval` and `ssh`. */
  readonly holdsCode?: boolean;
  /** Whether the words after the options are passed to a shell: `su ada -c 'rm x'`. */
  readonly shell?: boolean;
  /** Whether the command is shell code if its first word contains spaces or operators. */
  readonly mayRunCode?: boolean;
  /** Whether its code has escapes and variables other than a shell's (`env -S`). */
  readonly ownEscapes?: boolean;
  /** For a wrapper with `holdsCode`: options with which the words are a command instead. */
  readonly asCommand?: string;
  /** Whether each operand is shell code of its own: `concurrently 'npm start' 'npm test'`. */
  readonly codeOperands?: boolean;
  /** Whether the command begins after `--`, if there is one: `aws-vault exec p -- rm x`. */
  readonly dashes?: boolean;
  /** Options after which the command begins; words before them are its own: `nix develop .#x -c make`. */
  readonly commandAfter?: string;
  /** The interpreter of an operand that is a code file or `-`: `uv run x.py`. */
  readonly scripts?: string;
  /** Options that replace its own operands, so that all operands belong to the command: `runuser -u ada rm x`. */
  readonly insteadOfOperand?: string;
  /** Whether its options may also follow its own operands: `ssh host -p 22 ls`. */
  readonly interleaved?: boolean;
  /** Whether unlisted options are allowed; they take no value. */
  readonly anyFlags?: boolean;
  /** Options whose value is the directory in which the command runs: `env -C dir`. */
  readonly directory?: string;
  /** Options with which the command runs in an unknown directory: `sudo -i`. */
  readonly moves?: string;
  /** Matches values of options with which the wrapper may run any command: `ProxyCommand=…` of `ssh -o`. */
  readonly runs?: RegExp;
  /** Options that name a file from which it reads words, instead of standard input: `xargs -a file`. */
  readonly wordsFrom?: string;
  /** Whether it runs standard input as code if it gets no command. By default it does if its input is known. */
  readonly readsInput?: boolean;
  /** Whether it adds words to the command, as `xargs` does. */
  readonly adds?: boolean;
  /** Options whose value is the text that the added words replace: `xargs -I X`; without a value, `{}`. */
  readonly placeholders?: string;
  /** The text that the added words replace without such an option. If it does not occur, they are appended. */
  readonly placeholder?: RegExp;
  /** Whether the command runs on another machine or under another root, so that its paths are not files of this machine. */
  readonly elsewhere?: boolean;
  /** The option with which the command runs in the background, and the wrapper prints only the name of what it started. */
  readonly detached?: string;
  /** Whether the first operand is the host on which the command runs. */
  readonly host?: boolean;
  /** The user whose rights the command has, unless `user` or `userOperand` names another. */
  readonly rightsOf?: string;
  /** Options that name the user: `sudo -u ada`. */
  readonly user?: string;
  /** Whether the first operand names the user: `su ada`. */
  readonly userOperand?: boolean;
  /** Options whose value is a file that the wrapper writes: `time -o file`. */
  readonly writes?: string;
  /** It installs what it runs. The options name the packages; without them, the program of the command does. */
  readonly runsPackages?: string;
  /** Set if the command runs later or at each start. */
  readonly persists?: "schedule" | "service";
  /** Whether it sets variables from a file or a service, or removes them all: `dotenv`. */
  readonly loadsEnvironment?: true;
  /** Options with which it does that, or sets variables: `uv run --env-file`. */
  readonly environmentOptions?: string;
  /** Whether it prints the environment variables if it gets no command. */
  readonly givesEnvironment?: boolean;
}

/** A wrapper that is a subcommand of a program: `docker exec`. */
export interface Runner extends Wrapper {
  /** One or more words, each with its alternatives: `compose exec|run`. */
  readonly subcommand: string;
}

/** A row of a subcommand that runs a command, and whose unlisted options take no value. */
export function runner(
  names: string,
  subcommand: string,
  members: Omit<Runner, "names" | "subcommand" | "anyFlags"> = {},
): Runner {
  return { names, subcommand, anyFlags: true, ...members };
}
