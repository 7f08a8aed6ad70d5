import { colonIn } from "../colon.ts";
import type { Line } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import type { RaiseHead } from "../section-entries.ts";
import { spanAt, spanText } from "../span.ts";
import { looksLikeType, plainType } from "../type-text.ts";
import { partAt, restAt } from "./head.ts";

/** Reads the head of an entry that begins with a type, at `lines[at]`; prose before a colon is no type. */
export function typeHeadAt(lines: readonly Line[], at: number): RaiseHead | undefined {
  const line = lines[at]?.text ?? "";
  return (
    typeHeadIn(lines, at, line) ?? (/[([{]/.test(line) ? typeHeadIn(lines, at, spanText(spanAt(lines, at))) : undefined)
  );
}

/** @param text - the line at `at`, or with those after it that the type may span */
function typeHeadIn(lines: readonly Line[], at: number, text: string): RaiseHead | undefined {
  const from = bulletEnd(text);
  const colon = colonIn(text.slice(from));
  if (colon === -1) return undefined;
  const part = partAt(text, from + colon);
  const type = plainType(text.slice(from, from + colon));
  return part?.mark === ":" && looksLikeType(type) ? { type, from, ...restAt(lines, at, part.end) } : undefined;
}
