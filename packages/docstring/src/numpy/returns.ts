import { colonIn } from "../colon.ts";
import type { DocstringReturn } from "../docstring.ts";
import { blankLine, type Line, partOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import type { ReturnHead } from "../section-entries.ts";
import { returnsIn as readReturns } from "../section-returns.ts";
import { isCommonType, looksLikeType, plainType } from "../type-text.ts";
import { isDeeperBelow, isTypeLine } from "./deeper.ts";

/**
 * Reads the lines under `Returns` or `Yields`: `name : type`, a type, or a colon alone, each with its description below.
 * Text that begins otherwise is one return, to its end.
 */
export function returnsIn(lines: readonly Line[]): readonly DocstringReturn[] {
  return readReturns(lines, returnHeadAt);
}

function returnHeadAt(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  if (line === undefined || bulletEnd(line.text) > 0) return undefined;
  const head = headIn(line, isDeeperBelow(lines, at));
  return head && { ...head, from: 0, lines: 1 };
}

function headIn(line: Line, isDescribed: boolean): Omit<ReturnHead, "from" | "lines"> | undefined {
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
