/** Creates the lines of an audit log, each with the hash of the line before. */
import { hash } from "node:crypto";
import type { ActionReturn } from "@helve/core";
import type { AuditContent, AuditRecord, VerdictReference } from "../audit-record.ts";

/** The end of an audit log. Stored elsewhere, it shows later whether the end of the log was removed or changed. */
export interface AuditHead {
  /** The number of the last record; 0 for an empty log. */
  readonly seq: number;
  /** The hash of the last line. */
  readonly hash: string;
}

/** The head of a log without records. */
export const emptyHead: AuditHead = { seq: 0, hash: "0".repeat(64) };

/** The beginning of every line. */
export const lineStart = '{"seq":';

/** Creates the next line of a log. @returns the line without its line feed, and the new head */
export function nextAuditLine(
  before: AuditHead,
  { at, lost, ...content }: AuditContent & { readonly at: string; readonly lost: number },
): { readonly line: string; readonly head: AuditHead } {
  const seq = before.seq + 1;
  const record: AuditRecord = { seq, previous: before.hash, at, lost: lost > 0 ? lost : undefined, ...content };
  const line = JSON.stringify(record);
  return { line, head: { seq, hash: lineHash(line) } };
}

/**
 * Puts a reference in place of the verdict of an action return, which stands in the record of the guard stage, too, and is most of a line.
 */
export function withReference(content: AuditContent): AuditContent {
  const verdict = content.actionReturn?.verdict;
  if (content.actionReturn === undefined || verdict == null) return content;
  for (const list of ["verdicts", "after"] as const) {
    const index = content.actionReturn.stages.guard?.[list].indexOf(verdict) ?? -1;
    if (index < 0) continue;
    const reference: VerdictReference = { in: list, index };
    return { actionReturn: { ...content.actionReturn, verdict: reference as unknown as ActionReturn["verdict"] } };
  }
  return content;
}

/** Returns the SHA-256 hash of a line, in hexadecimal. */
export function lineHash(line: string | Buffer): string {
  return hash("sha256", line, "hex");
}

/** Returns whether a record is the next one after a head. */
export function isNextRecord({ seq, previous }: AuditRecord, head: AuditHead): boolean {
  return seq === head.seq + 1 && previous === head.hash;
}
