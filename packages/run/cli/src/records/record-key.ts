/** Reads the key that signs records of a person, or creates it. */
import { randomBytes } from "node:crypto";
import { closeSync, constants, existsSync, fstatSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "@helve/core/internal/node";
import { createPrivateFolder, openPrivateFile } from "@helve/hooks/node";

/** The file with the key by which records of a person are signed. @param state - the state folder */
export function recordKeyPath(state: string): string {
  return join(state, "record.key");
}

/** Whether the key exists: Helve has been set up in this state folder. */
export function hasRecordKey(state: string): boolean {
  return existsSync(recordKeyPath(state));
}

/** Creates the key if it is missing. */
export async function createRecordKey(state: string): Promise<void> {
  createPrivateFolder(state);
  if (hasRecordKey(state)) return;
  const path = recordKeyPath(state);
  await withFileLock(`${path}.lock`, () => {
    if (hasRecordKey(state)) return;
    const file = openPrivateFile(path, constants.O_WRONLY | constants.O_EXCL);
    try {
      writeSync(file, randomBytes(length));
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Reads the key.
 *
 * @throws Error if it is missing or broken, or others can read it
 */
export function readRecordKey(state: string): Buffer {
  const path = recordKeyPath(state);
  const file = openPrivateFile(path, constants.O_RDONLY, { creates: false });
  try {
    if (process.platform !== "win32" && (fstatSync(file).mode & 0o077) !== 0) {
      throw new Error(`${path} must be readable by its owner only (chmod 600)`);
    }
    const key = readFileSync(file);
    if (key.length !== length) throw new Error(`${path} must have ${length} bytes (got ${key.length})`);
    return key;
  } finally {
    closeSync(file);
  }
}

/** In bytes: as many as the hash has. */
const length = 32;
