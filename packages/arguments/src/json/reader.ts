import type { Issue, Repair } from "@helve/core";
import { jsonPointer, quote, sourceText } from "@helve/core/internal";
import type { ResolvedOptions } from "../options.ts";
import type { RepairKind } from "../repair-kinds.ts";

/** A text that is being read, and all that was said about it so far. */
export interface Reader {
  readonly text: string;
  readonly options: ResolvedOptions;
  /** The text is JSON: a quote always ends a string. */
  readonly exact: boolean;
  /** The text is still arriving: its end says nothing of what was meant. */
  readonly arriving: boolean;
  /** The offset of the next character. */
  at: number;
  /** The pointer of the list or object at hand. */
  base: string;
  /** The key at hand within it. */
  key: string | number | undefined;
  /** How many lists are open, how many objects, and how many round brackets. */
  lists: number;
  objects: number;
  rounds: number;
  /** Something can't be read: nothing more is. */
  stopped: boolean;
  /** A string did not end where it should: from now on, the first quote that may end one does. */
  hasty: boolean;
  readonly repairs: Repair[];
  readonly issues: Issue[];
  /** What the text says of numbers that JavaScript writes in other ways, such as `1.50`, by their pointers. */
  readonly spelt: Map<string, string>;
  /** What the end of the text cut off, the innermost first. */
  readonly open: string[];
  /** What is whole within what was cut off, when the text is still arriving. */
  readonly whole: string[];
}

export function readerOf(
  text: string,
  options: ResolvedOptions,
  { at = 0, exact = false, arriving = false }: { at?: number; exact?: boolean; arriving?: boolean } = {},
): Reader {
  return {
    text,
    options,
    exact,
    arriving,
    at,
    base: "",
    key: undefined,
    lists: 0,
    objects: 0,
    rounds: 0,
    stopped: false,
    hasty: false,
    repairs: [],
    issues: [],
    spelt: new Map(),
    open: [],
    whole: [],
  };
}

/** Where in the arguments the reader is. */
export function pointerOf(reader: Reader): string {
  return reader.key === undefined ? reader.base : memberPointer(reader.base, reader.key);
}

/** The pointer of a member; most keys need no escape. */
export function memberPointer(base: string, key: string | number): string {
  if (typeof key === "number" || !(key.includes("/") || key.includes("~"))) return `${base}/${key}`;
  return base + jsonPointer([key]);
}

/** How many lists and objects are open. */
export function depthOf(reader: Reader): number {
  return reader.lists + reader.objects + reader.rounds;
}

/** Says that something was mended. */
export function mend(reader: Reader, kind: RepairKind, offset: number, before: unknown, after: unknown): void {
  reader.repairs.push({ kind, path: pointerOf(reader), offset, before, after });
}

/** Says what can't be read, and ends the reading. */
export function stop(reader: Reader, expected: string, at: number = reader.at): void {
  if (reader.stopped) return;
  const word = at < reader.text.length ? quote(wordAt(reader.text, at)) : "the end of the text";
  const message = `not JSON, and not to be mended: expected ${expected} (got ${word})`;
  fault(reader, "json", message, at, at + (at < reader.text.length ? wordAt(reader.text, at).length : 0), expected);
  reader.stopped = true;
}

/** Says what is wrong with the text between two offsets; the reading goes on. */
export function fault(
  reader: Reader,
  code: string,
  message: string,
  start: number,
  end: number,
  expected?: string,
): void {
  reader.issues.push(textIssue(reader.text, { code, message, start, end, path: pointerOf(reader), expected }));
}

/** An issue of a stretch of the arguments' text; the message ends with its line and column. */
export function textIssue(
  text: string,
  found: { code: string; message: string; start: number; end: number; path?: string; expected?: string | undefined },
): Issue {
  const { code, message, start, end, path = "", expected } = found;
  const range = sourceText(text).range(start, end);
  const place = `line ${range.start.line}, column ${range.start.column}`;
  return {
    code,
    message: `the arguments are ${message}, at ${place}`,
    path,
    range,
    ...(expected !== undefined && { expected }),
  };
}

/** A word, or the one character that is there. */
function wordAt(text: string, at: number): string {
  return /^(?:[\p{L}\p{N}_]{1,60}|[\s\S])/u.exec(text.slice(at, at + 61))?.[0] ?? "";
}
