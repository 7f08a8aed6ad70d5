import type { DocstringReturn } from "../docstring.ts";
import { entriesIn } from "../entries.ts";
import { blankLine, type Line, located, textOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { hasEntries } from "../titles.ts";
import { isCommonType, isTypeWord, plainType } from "../type-text.ts";
import { headAt } from "./head.ts";
import { membersIn } from "./members.ts";
import { titleOf } from "./title.ts";
import { typeHeadAt } from "./type-head.ts";

/**
 * Reads the lines under `Returns:` or `Yields:`. A type may stand alone on the first line. Text that begins without
 * a type is one return, to its end: a colon further down is punctuation.
 */
export function returnsIn(lines: readonly Line[]): readonly DocstringReturn[] {
  const first = lines.findIndex((line) => line.text !== "");
  const entries = entriesIn(
    lines,
    (all, at) => returnHeadAt(all, at) ?? (at === first ? typeAloneAt(all, at) : undefined),
  );
  const [entry] = entries;
  if (entry === undefined) return [];
  if (entry.head === undefined) return [{ ...returnOf({ rest: blankLine }, lines), ...located(lines) }];
  return entries.map(({ head, body, place }) => ({ ...returnOf(head ?? { rest: blankLine }, body), ...place }));
}

/** How a return begins. */
export interface ReturnHead {
  readonly name?: string;
  readonly type?: string;
  /** What follows on the same line. */
  readonly rest: Line;
}

/** A head, and the lines that it takes. */
interface PlacedHead extends ReturnHead {
  readonly from: number;
  readonly lines: number;
}

function returnHeadAt(lines: readonly Line[], at: number): PlacedHead | undefined {
  const line = lines[at];
  if (line === undefined || bulletEnd(line.text) > 0) return undefined;
  const named = /^[^\s:：]+?\s*[(（]/.test(line.text) ? headAt(lines, at) : undefined;
  const [name, ...others] = named?.names ?? [];
  if (named?.type !== undefined && named.mark === ":" && name && others.length === 0 && !isTypeWord(name.name)) {
    const { type, from, rest, lines: count } = named;
    return { name: name.name, type: plainType(type), from, rest, lines: count };
  }
  const kind = titleOf(line)?.kind;
  return kind !== undefined && !hasEntries(kind) ? undefined : typeHeadAt(lines, at);
}

/** A type with nothing beside it and no text at its indentation right below it. */
function typeAloneAt(lines: readonly Line[], at: number): PlacedHead | undefined {
  const line = lines[at];
  const below = lines[at + 1];
  if (line === undefined || (below !== undefined && below.text !== "" && below.indent <= line.indent)) return undefined;
  const type = plainType(line.text);
  return isCommonType(type) ? { type, from: 0, rest: blankLine, lines: 1 } : undefined;
}

/** A return, from its head and the lines below it. */
export function returnOf({ rest, ...head }: ReturnHead, body: readonly Line[]): DocstringReturn {
  const type = head.type === undefined ? {} : { type: withoutParentheses(head.type) };
  const { items, text } = membersIn(body, rest);
  return {
    ...(head.name !== undefined && { name: head.name }),
    ...type,
    description: textOf(text, rest),
    items,
  };
}

/** `(int)` is `int`; `(int, str)` is a tuple. */
function withoutParentheses(type: string): string {
  return /^\([^(),]*\)$/.test(type) ? type.slice(1, -1) : type;
}
