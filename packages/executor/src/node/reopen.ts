import { type FileHandle, open } from "node:fs/promises";
import { type AuditHead, emptyHead, follows, hashOf, lineStart, parseAuditLine } from "./audit-line.ts";
import { AuditLogError } from "./audit-log-error.ts";

/**
 * Makes a log fit to be appended to, and tells where it ends. A last line that a crash has torn is cut off and kept in
 * the file's neighbour `.torn`; one that lacks only its line feed is given that.
 *
 * @throws AuditLogError when the file is something else than an audit log
 */
export async function reopen(handle: FileHandle, path: string): Promise<AuditHead> {
  const { size } = await handle.stat();
  const { line, tail } = await ending(handle, size);
  const last = line && parseAuditLine(line);
  if (line !== undefined && last === undefined) throw new AuditLogError(`${path}: its last line is no audit record`);
  const head = line === undefined || last === undefined ? emptyHead : { seq: last.seq, hash: hashOf(line) };
  if (tail.length === 0) return head;

  const next = parseAuditLine(tail);
  if (next !== undefined && follows(next, head)) {
    await handle.appendFile("\n");
    await handle.datasync();
    return { seq: next.seq, hash: hashOf(tail) };
  }
  if (!isTorn(tail)) throw new AuditLogError(`${path}: it ends with something else than an audit record`);
  await keep(`${path}.torn`, tail);
  await handle.truncate(size - tail.length);
  await handle.datasync();
  return head;
}

/** The last whole line, and what comes after it. */
async function ending(handle: FileHandle, size: number): Promise<{ line: Buffer | undefined; tail: Buffer }> {
  for (let length = Math.min(size, 65_536); ; length = Math.min(size, length * 2)) {
    const bytes = await read(handle, size - length, length);
    const end = bytes.lastIndexOf("\n");
    const start = end < 1 ? -1 : bytes.lastIndexOf("\n", end - 1);
    if (start === -1 && length < size) continue;
    return { line: end === -1 ? undefined : bytes.subarray(start + 1, end), tail: bytes.subarray(end + 1) };
  }
}

async function read(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** Whether it is the beginning of a line, or what a file system leaves where nothing had been written yet. */
function isTorn(tail: Buffer): boolean {
  const start = Buffer.from(lineStart).subarray(0, tail.length);
  return tail.subarray(0, start.length).equals(start) || tail.every((byte) => byte === 0);
}

async function keep(path: string, torn: Buffer): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(Buffer.concat([torn, Buffer.from("\n")]));
    await file.datasync();
  } finally {
    await file.close();
  }
}
