import { createReadStream } from "node:fs";
import type { Issue } from "@helve/core";
import { type AuditHead, emptyHead, hashOf, parseAuditLine } from "./audit-line.ts";

/** What an audit log is held against. */
export interface VerifyOptions {
  /** A head that the log had, kept elsewhere: its record must be there, and as it was. */
  readonly head?: AuditHead | undefined;
}

/** Whether an audit log is as it was written. */
export interface AuditReport {
  readonly ok: boolean;
  /** How many lines are audit records. */
  readonly records: number;
  /** Where the log ends. */
  readonly head: AuditHead;
  /** What is wrong, by line; the first hundred faults. */
  readonly issues: readonly Issue[];
}

/**
 * Holds each line of an audit log against the one before it. A line that was changed, added, taken out or moved shows
 * at the line after it. A change of the last line, and a cut of whole lines from the end, show only against a `head` that
 * was kept elsewhere; and whoever can write the whole file anew can make it fit itself, but not that head.
 *
 * @throws what the file system does, when the file can't be read
 */
export async function verifyAuditLog(path: string, { head: kept }: VerifyOptions = {}): Promise<AuditReport> {
  const issues: Issue[] = [];
  let head = emptyHead;
  let lines = 0;
  let records = 0;
  let hasKept = kept === undefined || kept.seq === 0;
  const fault = (code: string, message: string): void => {
    if (issues.length < mostIssues) issues.push({ code, message: `line ${lines}: ${message}` });
  };

  for await (const { line, isWhole } of linesOf(path)) {
    lines++;
    const record = parseAuditLine(line);
    const hash = hashOf(line);
    if (!isWhole) fault("torn", "it does not end");
    else if (record === undefined) fault("not_a_record", "it is no audit record");
    else if (record.previous !== head.hash) fault("chain", "the line before it is not the one it was written after");
    else if (record.seq !== head.seq + 1) fault("sequence", `its number must be ${head.seq + 1} (it is ${record.seq})`);
    if (isWhole && record !== undefined) records++;
    if (isWhole) head = { seq: record?.seq ?? head.seq + 1, hash };
    if (kept !== undefined && head.seq === kept.seq && isWhole) {
      hasKept = true;
      if (hash !== kept.hash) fault("head", "it is not as it was when its head was kept");
    }
  }
  if (!hasKept) fault("head", `record ${kept?.seq} is missing`);
  return { ok: issues.length === 0, records, head, issues };
}

const mostIssues = 100;

async function* linesOf(path: string): AsyncGenerator<{ readonly line: Buffer; readonly isWhole: boolean }> {
  let open: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", from)) {
      yield { line: Buffer.concat([...open, chunk.subarray(from, end)]), isWhole: true };
      open = [];
      from = end + 1;
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
  }
  if (open.length > 0) yield { line: Buffer.concat(open), isWhole: false };
}
