import { colonIn } from "../colon.ts";
import type { Line } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { looksLikeType, plainType } from "../type-text.ts";
import { partAt, restAt, spanAt } from "./head.ts";

/** How an entry begins that has a type and no name: `list[str]: text`. */
export interface TypeHead {
  readonly type: string;
  /** Where on its line it begins, behind the bullet. */
  readonly from: number;
  /** What follows on the same line. */
  readonly rest: Line;
  /** How many lines it takes: more than one when the type does. */
  readonly lines: number;
}

/** Reads the head of an entry that begins with a type, at `lines[at]`; prose before a colon is no type. */
export function typeHeadAt(lines: readonly Line[], at: number): TypeHead | undefined {
  const line = lines[at]?.text ?? "";
  return typeHeadIn(lines, at, line) ?? (/[([{]/.test(line) ? typeHeadIn(lines, at, spanAt(lines, at)) : undefined);
}

/** @param text - the line at `at`, or with those after it that the type may span */
function typeHeadIn(lines: readonly Line[], at: number, text: string): TypeHead | undefined {
  const from = bulletEnd(text);
  const colon = colonIn(text.slice(from));
  if (colon === -1) return undefined;
  const part = partAt(text, from + colon);
  const type = plainType(text.slice(from, from + colon));
  return part?.mark === ":" && looksLikeType(type) ? { type, from, ...restAt(lines, at, text, part.end) } : undefined;
}
