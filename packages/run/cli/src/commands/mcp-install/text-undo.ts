/** Describes how to undo a change of a text. */
import { createHash } from "node:crypto";

/** The data to undo a change of a text. It contains only the changed part, because the settings of a client can be large. */
export interface TextUndo {
  /** The hash of the text after the change: another text was changed since. */
  readonly hash: string;
  /** Where the change begins, in UTF-16 units. */
  readonly start: number;
  /** How long the new part is. */
  readonly length: number;
  /** The old part. */
  readonly old: string;
  /** Whether there was no file. */
  readonly isNew: boolean;
}

/** Describes how to undo a change. */
export function undoOf(before: string | undefined, after: string): TextUndo {
  const old = before ?? "";
  const shorter = Math.min(old.length, after.length);
  let start = 0;
  while (start < shorter && old[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === after[after.length - 1 - end]) end++;
  return {
    hash: hashOf(after),
    start,
    length: after.length - end - start,
    old: old.slice(start, old.length - end),
    isNew: before === undefined,
  };
}

/** Whether a text has not changed since the recorded change. */
export function canUndo(text: string | undefined, undo: TextUndo): text is string {
  return text !== undefined && hashOf(text) === undo.hash;
}

/** The text before the change; `undefined` if there was no file. */
export function undone(text: string, { start, length, old, isNew }: TextUndo): string | undefined {
  return isNew ? undefined : `${text.slice(0, start)}${old}${text.slice(start + length)}`;
}

/** Returns the SHA-256 of a text, by which a later change is noticed. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
