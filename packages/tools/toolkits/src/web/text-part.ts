import { ToolError } from "@helve/tool";

/**
 * A part of a long text, which ends at the end of a line where one is near, followed by a note on how to read on.
 *
 * @throws ToolError if `start` is not in the text, or `length` is not positive
 */
export function textPart(text: string, start: number, length: number): string {
  if (length < 1) throw new ToolError(`"max_length" must be at least 1 (got ${length})`);
  if (start < 0) throw new ToolError(`"start" must be at least 0 (got ${start})`);
  if (start > 0 && start >= text.length) {
    throw new ToolError(`"start" must be less than ${text.length}, the length of the page (got ${start})`);
  }
  const end = partEnd(text, start, length);
  const part = text.slice(start, end);
  if (end === text.length) return part;
  return `${part}\n\n[Characters ${start} to ${end} of ${text.length}. Continue with start = ${end}.]`;
}

function partEnd(text: string, start: number, length: number): number {
  const limit = start + length;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit - 1) + 1;
  if (line > start + length * 0.8) return line;
  const isPair = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) && /[\udc00-\udfff]/.test(text.charAt(limit));
  return isPair && limit - 1 > start ? limit - 1 : limit;
}
