import { createReadStream } from "node:fs";
import type { Issue } from "@helve/core";
import { readAuditLine } from "../audit-record.ts";
import { type AuditHead, emptyHead, lineHash } from "./audit-line.ts";

/**
 * Verifies that an audit log is as it was written, by comparing each line with the one before it. A line that was changed,
 * added, removed or moved is detected at the line after it. A change of the last line, and the removal of lines at the end, are
 * detected only with a `head` that was stored elsewhere. Somebody who rewrites the whole file can make its lines consistent,
 * but can't make them fit that head.
 *
 * @throws the error of the file system if the file can't be read
 */
export async function verifyAuditLog(path: string, { head: expected }: VerifyOptions = {}): Promise<AuditReport> {
  const issues: Issue[] = [];
  let head = emptyHead;
  let lines = 0;
  let records = 0;
  let hasHead = expected === undefined || expected.seq === 0;
  const fault = (code: string, message: string): void => {
    if (issues.length < maxIssues) issues.push({ code, message: `line ${lines}: ${message}` });
  };

  for await (const { line, isWhole } of readLines(path)) {
    lines++;
    const {
      value: record,
      issues: [invalid],
    } = readAuditLine(line);
    const hash = lineHash(line);
    if (!isWhole) fault("incomplete_line", "it has no line feed at its end");
    else if (record === undefined) fault("invalid_record", invalid?.message ?? "it is not an audit record");
    else if (record.previous !== head.hash)
      fault("broken_chain", "the line before it is not the one that it was written after");
    else if (record.seq !== head.seq + 1)
      fault("wrong_sequence", `its number must be ${head.seq + 1} (got ${record.seq})`);
    if (isWhole && record !== undefined) records++;
    if (isWhole) head = { seq: record?.seq ?? head.seq + 1, hash };
    if (expected !== undefined && head.seq === expected.seq && isWhole) {
      hasHead = true;
      if (hash !== expected.hash) fault("changed_head", "it has changed since its head was stored");
    }
  }
  if (!hasHead) fault("missing_head", `record ${expected?.seq} is missing`);
  return { ok: issues.length === 0, records, head, issues };
}

/** Options of {@link verifyAuditLog}. */
export interface VerifyOptions {
  /** An earlier head of the log that was stored elsewhere: its record must be there, unchanged. */
  readonly head?: AuditHead | undefined;
}

/** The result of {@link verifyAuditLog}. */
export interface AuditReport {
  readonly ok: boolean;
  /** How many lines are audit records. */
  readonly records: number;
  /** The end of the log. */
  readonly head: AuditHead;
  /** The first hundred faults, in the order of the lines. */
  readonly issues: readonly Issue[];
}

const maxIssues = 100;

/** Yields the lines of a file; `isWhole` is false for a last line without a line feed. */
async function* readLines(path: string): AsyncGenerator<{ readonly line: Buffer; readonly isWhole: boolean }> {
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
