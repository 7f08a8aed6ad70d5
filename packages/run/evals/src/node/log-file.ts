/** Reads and appends to the log file of a run. */
import { type FileHandle, open, readFile } from "node:fs/promises";
import { LogError } from "../errors.ts";
import type { LogEntry } from "../eval-event.ts";
import type { EvalLog } from "../eval-log.ts";
import { parseLog } from "../parse-log.ts";

/**
 * Reads the log of a run, also of one that was interrupted at any moment.
 *
 * @throws LogError with the name of the file; the error of the file system if it can't be read
 */
export async function readLog(file: string): Promise<EvalLog> {
  const text = await readFile(file, "utf8");
  try {
    return parseLog(text);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new LogError(error.issues.map((issue) => ({ ...issue, message: `${file}: ${issue.message}` })));
  }
}

/** Appends entries to a log. */
export interface LogWriter {
  /** Waits until the operating system has the entry: what was written survives a crash of this process. */
  write(entry: LogEntry): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a log in a folder that exists, or opens one to append to it: half an entry at its end is removed.
 *
 * @throws the error of the file system, also if a log to create exists
 */
export async function openLogWriter(file: string, { append }: { readonly append: boolean }): Promise<LogWriter> {
  const handle = await open(file, append ? "r+" : "wx");
  let position = append ? await repairEnd(handle) : 0;
  return {
    async write(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      await handle.write(line, 0, line.length, position);
      position += line.length;
    },
    close: () => handle.close(),
  };
}

/** Removes half an entry, or ends a whole one that lacks its line end. @returns where the next entry begins */
async function repairEnd(handle: FileHandle): Promise<number> {
  const bytes = await handle.readFile();
  const end = bytes.lastIndexOf("\n") + 1;
  if (end === bytes.length) return end;
  try {
    JSON.parse(bytes.subarray(end).toString("utf8"));
    await handle.write("\n", bytes.length);
    return bytes.length + 1;
  } catch {
    await handle.truncate(end);
    return end;
  }
}
