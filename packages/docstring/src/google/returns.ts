import type { DocstringReturn } from "../docstring.ts";
import { blankLine, type Line } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import type { ReturnHead } from "../section-entries.ts";
import { returnsIn as readReturns } from "../section-returns.ts";
import { hasEntries } from "../titles.ts";
import { isCommonType, plainType } from "../type-text.ts";
import { namedHeadAt } from "./head.ts";
import { titleOf } from "./title.ts";
import { typeHeadAt } from "./type-head.ts";

/**
 * Reads the lines under `Returns:` or `Yields:`. A type may stand alone on the first line. Text that begins without
 * a type is one return, to its end: a colon further down is punctuation.
 */
export function returnsIn(lines: readonly Line[]): readonly DocstringReturn[] {
  const first = lines.findIndex((line) => line.text !== "");
  return readReturns(lines, (all, at) => returnHeadAt(all, at) ?? (at === first ? typeAloneAt(all, at) : undefined));
}

function returnHeadAt(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  if (line === undefined || bulletEnd(line.text) > 0) return undefined;
  const named = namedHeadAt(lines, at);
  if (named !== undefined) return { ...named, from: 0 };
  const kind = titleOf(line)?.kind;
  return kind !== undefined && !hasEntries(kind) ? undefined : typeHeadAt(lines, at);
}

/** A type with nothing beside it and no text at its indentation right below it. */
function typeAloneAt(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  const below = lines[at + 1];
  if (line === undefined || (below !== undefined && below.text !== "" && below.indent <= line.indent)) return undefined;
  const type = plainType(line.text);
  return isCommonType(type) ? { type, from: 0, rest: blankLine, lines: 1 } : undefined;
}
