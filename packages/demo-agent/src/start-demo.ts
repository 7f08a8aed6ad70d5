import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { HelveError } from "@helve/core";
import { UsageError } from "./usage-error.ts";

/**
 * Runs a demo as a program: a mistake on the command line or in a file ends it with code 2, Ctrl-C with 130.
 *
 * @param demo - gets what stands on the command line, and a signal that Ctrl-C aborts
 */
export async function startDemo(demo: (args: readonly string[], signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  process.stdout.on("error", () => interrupted.abort()); // whoever read the output has left
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
 * The values of a command line's options.
 *
 * @param usage - follows what was wrong
 * @throws UsageError for an option that there is not, and for what is no option
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
