import type { JsonValue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { replaceFile } from "@helve/core/internal/node";
import type { SessionEntry } from "./session-entry.ts";
import { readPrivateFile } from "./state-folder.ts";

/** A summary of the first part of a log, so that this part need not be read again. */
export interface Checkpoint {
  /** Names the engines that have written it. */
  readonly guards: string;
  /** How much of the log it is about, in bytes. */
  readonly offset: number;
  /** The entries of this part that later events depend on. */
  readonly entries: readonly SessionEntry[];
  /** The engines' state after the steps that ended in this part. */
  readonly earlier: readonly JsonValue[];
}

/**
 * Reads the checkpoint of a log.
 *
 * @param log - the path of the log
 * @param length - of the log, in bytes
 * @returns `undefined` if the checkpoint is missing, unreadable, or of another log: the log has everything
 */
export function readCheckpoint(log: string, length: number): Checkpoint | undefined {
  try {
    const text = readPrivateFile(checkpointPath(log));
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return isCheckpoint(value) && value.offset <= length ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the checkpoint of a log. */
export function writeCheckpoint(log: string, checkpoint: Checkpoint): void {
  replaceFile(checkpointPath(log), JSON.stringify(checkpoint), 0o600);
}

/** The path of the checkpoint of a log. */
export function checkpointPath(log: string): string {
  return log.replace(/\.jsonl$/, ".checkpoint");
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isObject(value)) return false;
  const { guards, offset, entries, earlier } = value as Partial<Checkpoint>;
  return typeof guards === "string" && Number.isSafeInteger(offset) && Array.isArray(entries) && Array.isArray(earlier);
}
