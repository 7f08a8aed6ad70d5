import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { smallFileText } from "@helve/predicates/node";

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
    if (left <= 0) return undefined;
    const text = smallFileText(path);
    if (text !== undefined) left--;
    found.set(path, text);
    return text;
  };
}

/** The most files that one function of `fileTexts` reads. */
const maxFiles = 200;

/**
 * Reads a file of any size or with null bytes, to compare it with written texts.
 *
 * @returns nothing for what is not there, is no file, or is longer than what an event can write
 */
export function longTexts(path: string): readonly string[] {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > longestWritten) return [];
    const text = readFileSync(file, "utf8");
    return text.includes("\0") ? [text, text.replaceAll("\0", "")] : [text];
  } catch {
    return [];
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** In bytes. */
const longestWritten = 10_000_000;

/** Whether a file of the disk is a compiled program, which no interpreter reads. */
export function isMachineCode(path: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const begin = Buffer.alloc(4);
    readSync(file, begin, 0, 4, 0);
    return machineCode.test(begin.toString("latin1"));
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The first bytes of the programs of Linux, macOS and Windows. */
const machineCode = /^(?:\x7fELF|[\xce\xcf]\xfa\xed\xfe|\xfe\xed\xfa[\xce\xcf]|\xca\xfe\xba[\xbe\xbf]|MZ)/;
