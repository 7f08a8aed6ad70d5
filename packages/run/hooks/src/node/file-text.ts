import { closeSync, openSync, readSync } from "node:fs";
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
