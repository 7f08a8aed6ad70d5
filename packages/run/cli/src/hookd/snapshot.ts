/** The startup snapshot of Node with which `plugins/hook.pl` starts the full process. */
import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { replaceFile } from "@helve/core/internal/node";
import { createPrivateFolder, readPrivateFile } from "@helve/hooks/node";
import { isDenial, sampleEvent } from "../install/sample-event.ts";
import { ownFolder } from "../own-folder.ts";

/** The daemon that builds a snapshot. */
interface SnapshotOwner {
  /** The state folder. */
  readonly state: string;
  /** Names the code of the program. */
  readonly build: string;
  readonly signal: AbortSignal;
}

/**
 * Builds the snapshot of this program and this Node, if it is missing. The script uses it only with the record that is written last: it names the
 * files of the snapshot, of Node and of the program as they were when the snapshot was tried.
 */
export async function buildSnapshot({ state, build, signal }: SnapshotOwner): Promise<void> {
  // While Node 22 builds a snapshot, it has not all functions that the program needs.
  if (Number.parseInt(process.versions.node, 10) < 24) return;
  const cache = join(state, "cache");
  createPrivateFolder(cache);
  const [record, blob] = [join(cache, `snapshot-${build}`), join(cache, `snapshot-${build}.blob`)];
  if (isCurrent(record, blob)) return;
  const folder = mkdtempSync(join(cache, "snapshot."));
  try {
    mkdirSync(join(folder, "project"));
    const built = join(folder, "blob");
    const program = join(folder, "snapshot.cjs");
    // The program finds its rules and its version from its place in `dist`.
    const place = `"use strict";__filename=${JSON.stringify(inDist("snapshot.cjs"))};`;
    writeFileSync(program, place + brotliDecompressSync(readFileSync(inDist("snapshot.cjs.br"))).toString());
    await runNode(["--snapshot-blob", built, "--build-snapshot", program, folder], folder, { signal });
    chmodSync(built, 0o600);
    for (const [text, isDenied] of [
      ["ls", false],
      ["helve trust", true],
    ] as const) {
      const event = sampleEvent("claude-code", text, join(folder, "project"));
      const answer = await runNode(["--snapshot-blob", built, inDist("main.js"), "hook", "claude-code"], folder, {
        signal,
        input: event,
      });
      if (isDenial(0, answer) !== isDenied) throw new Error(`the snapshot decides wrongly about ${text}`);
    }
    rmSync(record, { force: true });
    renameSync(built, blob);
    replaceFile(record, recordOf(blob), 0o600);
    removeUnused(state, cache, build);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the path of a file in the folder `dist`. */
function inDist(name: string): string {
  return join(ownFolder, "dist", name);
}

/** Whether the snapshot was made by this version. */
function isCurrent(record: string, blob: string): boolean {
  try {
    return readPrivateFile(record) === recordOf(blob);
  } catch {
    return false;
  }
}

/** Lists the files from which a snapshot was made, with their sizes and times. */
function recordOf(blob: string): string {
  return [process.execPath, inDist("build-id"), blob].map((path) => `${identity(statSync(path))}\n`).join("");
}

/** As in `plugins/hook.pl`. Nobody can set the time of the last change of a file. */
function identity({ dev, ino, mode, uid, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, mode, uid, size, Math.floor(mtimeMs / 1000), Math.floor(ctimeMs / 1000)].join(" ");
}

/** Runs Node with a temporary home directory at low priority. */
async function runNode(
  args: readonly string[],
  home: string,
  { signal, input }: { readonly signal: AbortSignal; readonly input?: string },
): Promise<string> {
  const options = { env: { HOME: home, PATH: process.env["PATH"] }, cwd: home, timeout: 60_000, signal };
  const running = promisify(execFile)(process.execPath, args, options);
  if (running.child.pid !== undefined) setPriority(running.child.pid, constants.priority.PRIORITY_LOW);
  running.child.stdin?.on("error", () => undefined).end(input);
  return (await running).stdout;
}

/** Removes the snapshots of other versions without a daemon. */
function removeUnused(state: string, cache: string, build: string): void {
  const builds = new Set(readdirSync(state).flatMap((name) => /^hookd-([0-9a-f]{16})$/.exec(name)?.[1] ?? []));
  for (const name of readdirSync(cache)) {
    const [, other = build] = /^snapshot-([0-9a-f]{16})(?:\.blob)?$/.exec(name) ?? [];
    if (other !== build && !builds.has(other)) rmSync(join(cache, name), { force: true });
  }
}
