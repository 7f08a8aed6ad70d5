import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Longer files are not read. */
const maxBytes = 200_000;

/** The most files that one function of `fileTexts` reads. */
const maxFiles = 200;

/** Folders of installed programs and of the system, whose files no project and no session writes. */
const system = /^\/(?:usr|bin|sbin|lib|lib64|opt|nix|snap|etc|proc|sys|dev)\//;

/**
 * The texts of small files on the disk, for the readings of one decision by `effectsOfCall`: each file is read once.
 *
 * @returns the function, which returns `undefined` for what is not there, is not a text file, is too long, or is part of the system
 */
export function fileTexts(): (path: string) => string | undefined {
  const found = new Map<string, string | undefined>();
  let left = maxFiles;
  return (path) => {
    if (found.has(path)) return found.get(path);
    if (system.test(path) || left <= 0) return undefined;
    const text = smallText(path);
    if (text !== undefined) left--;
    found.set(path, text);
    return text;
  };
}

function smallText(path: string): string | undefined {
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
