import { escapeInvisible } from "@helve/core/internal";
import { type Command, CommanderError } from "commander";
import { exitCodes, type Io } from "./io.ts";
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
    if (error instanceof CommanderError) {
      if (error.code === "commander.unknownCommand") io.err(commandsNamed(args[0] ?? "", program));
      return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    }
    if (io.signal.aborted) return exitCodes.interrupted;
    io.err(`helve: ${escapeInvisible(messageOf(error))}\n`);
    return exitCodes.usage;
  }
}

/** A hint at the subcommands that have the name of an unknown command: `helve hook doctor` for `helve doctor`. */
function commandsNamed(name: string, program: Command): string {
  const groups = program.commands.filter(({ commands }) => commands.some((inner) => inner.name() === name));
  return groups.length === 0
    ? ""
    : `(did you mean ${groups.map((group) => `helve ${group.name()} ${name}`).join(" or ")}?)\n`;
}

/** The message of an error, for a person. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isDefect = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
  return isDefect ? `unexpected error, please report it: ${error.message}` : error.message;
}
