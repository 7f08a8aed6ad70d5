import { colonIn } from "../colon.ts";
import type { DocstringReturn } from "../docstring.ts";
import { entriesIn } from "../entries.ts";
import { type ReturnHead, returnOf } from "../google/returns.ts";
import { blankLine, type Line, located, partOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { isCommonType, looksLikeType, plainType } from "../type-text.ts";
import { isDeeperBelow, isTypeLine } from "./deeper.ts";

/**
 * Reads the lines under `Returns` or `Yields`: `name : type`, a type, or a colon alone, each with its description below.
 * Text that begins otherwise is one return, to its end.
 */
export function returnsIn(lines: readonly Line[]): readonly DocstringReturn[] {
  const entries = entriesIn(lines, headAt);
  const [entry] = entries;
  if (entry === undefined) return [];
  if (entry.head === undefined) return [{ ...returnOf({ rest: blankLine }, lines), ...located(lines) }];
  return entries.map(({ head, body, place }) => ({ ...returnOf(head ?? { rest: blankLine }, body), ...place }));
}

function headAt(
  lines: readonly Line[],
  at: number,
): (ReturnHead & { readonly from: 0; readonly lines: 1 }) | undefined {
  const line = lines[at];
  if (line === undefined || bulletEnd(line.text) > 0) return undefined;
  const head = headIn(line, isDeeperBelow(lines, at));
  return head && { ...head, from: 0, lines: 1 };
}

function headIn(line: Line, isDescribed: boolean): ReturnHead | undefined {
  const { text } = line;
  const colon = colonIn(text);
  if (colon === -1) {
    const type = plainType(text);
    return isTypeLine(type, isDescribed) ? { type, rest: blankLine } : undefined;
  }
  const before = plainType(text.slice(0, colon));
  const after = partOf(line, colon + 1);
  if (before === "") return { ...(after.text !== "" && { type: plainType(after.text) }), rest: blankLine };
  if (after.text === "" && isCommonType(before)) return { type: before, rest: blankLine };
  const isName = /^[^\s([{"']+$/.test(before);
  const isSpaced = /\s/.test(text.charAt(colon - 1));
  if (isName && (isSpaced || isDescribed || looksLikeType(plainType(after.text)))) {
    return isCommonType(before) && !looksLikeType(plainType(after.text))
      ? { type: before, rest: after }
      : { name: before, ...(after.text !== "" && { type: plainType(after.text) }), rest: blankLine };
  }
  return looksLikeType(before) ? { type: before, rest: after } : undefined;
}
