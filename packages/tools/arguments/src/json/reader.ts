import type { Issue, Repair } from "@helve/core";
import { jsonPointer, quote, sourceText } from "@helve/core/internal";
import type { ResolvedOptions } from "../decode-options.ts";
import type { RepairKind } from "../repair-kinds.ts";
import { char } from "./characters.ts";

/** The state of reading one JSON text: the position, the open brackets, and the issues and repairs so far. */
export interface Reader {
  readonly text: string;
  readonly options: ResolvedOptions;
  /** The text is valid JSON: every quote without a backslash ends its string, and nothing is repaired. */
  readonly isStrict: boolean;
  /** The text is still being received: its end is not treated as an error of the model. */
  readonly isPartial: boolean;
  /** The offset of the next character, in UTF-16 units. */
  offset: number;
  /** The JSON pointer of the list or object that is being read. */
  containerPointer: string;
  /** The key or index that is being read within that container. */
  key: string | number | undefined;
  /** The number of open lists, objects and parentheses. */
  lists: number;
  objects: number;
  parentheses: number;
  /** Reading stopped at an issue. */
  stopped: boolean;
  /** An earlier string had no certain end: from now on, the first quote that can end a string ends it. */
  endsAtFirstPossibleQuote: boolean;
  readonly repairs: Repair[];
  readonly issues: Issue[];
  /** The original spelling of numbers that JavaScript prints differently, such as `1.50`, by JSON pointer. */
  readonly numberSpellings: Map<string, string>;
  /** The JSON pointers of values that the end of the text cut off, innermost first. */
  readonly truncatedPaths: string[];
  /** The JSON pointers of complete values within truncated containers; collected only if `isPartial`. */
  readonly completePaths: string[];
}

/** Creates the reader state for a text. */
export function newReader(
  text: string,
  options: ResolvedOptions,
  {
    offset = 0,
    isStrict = false,
    isPartial = false,
  }: { offset?: number; isStrict?: boolean; isPartial?: boolean } = {},
): Reader {
  return {
    text,
    options,
    isStrict,
    isPartial,
    offset,
    containerPointer: "",
    key: undefined,
    lists: 0,
    objects: 0,
    parentheses: 0,
    stopped: false,
    endsAtFirstPossibleQuote: false,
    repairs: [],
    issues: [],
    numberSpellings: new Map(),
    truncatedPaths: [],
    completePaths: [],
  };
}

/** The JSON pointer of the value that is being read. */
export function currentPointer(reader: Reader): string {
  return reader.key === undefined ? reader.containerPointer : memberPointer(reader.containerPointer, reader.key);
}

/** The JSON pointer of a member of a container. Faster than `jsonPointer`: most keys need no escaping. */
export function memberPointer(base: string, key: string | number): string {
  if (typeof key === "number" || !(key.includes("/") || key.includes("~"))) return `${base}/${key}`;
  return base + jsonPointer([key]);
}

/** The number of open lists, objects and parentheses together. */
export function openBrackets(reader: Reader): number {
  return reader.lists + reader.objects + reader.parentheses;
}

/** Records a repair at the current JSON pointer. */
export function addRepair(reader: Reader, kind: RepairKind, offset: number, before: unknown, after: unknown): void {
  reader.repairs.push({ kind, path: currentPointer(reader), offset, before, after });
}

/** Reports text that can't be read or repaired, and stops reading. Only the first call has an effect. */
export function stopReading(reader: Reader, expected: string, at: number = reader.offset): void {
  if (reader.stopped) return;
  const word = at < reader.text.length ? quote(wordOrCharacterAt(reader.text, at)) : "the end of the text";
  const message = `not JSON and can't be repaired: expected ${expected} (got ${word})`;
  addIssue(
    reader,
    "json",
    message,
    at,
    at + (at < reader.text.length ? wordOrCharacterAt(reader.text, at).length : 0),
    expected,
  );
  reader.stopped = true;
}

/** Reports an issue between two offsets; reading continues. */
export function addIssue(
  reader: Reader,
  code: string,
  message: string,
  start: number,
  end: number,
  expected?: string,
): void {
  reader.issues.push(textIssue(reader.text, { code, message, start, end, path: currentPointer(reader), expected }));
}

/** Creates an issue for a range of the arguments' text. Its message starts with "the arguments are" and ends with line and column. */
export function textIssue(
  text: string,
  fault: { code: string; message: string; start: number; end: number; path?: string; expected?: string | undefined },
): Issue {
  const { code, message, start, end, path = "", expected } = fault;
  const range = sourceText(text).range(start, end);
  const location = `line ${range.start.line}, column ${range.start.column}`;
  return {
    code,
    message: `the arguments are ${message}, at ${location}`,
    path,
    range,
    expected,
  };
}

/** The word that starts at an offset, or the single character there. */
function wordOrCharacterAt(text: string, at: number): string {
  return /^(?:[\p{L}\p{N}_]{1,60}|[\s\S])/u.exec(text.slice(at, at + 61))?.[0] ?? "";
}

/** Whether a character is `}`, `]` or `)`. */
export function isClosingBracket(code: number): boolean {
  return code === char.curlyClose || code === char.squareClose || code === char.roundClose;
}

/** Whether a closing bracket matches an opening bracket of an outer container. */
export function closesOuterBracket(reader: Reader, code: number): boolean {
  if (code === char.curlyClose) return reader.objects > 0;
  return code === char.squareClose ? reader.lists > 0 : reader.parentheses > 0;
}

/** Whether the text ends with `}` or `]`, so that it was probably not truncated. */
export function endsLikeCompleteText({ text, isPartial }: Reader): boolean {
  return !isPartial && /[}\]]\s{0,9}$/.test(text.slice(-10));
}
