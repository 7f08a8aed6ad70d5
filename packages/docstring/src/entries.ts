import type { DocstringParameter, DocstringRaise, DocstringRange } from "./docstring.ts";
import { joinLines, type Line, rangeOfLines, sliceLine } from "./lines.ts";
import type { ParameterName } from "./names.ts";
import { createParameter } from "./parameter.ts";

/** An entry of a section: its head, and the lines that go on with its description. */
interface Entry<Head> {
  /** Absent for lines that come before any head. */
  readonly head?: Head;
  readonly body: readonly Line[];
  /** Where all of it stands, without its bullet. */
  readonly location: { readonly range?: DocstringRange };
}

/**
 * Cuts the lines of a section into entries. A line that is not deeper than the last head and has a head itself begins
 * a new one; every other line, blank or not, goes on with the one before.
 */
export function splitEntries<Head extends { readonly from: number; readonly lines: number }>(
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
      const headLines = [sliceLine(line, head.from), ...lines.slice(at + 1, at + head.lines)];
      entries.push({ head, headLines, body: [] });
      at += head.lines - 1;
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

/** Reads how an entry begins, at `lines[at]`; undefined for a line that goes on with the entry before. */
export type HeadReader<Head> = (lines: readonly Line[], at: number) => Head | undefined;

/** How an entry begins. */
interface HeadPosition {
  /** Where on its line it begins, behind the bullet. */
  readonly from: number;
  /** What follows on its last line. */
  readonly rest: Line;
  /** How many lines it takes: more than one when its type does. */
  readonly lines: number;
}

/** How a parameter begins: names, and a type as written. */
export interface ParameterHead extends HeadPosition {
  readonly names: readonly ParameterName[];
  readonly type?: string | undefined;
  readonly typeRange?: DocstringRange | undefined;
}

/** How a return begins. */
export interface ReturnHead extends HeadPosition {
  readonly name?: string;
  readonly type?: string;
}

/** How an error begins: with its type. */
export interface RaiseHead extends HeadPosition {
  readonly type: string;
}

/**
 * Reads the lines under `Args:`.
 *
 * @returns the parameters, one for each name in an entry's head, and the text before the first of them
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

/** Reads the lines under `Raises:`. */
export function readRaiseEntries(lines: readonly Line[], readHead: HeadReader<RaiseHead>): readonly DocstringRaise[] {
  return splitEntries(lines, readHead).flatMap(({ head, body, location }) => {
    const [type, description] = [head?.type ?? "", joinLines(body, head?.rest)];
    return type === "" && description === "" ? [] : [{ type, description, ...location }];
  });
}
