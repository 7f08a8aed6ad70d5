/** Splits a patch into lines with their positions. */

/** A line of a patch without its end, and where it starts in the text. */
export interface PatchLine {
  readonly text: string;
  readonly start: number;
}

/** Splits a text at `\n`; a `\r` at the end of a line is removed. The empty line after the last `\n` is left out. */
export function splitLines(text: string): readonly PatchLine[] {
  const lines: PatchLine[] = [];
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    lines.push({ text: text.slice(start, end).replace(/\r$/, ""), start });
    start = end + 1;
  }
  return lines;
}

/** The end of a line in the text. */
export function lineEnd({ text, start }: PatchLine): number {
  return start + text.length;
}
