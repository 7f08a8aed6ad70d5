import { existsSync, globSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Io, UsageError } from "./io.ts";
import { readText } from "./read-text.ts";

/**
 * Reads the files of a command: paths, globs, folders and `-` for standard input.
 *
 * @param named - as the user wrote them; by default the rule files of the project
 * @param pattern - which files of a folder, and of the project, are meant: `**\/*.agentspec`
 * @throws UsageError if one can't be read, or none is found
 */
export async function inputFiles(named: readonly string[], pattern: string, io: Io): Promise<readonly InputFile[]> {
  if (named.length === 0) return defaultFiles(pattern, io);
  const files: InputFile[] = [];
  for (const name of named) {
    if (name === "-") files.push({ name: "<stdin>", text: await io.stdin() });
    else files.push(...filesNamed(name, pattern, io.cwd).map((file) => readInput(file, io.cwd)));
  }
  return files;
}

/** A file that a command reads, with its text. */
export interface InputFile {
  /** As the user wrote it, or relative to the directory; `<stdin>` for standard input. */
  readonly name: string;
  /** The absolute path; absent for standard input. */
  readonly path?: string;
  readonly text: string;
}

/** The files of the `helve` folder, or else of the whole directory. */
function defaultFiles(pattern: string, { cwd }: Io): readonly InputFile[] {
  const folder = existsSync(join(cwd, "helve")) ? "helve" : ".";
  return filesNamed(folder, pattern, cwd).map((file) => readInput(file, cwd));
}

function readInput(name: string, cwd: string): InputFile {
  return { name, path: resolve(cwd, name), text: readText(name, cwd) };
}

/** Resolves a path, glob or folder to files. */
function filesNamed(name: string, pattern: string, cwd: string): readonly string[] {
  const path = resolve(cwd, name);
  if (name === "" || !existsSync(path)) {
    const found = /[*?[{]/.test(name) ? matching(name, cwd) : [];
    if (found.length === 0) throw new UsageError(`there is no file ${name === "" ? '""' : name}`);
    return found;
  }
  if (!statSync(path).isDirectory()) return [name];
  // The name of a folder is no glob, whatever characters it has.
  const found = matching(pattern, path).map((file) => join(name, file));
  if (found.length > 0) return found;
  throw new UsageError(`there is no file ${pattern} in ${name === "." ? cwd : name}: name one`);
}

/** The files that match a glob. */
function matching(glob: string, cwd: string): readonly string[] {
  const found = globSync(glob, { cwd, exclude: (name) => skippedFolders.has(name.split("/").at(-1) ?? "") });
  return found.filter((file) => !statSync(resolve(cwd, file)).isDirectory()).sort();
}

const skippedFolders: ReadonlySet<string> = new Set(["node_modules", ".git", "dist"]);
