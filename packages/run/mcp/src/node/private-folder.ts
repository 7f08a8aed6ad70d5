import { chmodSync, lstatSync } from "node:fs";
import { HelveError } from "@helve/core";
import { createFolder } from "@helve/core/internal/node";

/**
 * Creates a folder that only the user can read and write. In a folder that others can write, they could add pins of tools that nobody has
 * accepted, or replace a log by a link.
 *
 * @throws StateFolderError if it is a link or a file, belongs to another user, or others can write it
 */
export function privateFolder(path: string): string {
  createFolder(path, 0o700);
  const found = lstatSync(path);
  if (!found.isDirectory()) throw new StateFolderError(`${path} must be a folder, not a link`);
  if (process.platform === "win32") return path;
  if (found.uid !== process.getuid?.()) throw new StateFolderError(`${path} belongs to another user`);
  if ((found.mode & 0o022) !== 0) {
    throw new StateFolderError(
      `other users can write ${path}: review or remove what is in it, then run chmod 700 on it`,
    );
  }
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
  return path;
}

/** A folder for what the gateway has to remember is not the user's own. */
export class StateFolderError extends HelveError {
  override readonly code = "unsafe_state";
}
