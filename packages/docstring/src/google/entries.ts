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
 * Reads the lines under `Returns:` or `Yields:`. A type may stand alone on the first line. Text that begins without
 * a type is one return, to its end: a colon further down is punctuation.
 */
export function readGoogleReturns(lines: readonly Line[]): readonly DocstringReturn[] {
  const first = lines.findIndex((line) => line.text !== "");
  return readReturns(
    lines,
    (all, at) => readReturnHead(all, at) ?? (at === first ? readStandaloneType(all, at) : undefined),
  );
}

function readReturnHead(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  if (line === undefined || endOfBullet(line.text) > 0) return undefined;
  const named = readNamedReturnHead(lines, at);
  if (named !== undefined) return { ...named, from: 0 };
  const kind = readTitle(line)?.kind;
  return kind !== undefined && !isEntrySection(kind) ? undefined : readTypeHead(lines, at);
}

/** A type with nothing beside it and no text at its indentation right below it. */
function readStandaloneType(lines: readonly Line[], at: number): ReturnHead | undefined {
  const line = lines[at];
  const below = lines[at + 1];
  if (line === undefined || (below !== undefined && below.text !== "" && below.indent <= line.indent)) return undefined;
  const type = stripTypeMarkup(line.text);
  return isCommonType(type) ? { type, from: 0, rest: blankLine, lines: 1 } : undefined;
}

/** `ValueError: text`, `ValueError - text`, or an error's name alone on its line. */
export function readRaiseHead(lines: readonly Line[], at: number): RaiseHead | undefined {
  const typed = readTypeHead(lines, at);
  if (typed !== undefined) return typed;
  const line = lines[at]?.text ?? "";
  const from = endOfBullet(line);
  const name = stripTypeMarkup(line.slice(from));
  const isName = /^\p{Lu}[\p{L}\p{N}_.]*$/u.test(name) && !name.endsWith(".");
  if (isName) return { type: name, from, rest: blankLine, lines: 1 };
  const head = readEntryHead(lines, at);
  return head?.separator === "-" ? { ...head, type: head.names.map((one) => one.name).join(", ") } : undefined;
}

/** Reads the head of an entry that begins with a type, at `lines[at]`; prose before a colon is no type. */
function readTypeHead(lines: readonly Line[], at: number): RaiseHead | undefined {
  const line = lines[at]?.text ?? "";
  return (
    readTypeHeadFrom(lines, at, line) ??
    (/[([{]/.test(line) ? readTypeHeadFrom(lines, at, joinSpan(takeSpan(lines, at))) : undefined)
  );
}

/** @param text - the line at `at`, or with those after it that the type may span */
function readTypeHeadFrom(lines: readonly Line[], at: number, text: string): RaiseHead | undefined {
  const from = endOfBullet(text);
  const colon = findSeparatorColon(text.slice(from));
  if (colon === -1) return undefined;
  const separator = readSeparator(text, from + colon);
  const type = stripTypeMarkup(text.slice(from, from + colon));
  return separator?.mark === ":" && looksLikeType(type)
    ? { type, from, ...restAfterHead(lines, at, separator.end) }
    : undefined;
}
