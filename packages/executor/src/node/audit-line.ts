// Creates and reads single lines of an audit log, each with the hash of the line before.

import { createHash } from "node:crypto";
import type { Action, ActionReturn } from "@helve/core";

/** The record in one line of an audit log: an action return or an action that starts, its number, and the hash of the line before. */
export type AuditRecord = AuditPlace & AuditContent;

/** What is recorded: the end of a call, or that an action starts. An action without the return of its call was lost with its process. */
export type AuditContent =
  | { readonly actionReturn: ActionReturn; readonly started?: undefined }
  | { readonly started: Action; readonly actionReturn?: undefined };

/** The place of a record in its log. */
interface AuditPlace {
  /** The number of the record: 1, 2, 3, … */
  readonly seq: number;
  /** The SHA-256 hash of the previous line without its line feed, in hexadecimal; zeros in the first record. */
  readonly previous: string;
  /** The time of the record, in UTC. */
  readonly at: string;
  /** How many records before this one could not be written; absent if 0. */
  readonly lost?: number;
}

/** The end of an audit log. Stored elsewhere, it shows later whether the end of the log was removed or changed. */
export interface AuditHead {
  /** The number of the last record; 0 if there is none. */
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
  const record: AuditRecord = { seq, previous: before.hash, at, ...(lost > 0 && { lost }), ...content };
  const line = JSON.stringify(record);
  return { line, head: { seq, hash: lineHash(line) } };
}

/** Returns the audit record in a line, or `undefined` if there is none. */
export function auditRecordIn(line: Buffer): AuditRecord | undefined {
  try {
    const record: Partial<Record<keyof AuditPlace | keyof AuditContent, unknown>> | null = JSON.parse(
      line.toString("utf8"),
    );
    const isRecord =
      Number.isSafeInteger(record?.seq) &&
      typeof record?.previous === "string" &&
      typeof record.at === "string" &&
      typeof (record.actionReturn ?? record.started) === "object";
    return isRecord ? (record as AuditRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the SHA-256 hash of a line, in hexadecimal. */
export function lineHash(line: string | Buffer): string {
  return createHash("sha256").update(line).digest("hex");
}

/** Returns whether a record is the next one after a head. */
export function isNextRecord({ seq, previous }: AuditRecord, head: AuditHead): boolean {
  return seq === head.seq + 1 && previous === head.hash;
}
