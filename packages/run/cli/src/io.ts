/** What a command uses of the machine: streams, terminal, environment. Also exit codes and usage errors. */
import type { ReadStream, WriteStream } from "node:tty";

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
  /** Whether standard error is a terminal, on which a line can be written again. */
  readonly isLive: boolean;
  /** The directory where the command was called. */
  readonly cwd: string;
  /** The home directory of the user. */
  readonly home: string;
  /** The command that starts this program: Node and the file. */
  readonly program: readonly string[];
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Asks the person at the terminal for a line; `undefined` if there is no terminal.
   *
   * @param atEnd - what Ctrl-D answers; without it, Ctrl-D interrupts the command
   */
  ask(question: string, options?: { readonly atEnd?: string }): Promise<string | undefined>;
  /** The terminal of the process, if both standard input and standard output are one. */
  readonly terminal?: () => { readonly input: ReadStream; readonly output: WriteStream };
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** Asks the person at the terminal whether something may be done; `undefined` if there is no terminal. */
export async function confirm(question: string, io: Pick<Io, "ask">): Promise<boolean | undefined> {
  const answer = await io.ask(`${question} [y/N] `);
  return answer === undefined ? undefined : /^y(?:es)?$/i.test(answer);
}

/** The exit codes of every command. */
export const exitCodes = { fine: 0, findings: 1, usage: 2, interrupted: 130 } as const;

/** The command can't be carried out as it was called: an unreadable file, an invalid option. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
