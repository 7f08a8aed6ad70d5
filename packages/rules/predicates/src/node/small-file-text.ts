/** Reads the text of a project file of at most 200,000 bytes. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** The longest file that is read, in bytes. */
const maxBytes = 200_000;

/** Folders of installed programs and of the system, whose files no project and no session writes. */
const system = /^\/(?:usr|bin|sbin|lib|lib64|opt|nix|snap|etc|proc|sys|dev)\//;

/**
 * The text of a file of a project.
 *
 * @returns `undefined` for what is not there, is not a text file, is longer than 200,000 bytes, or is part of the system
 */
export function smallFileText(path: string): string | undefined {
  if (system.test(path)) return undefined;
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const text = readFileSync(file, "utf8");
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
