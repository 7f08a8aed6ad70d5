import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { HelveError } from "@helve/core";
import { UsageError } from "./usage-error.ts";

/**
 * Runs a demo as a program: with the arguments of the command line, until it ends or the user presses Ctrl-C.
 *
 * @param main - receives the arguments, and a signal that Ctrl-C aborts; returns the exit code
 */
export async function startDemo(
  main: (args: readonly string[], signal: AbortSignal) => Promise<number>,
): Promise<void> {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  process.stdout.on("error", () => interrupted.abort()); // the reader of the output has closed it
  process.exitCode = await main(process.argv.slice(2), interrupted.signal);
}

/**
 * Runs a demo and returns its exit code: 0 if it succeeds, 2 if the command line or a file is invalid, 130 if it is aborted.
 *
 * @param demo - throws UsageError for invalid input
 */
export async function exitCodeOf(demo: () => Promise<void>, signal: AbortSignal): Promise<number> {
  try {
    await demo();
  } catch (error) {
    if (HelveError.is(error) && error.code === "usage") {
      process.stderr.write(`${error.message}\n`);
      return 2;
    }
    if (!signal.aborted) throw error;
  }
  return signal.aborted ? 130 : 0;
}

/**
 * Returns the values of the options of a command line.
 *
 * @param usage - appended to the error message
 * @throws UsageError for an unknown option or an argument that is not an option
 */
export function optionValues<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
): ReturnType<typeof parseArgs<{ args: string[]; options: Options }>>["values"] {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
