// Creates a temporary folder with the demo's files, and compares the files before and after the demo.

import { mkdir, mkdtemp, readdir, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** The files of the demo: path, size in kilobytes, age in days. */
const files: readonly (readonly [path: string, kilobytes: number, age: number])[] = [
  ["logs/app-2025-11.log", 320, 380],
  ["logs/app-2025-12.log", 280, 350],
  ["logs/app-2026-01.log", 410, 320],
  ["cache/http/index.bin", 512, 60],
  ["cache/thumbnails/0001.bin", 96, 60],
  ["cache/thumbnails/0002.bin", 128, 60],
  ["documents/thesis.md", 24, 420],
];

/** The globs of the important files. */
export const importantFiles: readonly string[] = ["documents/**"];

/** A file that is in the folder. */
export interface FileSize {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** The files before and after the demo. */
export interface Outcome {
  /** In bytes. */
  readonly freed: number;
  readonly before: readonly FileSize[];
  readonly left: readonly FileSize[];
}

/** Creates a temporary folder with the demo's files. */
export async function makeScratchFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "helve-coding-agent-")));
  for (const [path, kilobytes, age] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${path}\n`.padEnd(kilobytes * 1024, "helve "));
    const time = new Date(Date.now() - age * 24 * 60 * 60 * 1000);
    await utimes(file, time, time);
  }
  return folder;
}

/** Returns the files in the folder, ordered by path. */
export async function filesIn(folder: string): Promise<readonly FileSize[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        return { path: relative(folder, file), size: (await stat(file)).size };
      }),
  );
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Compares the files in the folder with those before the demo. */
export async function outcome(folder: string, before: readonly FileSize[]): Promise<Outcome> {
  const left = await filesIn(folder);
  const total = (files: readonly FileSize[]): number => files.reduce((sum, { size }) => sum + size, 0);
  return { freed: total(before) - total(left), before, left };
}

/** Removes the folder and its files. */
export async function removeScratchFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
