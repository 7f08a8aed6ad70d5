import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { HelveError } from "@helve/core";
import { UsageError } from "./usage-error.ts";

/**
 * Runs a demo as a program. The exit code is 2 if the command line or a file is invalid, and 130 after Ctrl-C.
 *
 * @param demo - receives the arguments of the command line, and a signal that Ctrl-C aborts
 */
export async function startDemo(demo: (args: readonly string[], signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  process.stdout.on("error", () => interrupted.abort()); // the reader of the output has closed it
  try {
    await demo(process.argv.slice(2), interrupted.signal);
  } catch (error) {
    if (HelveError.is(error) && error.code === "usage") {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    } else if (!interrupted.signal.aborted) throw error;
  }
  if (interrupted.signal.aborted) process.exitCode = 130;
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
