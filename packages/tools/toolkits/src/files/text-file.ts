/** Reads and writes text files, and keeps their line ends and byte order mark. */
import type { Sandbox } from "@helve/sandbox";
import { ToolError } from "@helve/tool";

/** A text file, without the byte order mark. */
export interface TextFile {
  readonly text: string;
  readonly hasMark: boolean;
  /** Whether all its lines end with `\r`; in `text` they end with `\n`. */
  readonly hasReturns: boolean;
}

/**
 * Reads a text file.
 *
 * @throws ToolError if it is no UTF-8 text
 * @throws SandboxError as `Sandbox.readBytes`
 */
export async function readTextFile(sandbox: Sandbox, path: string, signal: AbortSignal): Promise<TextFile> {
  const bytes = await sandbox.readBytes(path, { signal });
  const file = decodeText(bytes);
  if (file !== undefined) return file;
  throw new ToolError(
    `${path} is no text file in UTF-8: it has ${bytes.length.toLocaleString("en-US")} bytes of other data.`,
  );
}

/** Decodes a text file; undefined for other data: bytes that are no UTF-8, or null bytes. */
export function decodeText(bytes: Uint8Array): TextFile | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasMark = decoded.startsWith(byteOrderMark);
    const text = hasMark ? decoded.slice(1) : decoded;
    const hasReturns = text.includes("\r") && !text.includes("\n");
    return { text: hasReturns ? text.replaceAll("\r", "\n") : text, hasMark, hasReturns };
  } catch {
    return undefined;
  }
}

/** Encodes a text file. */
export function encodeText({ text, hasMark, hasReturns }: TextFile): string {
  return (hasMark ? byteOrderMark : "") + (hasReturns ? text.replaceAll("\n", "\r") : text);
}

/** The lines of a text without their ends. A line end at the end of the text begins no further line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const byteOrderMark = "\uFEFF";
