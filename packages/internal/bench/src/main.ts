/** Runs one command of the benchmark. */
import { mkdir, stat, writeFile } from "node:fs/promises";
import { HelveError } from "@helve/core";
import { kindOf, readCommandLine, usage } from "./command-line.ts";
import type { CommandOptions } from "./command-options.ts";
import { type Command, defaultRules } from "./commands.ts";
import { DataError } from "./data-error.ts";

process.exitCode = await run(process.argv.slice(2));

/** Runs one command and returns the exit code: 2 if it could not be understood. */
async function run(args: readonly string[]): Promise<number> {
  // A package's script starts in the package's folder; `INIT_CWD` is where it was called.
  const read = readCommandLine(args, process.env["INIT_CWD"] ?? "");
  if (!read.ok) return refuse(read.message);
  const { name, command, options } = read;
  if (command.data !== undefined && !(await exists(options.data, command))) {
    return refuse(`${name}: --data must be a ${kindOf(command)} that exists (got "${options.data}")`);
  }
  try {
    const benchmark = await command.load();
    const text = (await benchmark(options)) ?? "";
    process.stdout.write(text);
    if (options.write) await writeFigures(figuresName(name, command, options), text);
    return 0;
  } catch (error) {
    if (error instanceof DataError) return refuse(`${name}: ${error.message}`);
    // A model's name, key or answer, or a file of recorded answers.
    if (HelveError.is(error)) {
      process.stderr.write(`${name}: ${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

/** The name of a command, with the rules if they are not the default: `safety.strict.txt`. */
function figuresName(name: string, command: Command, { rules }: CommandOptions): string {
  return rules === (command.rules ?? defaultRules) ? `${name}.txt` : `${name}.${rules}.txt`;
}

/** Stores the output of a command; `test/figures.test.ts` compares the documentation with it. */
async function writeFigures(name: string, text: string): Promise<void> {
  const folder = new URL("../figures/", import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(name, folder), text);
}

/** Whether the path of a command's data exists. */
function exists(path: string, { file = false }: Command): Promise<boolean> {
  return stat(path).then(
    (found) => (file ? found.isFile() : found.isDirectory()),
    () => false,
  );
}

/** Prints an error with the usage, and returns exit code 2. */
function refuse(message: string): number {
  process.stderr.write(`${message}\n${usage()}\n`);
  return 2;
}
