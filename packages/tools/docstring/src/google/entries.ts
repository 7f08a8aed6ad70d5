/** Reads the heads of entries in the Google style's `Returns:` and `Raises:` sections. */
import type { DocstringReturn } from "../docstring.ts";
import type { RaiseHead, ReturnHead } from "../entries.ts";
import { readEntryHead, readNamedReturnHead, readSeparator, restAfterHead } from "../entry-head.ts";
import { blankLine, joinSpan, type Line, takeSpan } from "../lines.ts";
import { endOfBullet } from "../names.ts";
import { readReturnEntries as readReturns } from "../return-entries.ts";
import { findSeparatorColon } from "../scan.ts";
import { isEntrySection } from "../section-titles.ts";
import { isCommonType, looksLikeType, stripTypeMarkup } from "../type-annotation.ts";
import { readTitle } from "./sections.ts";

/**
 * Reads the lines under `Returns:` or `Yields:`. The first line may be only a type. If the text does not start with a
 * type, all of it is one return: a colon further down is punctuation.
 */
export function readGoogleReturns(lines: readonly Line[]): readonly DocstringReturn[] {
  const first = lines.findIndex((line) => line.text !== "");
  return readReturns(
    lines,
    (all, at) => readReturnHead(all, at) ?? (at === first ? readStandaloneType(all, at) : undefined),
  );
}

/** Reads `name (type): text` or `type: text`. */
function readReturnHead(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  if (line === undefined || endOfBullet(line.text) > 0) return undefined;
  const named = readNamedReturnHead(lines, at);
  if (named !== undefined) return { ...named, start: 0 };
  const kind = readTitle(line)?.kind;
  return kind !== undefined && !isEntrySection(kind) ? undefined : readTypeHead(lines, at);
}

/** Reads a line that is only a type, unless text at the same indentation follows on the next line. */
function readStandaloneType(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  const below = lines[at + 1];
  if (line === undefined || (below !== undefined && below.text !== "" && below.indent <= line.indent)) return undefined;
  const type = stripTypeMarkup(line.text);
  return isCommonType(type) ? { type, start: 0, rest: blankLine, lineCount: 1 } : undefined;
}

/** Reads `ValueError: text`, `ValueError - text`, or an error's name alone on its line. */
export function readRaiseHead(lines: readonly Line[], at: number): RaiseHead | undefined {
  const typed = readTypeHead(lines, at);
  if (typed !== undefined) return typed;
  const line = lines[at]?.text ?? "";
  const start = endOfBullet(line);
  const name = stripTypeMarkup(line.slice(start));
  const isName = /^\p{Lu}[\p{L}\p{N}_.]*$/u.test(name) && !name.endsWith(".");
  if (isName) return { type: name, start, rest: blankLine, lineCount: 1 };
  const head = readEntryHead(lines, at);
  return head?.separator === "-" ? { ...head, type: head.names.map((one) => one.name).join(", ") } : undefined;
}

/**
 * Reads an entry head that starts with a type, at `lines[at]`: `dict[str, int]: text`. Undefined if the text before
 * the colon is a sentence.
 */
function readTypeHead(lines: readonly Line[], at: number): RaiseHead | undefined {
  const line = lines[at]?.text ?? "";
  return (
    readTypeHeadFrom(lines, at, line) ??
    (/[([{]/.test(line) ? readTypeHeadFrom(lines, at, joinSpan(takeSpan(lines, at))) : undefined)
  );
}

/**
 * Reads a type before a colon.
 *
 * @param text - the line at `at`, or several joined lines if the type wraps
 */
function readTypeHeadFrom(lines: readonly Line[], at: number, text: string): RaiseHead | undefined {
  const start = endOfBullet(text);
  const colon = findSeparatorColon(text.slice(start));
  if (colon === -1) return undefined;
  const separator = readSeparator(text, start + colon);
  const type = stripTypeMarkup(text.slice(start, start + colon));
  return separator?.character === ":" && looksLikeType(type)
    ? { type, start, ...restAfterHead(lines, at, separator.end) }
    : undefined;
}
