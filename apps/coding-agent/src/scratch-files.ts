/** The files of the demo: creates them in a sandbox, and compares them before and after the run. */
import { traceLine } from "@helve/demo";
import type { Sandbox } from "@helve/sandbox";

/** The files: path, size in kilobytes, age in days. */
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

/** A file in the sandbox. */
export interface FileSize {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Writes the files, and returns them. */
export async function writeScratchFiles(sandbox: Sandbox): Promise<readonly FileSize[]> {
  for (const [path, kilobytes] of files) {
    await sandbox.writeFile(path, `${path}\n`.padEnd(kilobytes * 1024, "helve "));
  }
  const touches = files.map(([path, , age]) => `touch -t ${timestamp(age)} ${path}`);
  await sandbox.exec(["sh", "-e", "-c", touches.join("\n")]);
  return filesIn(sandbox);
}

/** Returns the files in a folder, those of its folders included, ordered by path. A folder that was removed has none. */
export async function filesIn(sandbox: Sandbox, folder = ""): Promise<readonly FileSize[]> {
  const found: FileSize[] = [];
  for (const { name, type } of await sandbox.list(folder || ".").catch(() => [])) {
    const path = `${folder}${name}`;
    if (type === "directory") found.push(...(await filesIn(sandbox, `${path}/`)));
    else if (type === "file") found.push({ path, size: (await sandbox.stat(path)).size });
  }
  return found;
}

/** Prints how much was freed, and which files are left. */
export function printSummary(
  before: readonly FileSize[],
  left: readonly FileSize[],
  { json }: { readonly json: boolean },
): void {
  const freed = total(before) - total(left);
  const list = left.map(({ path, size }) => `\n${path} (${kilobytes(size)})`).join("");
  const text = [
    "\n",
    traceLine("freed", `${kilobytes(freed)} of ${kilobytes(total(before))}`, "bold"),
    traceLine("left", `${left.length} of ${before.length} files${list}`, "bold"),
  ].join("");
  process.stdout.write(json ? `${JSON.stringify({ summary: { freed, before, left } })}\n` : text);
}

/** Returns the sum of the files' sizes, in bytes. */
function total(files: readonly FileSize[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Formats a size in bytes: `12 kB`. */
function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} kB`;
}

/** The time so many days ago, as `touch -t` reads it. */
function timestamp(days: number): string {
  const time = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  return time.toISOString().slice(0, 16).replaceAll(/[-T:]/g, "");
}
