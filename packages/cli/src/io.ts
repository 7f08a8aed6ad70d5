/** The surroundings of a command: where it reads and writes, and what it may use of this machine. */
export interface Io {
  /** Standard input as a text. */
  stdin(): Promise<string>;
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
  /** Whether standard output is a terminal and colors are wanted. */
  readonly colors: boolean;
  /** The directory where the command was called. */
  readonly cwd: string;
  /** The home directory of the user. */
  readonly home: string;
  /** How to start this program: Node and the file. */
  readonly program: readonly string[];
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Asks the person at the terminal a question; `undefined` if there is no terminal. */
  confirm(question: string): Promise<boolean | undefined>;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** The exit codes of every command. */
export const exitCodes = { fine: 0, findings: 1, usage: 2, interrupted: 130 } as const;

/** The command can't be carried out as it was called: an unreadable file, an invalid option. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
