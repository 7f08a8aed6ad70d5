import { type FileHandle, open } from "node:fs/promises";
import { auditRecordIn } from "../audit-record.ts";
import { type AuditHead, emptyHead, isNextRecord, lineHash, lineStart } from "./audit-line.ts";

/**
 * Repairs the end of an audit log after a crash, so that lines can be appended. An incomplete last line is moved to the file
 * `PATH.torn`; if only its line feed is missing, that is added.
 *
 * @returns the end of the repaired log
 * @throws InvalidLogEnd if the file is not an audit log
 */
export async function repairLogEnd(handle: FileHandle, path: string): Promise<AuditHead> {
  const { size } = await handle.stat();
  const { line, tail } = await lastLine(handle, size);
  const last = line && auditRecordIn(line);
  if (line !== undefined && last === undefined) throw new InvalidLogEnd(`its last line is not an audit record`);
  const head = line === undefined || last === undefined ? emptyHead : { seq: last.seq, hash: lineHash(line) };
  if (tail.length === 0) return head;

  const next = auditRecordIn(tail);
  if (next !== undefined && isNextRecord(next, head)) {
    await handle.appendFile("\n");
    await handle.datasync();
    return { seq: next.seq, hash: lineHash(tail) };
  }
  if (!isIncompleteLine(tail)) throw new InvalidLogEnd(`it does not end with an audit record`);
  await appendToFile(`${path}.torn`, tail);
  await handle.truncate(size - tail.length);
  await handle.datasync();
  return head;
}

/** The end of a file is not the end of an audit log. */
export class InvalidLogEnd extends Error {}

/** Reads the last complete line, and the bytes after it. */
async function lastLine(handle: FileHandle, size: number): Promise<{ line: Buffer | undefined; tail: Buffer }> {
  for (let length = Math.min(size, 65_536); ; length = Math.min(size, length * 2)) {
    const bytes = await readBytes(handle, size - length, length);
    const end = bytes.lastIndexOf("\n");
    const start = end < 1 ? -1 : bytes.lastIndexOf("\n", end - 1);
    if (start === -1 && length < size) continue;
    return { line: end === -1 ? undefined : bytes.subarray(start + 1, end), tail: bytes.subarray(end + 1) };
  }
}

/** Reads bytes of a file from a position; fewer if the file ends before. */
async function readBytes(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** Returns whether bytes are the beginning of a line, or the zeros that a file system leaves after a crash. */
function isIncompleteLine(tail: Buffer): boolean {
  const start = Buffer.from(lineStart).subarray(0, tail.length);
  return tail.subarray(0, start.length).equals(start) || tail.every((byte) => byte === 0);
}

/** Appends bytes and a line feed to a file, and flushes it to disk. */
async function appendToFile(path: string, torn: Buffer): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(Buffer.concat([torn, Buffer.from("\n")]));
    await file.datasync();
  } finally {
    await file.close();
  }
}
