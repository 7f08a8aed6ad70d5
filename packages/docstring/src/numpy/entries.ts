import type { DocstringReturn } from "../docstring.ts";
import type { ParameterHead, RaiseHead, ReturnHead } from "../entries.ts";
import {
  blankLine,
  isNextLineDeeper,
  joinSpan,
  type Line,
  offsetToPosition,
  rangeOfLines,
  sliceLine,
  takeSpan,
} from "../lines.ts";
import { endOfBullet, readNames } from "../names.ts";
import { readReturnEntries as readReturns } from "../return-entries.ts";
import { findClosingBracket, findSeparatorColon, indexesOutsideBrackets, isOpeningBracket, matchEnd } from "../scan.ts";
import { isCommonType, looksLikeType, splitTypeNotes, stripTypeMarkup } from "../type-annotation.ts";

const colon = /\s*[:：](?![:：])\s*/y;

/** How a parameter begins: `x, y : int, optional`. A description may stand on the same line, as in the Google style. */
export function readParameterHead(lines: readonly Line[], at: number): ParameterHead | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const from = endOfBullet(line.text);
  const { names, end } = readNames(line, from);
  const afterColon = matchEnd(colon, line.text, end);
  if (names.length === 0 || (afterColon === end && end < line.text.length)) return undefined;

  const first = sliceLine(line, afterColon);
  if (first.text === "") return { names, rest: blankLine, from, lines: 1 };
  const isSpaced = /\s/.test(line.text.charAt(end));
  if (!isSpaced && !isNextLineDeeper(lines, at) && !looksLikeType(splitTypeNotes(first.text).type ?? "any")) {
    return { names, rest: first, from, lines: 1 };
  }
  const typeLines = [first, ...takeWrappedTypeLines(first, lines, at)];
  const type = typeLines.map((one) => one.text).join("\n");
  return { names, type, typeRange: rangeOfLines(typeLines).range, rest: blankLine, from, lines: typeLines.length };
}

/** The lines below that a type takes whose bracket is closed there: `{'a',` and `'b'}`. */
function takeWrappedTypeLines(first: Line, lines: readonly Line[], at: number): readonly Line[] {
  const open = [...indexesOutsideBrackets(first.text)].find((index) => isOpeningBracket(first.text[index]));
  if (open === undefined) return [];
  const [, ...below] = takeSpan(lines, at);
  const span = [first, ...below];
  const close = findClosingBracket(joinSpan(span), open);
  return close === -1 ? [] : below.slice(0, offsetToPosition(span, close).index);
}

/** An error's type or a colon alone; its description stands below, or behind a colon. */
export function readRaiseHead(lines: readonly Line[], at: number): RaiseHead | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const from = endOfBullet(line.text);
  const entry = sliceLine(line, from);
  const colon = findSeparatorColon(entry.text);
  const type = stripTypeMarkup(colon === -1 ? entry.text : entry.text.slice(0, colon));
  const isType = entry.text === ":" || isTypeLine(type, colon === -1 && isNextLineDeeper(lines, at));
  if (!isType) return undefined;
  return { type, rest: colon === -1 ? blankLine : sliceLine(entry, colon + 1), from, lines: 1 };
}

/**
 * Reads the lines under `Returns` or `Yields`: `name : type`, a type, or a colon alone, each with its description below.
 * Text that begins otherwise is one return, to its end.
 */
export function readNumpyReturns(lines: readonly Line[]): readonly DocstringReturn[] {
  return readReturns(lines, readReturnHead);
}

function readReturnHead(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  if (line === undefined || endOfBullet(line.text) > 0) return undefined;
  const head = readReturnHeadLine(line, isNextLineDeeper(lines, at));
  return head && { ...head, from: 0, lines: 1 };
}

function readReturnHeadLine(line: Line, isDescribed: boolean): Omit<ReturnHead, "from" | "lines"> | undefined {
  const { text } = line;
  const colon = findSeparatorColon(text);
  if (colon === -1) {
    const type = stripTypeMarkup(text);
    return isTypeLine(type, isDescribed) ? { type, rest: blankLine } : undefined;
  }
  const before = stripTypeMarkup(text.slice(0, colon));
  const after = sliceLine(line, colon + 1);
  if (before === "") return { ...(after.text !== "" && { type: stripTypeMarkup(after.text) }), rest: blankLine };
  if (after.text === "" && isCommonType(before)) return { type: before, rest: blankLine };
  const isName = /^[^\s([{"']+$/.test(before);
  const isSpaced = /\s/.test(text.charAt(colon - 1));
  if (isName && (isSpaced || isDescribed || looksLikeType(stripTypeMarkup(after.text)))) {
    return isCommonType(before) && !looksLikeType(stripTypeMarkup(after.text))
      ? { type: before, rest: after }
      : { name: before, ...(after.text !== "" && { type: stripTypeMarkup(after.text) }), rest: blankLine };
  }
  return looksLikeType(before) ? { type: before, rest: after } : undefined;
}

/** Whether a line is a type and not a sentence: what it may be depends on whether a description stands below. */
function isTypeLine(type: string, isDescribed: boolean): boolean {
  return looksLikeType(type) || (isDescribed && !/[.,;!?。，；！？]$/.test(type));
}
