/** Reads the heads of entries in the NumPy style's sections: parameters, returns and errors. */
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
import { withoutUndefined } from "../without-undefined.ts";

const colon = /\s*[:：](?![:：])\s*/y;

/** Reads `x, y : int, optional`. A description may follow on the same line, as in the Google style. */
export function readParameterHead(lines: readonly Line[], at: number): ParameterHead | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const start = endOfBullet(line.text);
  const { names, end } = readNames(line, start);
  const afterColon = matchEnd(colon, line.text, end);
  if (names.length === 0 || (afterColon === end && end < line.text.length)) return undefined;

  const first = sliceLine(line, afterColon);
  if (first.text === "") return { names, rest: blankLine, start, lineCount: 1 };
  const isSpaced = /\s/.test(line.text.charAt(end));
  if (!isSpaced && !isNextLineDeeper(lines, at) && !looksLikeType(splitTypeNotes(first.text).type ?? "any")) {
    return { names, rest: first, start, lineCount: 1 };
  }
  const typeLines = [first, ...takeWrappedTypeLines(first, lines, at)];
  const type = typeLines.map((one) => one.text).join("\n");
  return { names, type, typeRange: rangeOfLines(typeLines).range, rest: blankLine, start, lineCount: typeLines.length };
}

/** The following lines of a type whose bracket is closed there: `{'a',` and `'b'}`. */
function takeWrappedTypeLines(first: Line, lines: readonly Line[], at: number): readonly Line[] {
  const open = [...indexesOutsideBrackets(first.text)].find((index) => isOpeningBracket(first.text[index]));
  if (open === undefined) return [];
  const [, ...below] = takeSpan(lines, at);
  const span = [first, ...below];
  const close = findClosingBracket(joinSpan(span), open);
  return close === -1 ? [] : below.slice(0, offsetToPosition(span, close).index);
}

/** Reads an error's type, or a colon without a type. The description is below it or after the colon. */
export function readRaiseHead(lines: readonly Line[], at: number): RaiseHead | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const start = endOfBullet(line.text);
  const entry = sliceLine(line, start);
  const colon = findSeparatorColon(entry.text);
  const type = stripTypeMarkup(colon === -1 ? entry.text : entry.text.slice(0, colon));
  const isType = entry.text === ":" || isTypeLine(type, colon === -1 && isNextLineDeeper(lines, at));
  if (!isType) return undefined;
  return { type, rest: colon === -1 ? blankLine : sliceLine(entry, colon + 1), start, lineCount: 1 };
}

/**
 * Reads the lines under `Returns` or `Yields`: `name : type`, a type, or a colon alone, each with its description
 * below. If the text does not start with one of these, all of it is one return.
 */
export function readNumpyReturns(lines: readonly Line[]): readonly DocstringReturn[] {
  return readReturns(lines, readReturnHead);
}

/** Reads the head of a return at `lines[at]`. */
function readReturnHead(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  if (line === undefined || endOfBullet(line.text) > 0) return undefined;
  const head = readReturnHeadLine(line, isNextLineDeeper(lines, at));
  return head && { ...head, start: 0, lineCount: 1 };
}

/**
 * Reads `name : type`, a type, or a colon from a line.
 *
 * @param isDescribed - whether a deeper line follows, which is then the description
 */
function readReturnHeadLine(line: Line, isDescribed: boolean): Omit<ReturnHead, "start" | "lineCount"> | undefined {
  const { text } = line;
  const colon = findSeparatorColon(text);
  if (colon === -1) {
    const type = stripTypeMarkup(text);
    return isTypeLine(type, isDescribed) ? { type, rest: blankLine } : undefined;
  }
  const before = stripTypeMarkup(text.slice(0, colon));
  const after = sliceLine(line, colon + 1);
  if (before === "")
    return withoutUndefined({ type: after.text !== "" ? stripTypeMarkup(after.text) : undefined, rest: blankLine });
  if (after.text === "" && isCommonType(before)) return { type: before, rest: blankLine };
  const isName = /^[^\s([{"']+$/.test(before);
  const isSpaced = /\s/.test(text.charAt(colon - 1));
  if (isName && (isSpaced || isDescribed || looksLikeType(stripTypeMarkup(after.text)))) {
    return isCommonType(before) && !looksLikeType(stripTypeMarkup(after.text))
      ? { type: before, rest: after }
      : withoutUndefined({
          name: before,
          type: after.text !== "" ? stripTypeMarkup(after.text) : undefined,
          rest: blankLine,
        });
  }
  return looksLikeType(before) ? { type: before, rest: after } : undefined;
}

/**
 * Whether a line is a type and not a sentence. With a description below it, any text without final punctuation is a
 * type.
 */
function isTypeLine(type: string, isDescribed: boolean): boolean {
  return looksLikeType(type) || (isDescribed && !/[.,;!?。，；！？]$/.test(type));
}
