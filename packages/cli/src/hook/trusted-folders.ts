import { closeSync, constants, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "@helve/core/internal/node";
import type { RuleFolder } from "./rule-files.ts";
import { createPrivateFolder, openPrivateFile } from "./state-folder.ts";

/** The folders whose rules a person has trusted, by their path, each with the hash of what was trusted last. */
export type TrustedFolders = ReadonlyMap<string, string>;

/**
 * Reads which folders are trusted. Only the contents that were trusted last count: rules that were trusted once may come back with an old
 * branch.
 *
 * @param state - the state folder
 * @throws Error if the file is broken, or is no plain file
 */
export function trustedFolders(state: string): TrustedFolders {
  let file: number;
  try {
    file = openPrivateFile(fileIn(state), constants.O_RDONLY, { creates: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw error;
  }
  try {
    return foldersIn(readFileSync(file, "utf8"), fileIn(state));
  } finally {
    closeSync(file);
  }
}

/** Whether a person has trusted what a folder contains now. */
export function isTrusted({ path, hash }: RuleFolder, trusted: TrustedFolders): boolean {
  return trusted.get(path) === hash;
}

/** Records that a person trusts folders with what they contain, or no longer trusts them (`hash` null). */
export async function recordTrust(
  state: string,
  folders: readonly { readonly path: string; readonly hash: string | null }[],
): Promise<void> {
  createPrivateFolder(state);
  await withFileLock(`${fileIn(state)}.lock`, () => {
    const file = openPrivateFile(fileIn(state), constants.O_WRONLY | constants.O_APPEND);
    try {
      for (const { path, hash } of folders) writeSync(file, `${JSON.stringify({ at: Date.now(), path, hash })}\n`);
    } finally {
      closeSync(file);
    }
  });
}

const fileIn = (state: string): string => join(state, "trusted.jsonl");

function foldersIn(text: string, path: string): TrustedFolders {
  const trusted = new Map<string, string>();
  const lines = text.split("\n").slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const entry = parse(line);
    if (typeof entry?.path !== "string") throw new Error(`${path}:${index + 1} is no entry`);
    if (typeof entry.hash === "string") trusted.set(entry.path, entry.hash);
    else trusted.delete(entry.path);
  }
  return trusted;
}

function parse(line: string): { readonly path?: unknown; readonly hash?: unknown } | undefined {
  try {
    return Object(JSON.parse(line));
  } catch {
    return undefined;
  }
}
