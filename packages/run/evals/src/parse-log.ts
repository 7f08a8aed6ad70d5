import type { Issue } from "@helve/core";
import { LogError } from "./errors.ts";
import type { LogEntry } from "./eval-event.ts";
import { type EvalLog, logOfEntries } from "./eval-log.ts";
import { isLogEntry } from "./is-log-entry.ts";

/**
 * Parses a log with one JSON entry a line. A truncated last line, as a crash leaves it, is ignored.
 *
 * @throws LogError that lists all other invalid lines, or if the log does not begin with a start of a known version
 */
export function parseLog(text: string): EvalLog {
  const { entries, issues } = readEntries(text);
  const [first] = entries;
  if (first !== undefined) issues.unshift(...startIssues(first));
  else if (issues.length === 0) issues.push(logIssue("the log is empty"));
  const log = issues.length > 0 ? undefined : logOfEntries(entries);
  if (log === undefined) throw new LogError(issues);
  return log;
}

/** Reads the lines of a log, and reports those that are no entries. */
function readEntries(text: string): { readonly entries: readonly LogEntry[]; readonly issues: Issue[] } {
  const lines = text.split("\n");
  const entries: LogEntry[] = [];
  const issues: Issue[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const entry = parseEntry(line);
    const isWhole = index < lines.length - 1; // an entry ends with a line end
    if (entry !== undefined) entries.push(entry);
    else if (isWhole) issues.push(logIssue(`line ${index + 1} of the log is no entry: ${line.slice(0, 80)}`));
  }
  return { entries, issues };
}

/** Reads a line of a log; undefined if it is not an entry. */
function parseEntry(line: string): LogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isLogEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what is wrong with the first entry of a log. */
function startIssues(entry: LogEntry): readonly Issue[] {
  if (entry.type !== "start") return [logIssue("the log must begin with an entry of the type start")];
  const { version }: { readonly version: unknown } = entry;
  return version === 1 ? [] : [logIssue(`the log has the version ${String(version)}, but only 1 can be read`)];
}

/** An issue about a log. */
export function logIssue(message: string): Issue {
  return { code: "log", message };
}
