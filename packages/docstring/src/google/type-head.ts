import { outside } from "../brackets.ts";
import type { Line } from "../lines.ts";
import { looksLikeType, plainType } from "../type-text.ts";
import { bulletEnd, partAt, restAt, skip, spanAt } from "./head.ts";

/** How an entry begins that has a type and no name: `list[str]: text`. */
export interface TypeHead {
  readonly type: string;
  /** What follows on the same line. */
  readonly rest: string;
  /** How many lines it takes: more than one when the type does. */
  readonly lines: number;
}

/** Reads the head of an entry that begins with a type, at `lines[at]`; prose before a colon is no type. */
export function typeHeadAt(lines: readonly Line[], at: number): TypeHead | undefined {
  const line = lines[at]?.text ?? "";
  return typeHeadIn(line) ?? (/[([{]/.test(line) ? typeHeadIn(spanAt(lines, at)) : undefined);
}

const role = /(?::[\w+.-]{1,40}){1,3}:`[^`\n]{1,200}`/y;

function typeHeadIn(text: string): TypeHead | undefined {
  const start = bulletEnd(text);
  let from = start;
  for (const index of outside(text)) {
    if (index < from || (text[index] !== ":" && text[index] !== "：")) continue;
    from = skip(role, text, index);
    if (from > index) continue;
    const part = partAt(text, index);
    const type = plainType(text.slice(start, index));
    return part?.mark === ":" && looksLikeType(type) ? { type, ...restAt(text, part.end) } : undefined;
  }
  return undefined;
}
