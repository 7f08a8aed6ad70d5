import { escapeInvisible } from "@helve/core/internal";

/**
 * Creates a log for frequent misbehavior of a server: it writes the first ten entries, and then each entry whose number is a power of two, with
 * its number. Control characters are escaped, and a long entry is cut.
 *
 * @param hide - removes secrets, before an entry is cut
 */
export function createLimitedLog(
  write: (line: string) => void,
  hide: (entry: string) => string = (entry) => entry,
): (entry: string) => void {
  let count = 0;
  return (entry) => {
    count++;
    const isWritten = count <= 10 || Number.isInteger(Math.log2(count));
    if (!isWritten) return;
    const text = escapeInvisible(hide(entry.slice(0, maxKept)).slice(0, maxLength)).replaceAll("\n", " ");
    write(count <= 10 ? text : `${text} (${count} of this kind so far)`);
  };
}

/** In UTF-16 units. */
const maxLength = 300;
/** A secret may begin in the part that is written, and end after it. */
const maxKept = maxLength + 4000;

/**
 * Finds lines that can't be a message, because they are no JSON object: a program that prints its progress to standard output.
 *
 * @param report - receives the beginning of each such line
 * @returns receives the output in pieces
 */
export function createOutputWatch(report: (line: string) => void): (piece: string) => void {
  let start = "";
  let last = "";
  return (piece) => {
    const lines = piece.split("\n");
    for (const [index, part] of lines.entries()) {
      if (start.length < maxKept) start = `${start}${part.slice(0, maxKept)}`.trimStart();
      last = part.trimEnd().at(-1) ?? last;
      if (index === lines.length - 1) return;
      if (start !== "" && !(start.startsWith("{") && last === "}")) report(start.trimEnd());
      start = "";
      last = "";
    }
  };
}
