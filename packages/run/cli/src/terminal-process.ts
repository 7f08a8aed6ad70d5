import { openSync, realpathSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { isatty, ReadStream } from "node:tty";
import { homeDirectory } from "./home-directory.ts";
import { exitCodes } from "./io.ts";
import { run } from "./run.ts";

/** Runs a command for a person or a script, and sets the exit code of the process. */
export async function terminalProcess(args: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  process.once("SIGINT", () => interruption.abort());
  // The reader of a pipe has seen enough: `helve check | head`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.stderr.write(`helve: standard output can't be written: ${error.message}\n`);
    process.exit(error.code === "EPIPE" ? exitCodes.fine : exitCodes.usage);
  });
  // Nobody reads the messages; the exit code is the same.
  process.stderr.on("error", () => undefined);
  const { signal } = interruption;
  let home: string;
  try {
    home = homeDirectory();
  } catch (error) {
    process.stderr.write(`helve: ${(error as Error).message}\n`);
    process.exitCode = exitCodes.usage;
    return;
  }
  const { NO_COLOR: noColor } = process.env;
  process.exitCode = await run(args, {
    stdin: () => text(addAbortSignal(signal, process.stdin)),
    out: (written) => void process.stdout.write(written),
    err: (written) => void process.stderr.write(written),
    colors: process.stdout.isTTY === true && (noColor === undefined || noColor === ""),
    isLive: process.stderr.isTTY === true,
    // A script of a repository starts in the repository's folder; `INIT_CWD` is where it was called.
    cwd: process.env["npm_lifecycle_event"] === "helve" ? (process.env["INIT_CWD"] ?? process.cwd()) : process.cwd(),
    home,
    program: [process.execPath, ...process.execArgv, realpathSync(process.argv[1] ?? "")],
    environment: process.env,
    ask: (question, { atEnd } = {}) => ask(question, atEnd, interruption),
    terminal: isatty(0) && isatty(1) ? () => ({ input: process.stdin, output: process.stdout }) : undefined,
    signal,
  });
  if (signal.aborted) process.exitCode = exitCodes.interrupted;
}

/**
 * Asks the person at the terminal, also if standard input is something else. Ctrl-C interrupts the command, and so does Ctrl-D if it answers
 * nothing.
 */
async function ask(
  question: string,
  atEnd: string | undefined,
  interruption: AbortController,
): Promise<string | undefined> {
  let terminal: ReadStream;
  try {
    terminal = new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
  const lines = createInterface({ input: terminal, output: process.stderr });
  // In a question, Ctrl-C is a key instead of a signal.
  const closed = new AbortController();
  let isInterrupted = false;
  lines.on("SIGINT", () => {
    isInterrupted = true;
    lines.close();
  });
  lines.once("close", () => closed.abort());
  try {
    return (await lines.question(question, { signal: AbortSignal.any([closed.signal, interruption.signal]) })).trim();
  } catch (error) {
    if (atEnd !== undefined && !isInterrupted && !interruption.signal.aborted) return atEnd;
    interruption.abort();
    throw error;
  } finally {
    lines.close();
    terminal.destroy();
  }
}
