import { isObject } from "@helve/core/internal";
import { LogError } from "./errors.ts";
import type { LogEntry } from "./eval-event.ts";
import { type EvalLog, logOfEntries } from "./eval-log.ts";

/**
 * Parses a log: one entry in JSON on each line. A last line that is cut off, as a crash leaves it, is left out.
 *
 * @throws LogError if another line is no entry, the log does not begin with a start, or its version is unknown
 */
export function parseLog(text: string): EvalLog {
  const log = logOfEntries(parseEntries(text));
  if (log === undefined) throw new LogError("the log is empty: it must begin with an entry of the type start");
  return log;
}

function parseEntries(text: string): readonly LogEntry[] {
  const lines = text.split("\n");
  const entries: LogEntry[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const entry = parseEntry(line);
    const isLast = index === lines.length - 1; // an entry ends with a line end, so this one is not whole
    if (entry === undefined && isLast) break;
    if (entry === undefined) throw new LogError(`line ${index + 1} of the log is no entry: ${line.slice(0, 80)}`);
    if (entries.length === 0) checkStart(entry);
    entries.push(entry);
  }
  return entries;
}

function parseEntry(line: string): LogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isObject(entry) && types.has(entry["type"]) ? (entry as unknown as LogEntry) : undefined;
  } catch {
    return undefined;
  }
}

const types: ReadonlySet<unknown> = new Set(["start", "sample_start", "event", "sample_end", "end"]);

function checkStart(entry: LogEntry): void {
  if (entry.type !== "start") throw new LogError("the log must begin with an entry of the type start");
  const { version }: { readonly version: unknown } = entry;
  if (version !== 1) throw new LogError(`the log has the version ${String(version)}, but only 1 can be read`);
}
