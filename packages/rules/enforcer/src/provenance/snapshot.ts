import { isObject } from "@helve/core/internal";
import type { ProvenanceSource, SourceGroup } from "./source.ts";

/** The state of a `ProvenanceIndex` as JSON. */
export interface ProvenanceSnapshot {
  readonly version: 1;
  /** The user's requests, oldest first; empty if they are unknown. */
  readonly prompts: readonly string[];
  readonly limits: { readonly characters: number; readonly textCharacters: number };
  /** How many steps were added. */
  readonly steps: number;
  /** The groups of sources; a group's index is its number. */
  readonly groups: readonly SourceGroup[];
  /** In the order in which they were seen. */
  readonly texts: readonly SnapshotText[];
  /** The groups with dropped texts. */
  readonly forgotten: readonly { readonly bucket: number; readonly reason: string }[];
}

/** A text with its source. */
export interface SnapshotText {
  readonly source: ProvenanceSource;
  readonly text: string;
}

/**
 * Reads a snapshot. Beyond its version, its content is trusted.
 *
 * @throws TypeError if it is no snapshot of this version
 */
export function readSnapshot(snapshot: unknown): ProvenanceSnapshot {
  if (!isSnapshot(snapshot)) {
    const version = isObject(snapshot) ? JSON.stringify(snapshot["version"]) : typeof snapshot;
    throw new TypeError(`a snapshot of provenance must have version 1 (got ${version})`);
  }
  return snapshot;
}

function isSnapshot(snapshot: unknown): snapshot is ProvenanceSnapshot {
  return isObject(snapshot) && snapshot["version"] === 1;
}
