import { chmodSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder } from "@helve/core/internal/node";

/** Returns the user's folder for Helve's state, by the conventions of the system. */
export function stateFolder(home: string, environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_STATE_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (process.platform === "win32") return join(local ?? join(home, "AppData", "Local"), "helve");
  return join(xdg?.startsWith("/") ? xdg : join(home, ".local", "state"), "helve");
}

/**
 * Creates a folder that only the user can read.
 *
 * @throws Error if there is something else in its place: a link could lead elsewhere
 */
export function createPrivateFolder(path: string): void {
  createFolder(path, 0o700);
  const found = lstatSync(path);
  if (!found.isDirectory()) throw new Error(`${path} must be a folder`);
  if (process.platform === "win32") return;
  if (found.uid !== process.getuid?.()) throw new Error(`${path} belongs to another user`);
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/**
 * Opens a file that only the user can read; by default it is created if it is missing. Links are not followed.
 *
 * @param flags - of `fs.constants`, besides `O_CREAT` and `O_NOFOLLOW`
 * @returns the file descriptor
 * @throws Error if it is not a plain file, has a second name, or belongs to another user
 */
export function openPrivateFile(
  path: string,
  flags: number,
  { creates = true }: { readonly creates?: boolean } = {},
): number {
  const create = creates ? constants.O_CREAT : 0;
  const file = openSync(path, flags | create | (constants.O_NOFOLLOW ?? 0), 0o600);
  const found = fstatSync(file);
  const isOwn = process.platform === "win32" || found.uid === process.getuid?.();
  if (found.isFile() && found.nlink === 1 && isOwn) return file;
  closeSync(file);
  throw new Error(`${path} ${isOwn ? "must be a plain file" : "belongs to another user"}`);
}

/**
 * Reads the text of a file that only the user can read; `undefined` if the file is missing.
 *
 * @throws Error as `openPrivateFile` does
 */
export function readPrivateFile(path: string): string | undefined {
  let file: number;
  try {
    file = openPrivateFile(path, constants.O_RDONLY, { creates: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
