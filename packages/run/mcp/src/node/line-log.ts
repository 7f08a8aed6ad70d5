import { escapeInvisible } from "@helve/core/internal";

/**
 * Splits a text that arrives in pieces into lines for a log. Control characters are escaped, and a long line is cut.
 *
 * @param hide - removes secrets, before a line is cut: half of a secret has no longer its look
 */
export function createLineLog(
  write: (line: string) => void,
  hide: (line: string) => string = (line) => line,
): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const lines = `${rest}${piece}`.split("\n");
    rest = (lines.pop() ?? "").slice(0, maxKept);
    for (const line of lines)
      write(escapeInvisible(hide(line.replace(/\r$/, "").slice(0, maxKept)).slice(0, maxLength)));
  };
}

/** In UTF-16 units. */
const maxLength = 2000;
/** A secret may begin in the part that is written, and end after it. */
const maxKept = maxLength + 4000;
