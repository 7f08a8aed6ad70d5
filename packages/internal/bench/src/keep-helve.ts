import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandOptions } from "./command-options.ts";
import { DataError } from "./data-error.ts";
import { fileIn } from "./helve-program.ts";

/**
 * Counts how many harmless calls the built-in rules of `helve hook` alone stop or ask about, file by file.
 *
 * @throws DataError if the folder has none of the files, or one of them has a line that is no call
 */
export function keepHelveTable({ data, explain }: Pick<CommandOptions, "data" | "explain">): string {
  const found = files.map((name) => join(data, name)).filter((path) => existsSync(path));
  if (found.length === 0) throw new DataError(`${data} must have one of the files ${files.join(", ")}`);
  const options = ["--conditions=@helve/source", "--no-warnings", program, ...(explain ? ["--explain"] : [])];
  const args = [...options, ...found];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e8 });
  if (status !== 0) throw new DataError(stderr);
  return stdout;
}

/** The program is beside the sources of the command line, whose built-in rules no package exports. */
const program = fileIn(import.meta.resolve("helve/package.json"), "scripts/keep-helve.ts");

/** The files of harmless calls. */
const files = ["everyday", "fresh.harmless", "harmless.shell", "tldr", "nl2bash"].map((name) => `${name}.jsonl`);
