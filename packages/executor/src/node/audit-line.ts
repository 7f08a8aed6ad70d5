import { createHash } from "node:crypto";
import type { ActionReturn } from "@helve/core";

/** One line of an audit log. */
export interface AuditRecord {
  /** From 1, without a gap. */
  readonly seq: number;
  /** The hash of the line before: SHA-256 of its bytes without the line feed, in hexadecimal; zeros for the first. */
  readonly previous: string;
  /** When it was written, in UTC. */
  readonly at: string;
  /** How many records could not be written between the line before and this one; absent when none. */
  readonly lost?: number;
  readonly actionReturn: ActionReturn;
}

/** Where an audit log ends. Kept elsewhere, it shows whether the end was cut off or changed. */
export interface AuditHead {
  /** The number of the last record; 0 when there is none. */
  readonly seq: number;
  /** The hash of its line. */
  readonly hash: string;
}

/** The head of a log without records. */
export const emptyHead: AuditHead = { seq: 0, hash: "0".repeat(64) };

/** What every line begins with. */
export const lineStart = '{"seq":';

/** @returns the line without a line feed, and the head that it makes */
export function auditLine(
  before: AuditHead,
  { actionReturn, at, lost }: Pick<AuditRecord, "actionReturn" | "at"> & { readonly lost: number },
): { readonly line: string; readonly head: AuditHead } {
  const seq = before.seq + 1;
  const record: AuditRecord = { seq, previous: before.hash, at, ...(lost > 0 && { lost }), actionReturn };
  const line = JSON.stringify(record);
  return { line, head: { seq, hash: hashOf(line) } };
}

/** @returns `undefined` when the line is no audit record */
export function parseAuditLine(line: Buffer): AuditRecord | undefined {
  try {
    const record: Partial<Record<keyof AuditRecord, unknown>> | null = JSON.parse(line.toString("utf8"));
    const isRecord =
      Number.isSafeInteger(record?.seq) &&
      typeof record?.previous === "string" &&
      typeof record.at === "string" &&
      typeof record.actionReturn === "object";
    return isRecord ? (record as AuditRecord) : undefined;
  } catch {
    return undefined;
  }
}

export function hashOf(line: string | Buffer): string {
  return createHash("sha256").update(line).digest("hex");
}

/** Whether a record is the next after a head. */
export function follows({ seq, previous }: AuditRecord, head: AuditHead): boolean {
  return seq === head.seq + 1 && previous === head.hash;
}
