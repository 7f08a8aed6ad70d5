/** Splits the lines of a section into entries (`x (int): text`) and reads the entries of `Args:` and `Raises:`. */
import type { DocstringParameter, DocstringRaise, DocstringRange } from "./docstring.ts";
import { joinLines, type Line, rangeOfLines, sliceLine } from "./lines.ts";
import type { ParameterName } from "./names.ts";
import { createParameter } from "./parameter.ts";

/** An entry of a section: its head (`x (int):`), and the lines of its description. */
interface Entry<Head> {
  /** Absent for lines before the first head. */
  readonly head?: Head;
  readonly body: readonly Line[];
  /** The range of the whole entry, without its bullet. */
  readonly location: { readonly range?: DocstringRange };
}

/**
 * Splits the lines of a section into entries. A line starts a new entry if it has a head and is not deeper than the
 * last head; every other line continues the entry above it.
 */
export function splitEntries<Head extends { readonly start: number; readonly lineCount: number }>(
  lines: readonly Line[],
  readHead: (lines: readonly Line[], at: number) => Head | undefined,
): readonly Entry<Head>[] {
  const entries: { head?: Head; headLines: readonly Line[]; body: Line[] }[] = [];
  let indent = Infinity;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    const canStartEntry = line.text !== "" && !line.fenced && line.indent <= indent;
    const head = canStartEntry ? readHead(lines, at) : undefined;
    if (head !== undefined) {
      const headLines = [sliceLine(line, head.start), ...lines.slice(at + 1, at + head.lineCount)];
      entries.push({ head, headLines, body: [] });
      at += head.lineCount - 1;
      indent = line.indent;
      continue;
    }
    if (entries.length === 0) {
      if (line.text === "") continue;
      entries.push({ headLines: [], body: [] });
      indent = line.indent;
    }
    entries.at(-1)?.body.push(line);
  }
  return entries.map(({ headLines, ...entry }) => ({
    ...entry,
    location: rangeOfLines([...headLines, ...entry.body]),
  }));
}

/** Reads the head of the entry that starts at `lines[at]`; undefined for a line that continues the entry above it. */
export type HeadReader<Head> = (lines: readonly Line[], at: number) => Head | undefined;

/** The extent of an entry's head. */
interface HeadPosition {
  /** The column where the entry starts, after its bullet. */
  readonly start: number;
  /** The text after the head on its last line: the start of the description. */
  readonly rest: Line;
  /** The number of lines of the head: more than one if its type wraps. */
  readonly lineCount: number;
}

/** The head of a parameter entry: names, and the type as written. */
export interface ParameterHead extends HeadPosition {
  readonly names: readonly ParameterName[];
  readonly type?: string | undefined;
  readonly typeRange?: DocstringRange | undefined;
}

/** The head of a return entry: a name, a type, or both. */
export interface ReturnHead extends HeadPosition {
  readonly name?: string;
  readonly type?: string;
}

/** The head of an error entry: the error's type. */
export interface RaiseHead extends HeadPosition {
  readonly type: string;
}

/**
 * Reads the parameters under a title such as `Args:`.
 *
 * @returns one parameter for each name, and the text before the first parameter
 */
export function readParameterEntries(
  lines: readonly Line[],
  readHead: HeadReader<ParameterHead>,
): { readonly parameters: readonly DocstringParameter[]; readonly preamble: readonly Line[] } {
  const entries = splitEntries(lines, readHead);
  const preamble = entries.find((entry) => entry.head === undefined);
  const parameters = entries.flatMap(({ head, body, location }) => {
    if (head === undefined) return [];
    const { names, type, typeRange, rest } = head;
    const details = { type, typeRange, description: joinLines(body, rest), ...location };
    return names.map((name) => createParameter(name, details));
  });
  return { parameters, preamble: preamble?.body ?? [] };
}

/** Reads the errors under a title such as `Raises:`. */
export function readRaiseEntries(lines: readonly Line[], readHead: HeadReader<RaiseHead>): readonly DocstringRaise[] {
  return splitEntries(lines, readHead).flatMap(({ head, body, location }) => {
    const [type, description] = [head?.type ?? "", joinLines(body, head?.rest)];
    return type === "" && description === "" ? [] : [{ type, description, ...location }];
  });
}
