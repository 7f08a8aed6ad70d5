import type { Line } from "../lines.ts";
import { kindOf, type SectionKind } from "../titles.ts";

/** A line that may open a section. */
export interface Title {
  /** As written, without the colon. */
  readonly text: string;
  /** What follows the colon on the same line. */
  readonly inline: string;
  /** Absent for a title that is not in the table. */
  readonly kind?: SectionKind;
}

/** Reads `Title: inline`, also with a full-width colon. */
export function titleOf(line: Line): Title | undefined {
  const match = line.fenced ? null : /^([\p{L}_][^:：]{0,59})[:：]{1,2}(?:\s|$|(?<=：))/u.exec(line.text);
  if (match === null) return undefined;
  const text = (match[1] ?? "").trim();
  const kind = kindOf(text);
  return { text, inline: line.text.slice(match[0].length).trim(), ...(kind !== undefined && { kind }) };
}
