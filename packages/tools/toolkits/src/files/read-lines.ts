import { ToolError } from "@helve/tool";
import { linesOf } from "./text-file.ts";

/**
 * The lines of a file as a model reads them, with a last line that says what is missing.
 *
 * @throws ToolError if the first line is not in the file
 */
export function readLines(path: string, text: string, { start, count, limit, areNumbered }: LineRange): string {
  const lines = linesOf(text);
  if (start < 1 || (start > lines.length && !(start === 1 && lines.length === 0))) {
    throw new ToolError(`Files.Read: "start_line" must be 1 to ${lines.length}, the lines of ${path} (got ${start})`);
  }
  if (count < 1) throw new ToolError(`Files.Read: "line_count" must be greater than 0 (got ${count})`);
  if (lines.length === 0) return `[${path} is empty]`;
  const width = String(Math.min(lines.length, start + count - 1)).length;
  const shown: string[] = [];
  let size = 0;
  for (const [index, line] of lines.slice(start - 1, start - 1 + count).entries()) {
    const prefix = areNumbered ? `${String(start + index).padStart(width)} | ` : "";
    const room = limit - size - prefix.length;
    if (line.length > room) {
      // At least a part of the first line is shown.
      if (shown.length === 0)
        shown.push(`${prefix}${line.slice(0, Math.max(1, room))} [… ${line.length - room} characters cut …]`);
      break;
    }
    shown.push(prefix + line);
    size += prefix.length + line.length + 1;
  }
  const end = start - 1 + shown.length;
  const isWhole = start === 1 && end === lines.length;
  const more = end < lines.length ? `; go on with start_line ${end + 1}` : "";
  return [...shown, ...(isWhole ? [] : [`[lines ${start} to ${end} of ${lines.length}${more}]`])].join("\n");
}

/** Which lines of a file are read. */
export interface LineRange {
  /** The first line, from 1. */
  readonly start: number;
  /** How many lines are read at most. */
  readonly count: number;
  /** How many characters are returned at most. */
  readonly limit: number;
  readonly areNumbered: boolean;
}
