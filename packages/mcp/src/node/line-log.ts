import { escapeInvisible } from "@helve/core/internal";

/** Splits a text that arrives in pieces into lines for a log. Control characters are escaped, and a long line is cut. */
export function createLineLog(write: (line: string) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const lines = `${rest}${piece}`.split("\n");
    rest = (lines.pop() ?? "").slice(0, maxLength);
    for (const line of lines) write(escapeInvisible(line.replace(/\r$/, "").slice(0, maxLength)));
  };
}

/** In UTF-16 units. */
const maxLength = 2000;
