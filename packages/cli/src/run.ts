import { HelveError } from "@helve/core";
import { CommanderError } from "commander";
import { exitCodes, type Io, UsageError } from "./io.ts";
import { createProgram } from "./program.ts";

/**
 * Runs the command line.
 *
 * @param args - without the name of the program
 * @returns the exit code: 0 fine, 1 findings, 2 a usage error or unreadable input, 130 interrupted
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let code: number = exitCodes.fine;
  const program = createProgram(io, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    if (io.signal.aborted) return exitCodes.interrupted;
    if (error instanceof UsageError || HelveError.is(error)) {
      io.err(`helve: ${error instanceof Error ? error.message : String(error)}\n`);
      return exitCodes.usage;
    }
    throw error;
  }
}
