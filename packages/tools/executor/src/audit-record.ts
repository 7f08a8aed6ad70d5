/** Reads the lines of an audit log. `node/audit-line.ts` creates them. */
import type { Action, ActionReturn, ReadResult } from "@helve/core";
import { isObject } from "@helve/core/internal";

/**
 * Reads one line of an audit log. It does not verify that the line belongs to its log; `verifyAuditLog` does.
 *
 * @returns `undefined` if the line has no record
 */
export function auditRecordIn(line: Uint8Array | string): AuditRecord | undefined {
  return readAuditLine(line).value;
}

/** Reads one line of an audit log, or returns why it is invalid. */
export function readAuditLine(line: Uint8Array | string): ReadResult<AuditRecord> {
  const invalid = (message: string) => ({ value: undefined, issues: [{ code: "invalid_record", message }] });
  try {
    const record: Partial<Record<keyof AuditPlace | keyof AuditContent, unknown>> | null = JSON.parse(
      typeof line === "string" ? line : new TextDecoder().decode(line),
    );
    const isRecord =
      Number.isSafeInteger(record?.seq) &&
      typeof record?.previous === "string" &&
      typeof record.at === "string" &&
      isObject(record.actionReturn ?? record.started);
    if (!isRecord) return invalid("it is not an audit record");
    const value = withVerdict(record as AuditRecord);
    if (value !== undefined) return { value, issues: [] };
    const { verdict } = (record as AuditRecord).actionReturn ?? {};
    return invalid(`its verdict ${JSON.stringify(verdict)} must refer to a verdict in "stages.guard" of the same line`);
  } catch {
    return invalid("it is not an audit record");
  }
}

/** The record in one line of an audit log: an action return or an action that starts, its number, and the hash of the line before. */
export type AuditRecord = AuditPlace & AuditContent;

/** The content of a record: the end of a call, or the start of an action. An action without the return of its call was lost with its process. */
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

/** Where the verdict of an action return stands a second time, in the record of the guard stage. */
export interface VerdictReference {
  readonly in: "verdicts" | "after";
  readonly index: number;
}

/**
 * Puts the verdict back in place of its reference; records of earlier versions have it already.
 *
 * @returns `undefined` if there is no verdict where the reference points to
 */
export function withVerdict<Content extends AuditContent>(content: Content): Content | undefined {
  const verdict: object | null | undefined = content.actionReturn?.verdict;
  if (content.actionReturn === undefined || verdict == null || !("in" in verdict)) return content;
  const { in: list, index } = verdict as VerdictReference;
  const guard = content.actionReturn.stages?.guard;
  const isKnown = (list === "verdicts" || list === "after") && Number.isSafeInteger(index);
  const found = isKnown ? guard?.[list]?.[index] : undefined;
  return isObject(found) ? { ...content, actionReturn: { ...content.actionReturn, verdict: found } } : undefined;
}
