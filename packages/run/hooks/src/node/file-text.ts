import { smallFileText } from "@helve/predicates/node";

/** The most files that one function of `fileTexts` reads. */
const maxFiles = 200;

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
