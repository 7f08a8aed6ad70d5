import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DataError } from "./data-error.ts";

/** The program is beside the sources of the command line, whose built-in rules no package exports. */
const program = fileURLToPath(new URL("scripts/keep-helve.ts", import.meta.resolve("helve/package.json")));

/** The files of harmless calls. */
const files = ["everyday", "fresh.harmless", "harmless.shell", "tldr", "nl2bash"].map((name) => `${name}.jsonl`);

/**
 * Counts how many harmless calls the built-in rules of `helve hook` alone stop or ask about, file by file.
 *
 * @param explain - whether to list them, with the reasons
 * @throws DataError if the folder has none of the files, or one of them has a line that is no call
 */
export function keepHelveTable(folder: string, { explain }: { readonly explain: boolean }): string {
  const found = files.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length === 0) throw new DataError(`${folder} must have one of the files ${files.join(", ")}`);
  const options = ["--conditions=@helve/source", "--no-warnings", program, ...(explain ? ["--explain"] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...found], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new DataError(stderr);
  return stdout;
}
