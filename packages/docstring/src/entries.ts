import type { DocstringRange } from "./docstring.ts";
import { type Line, located, partOf } from "./lines.ts";

/** An entry of a section: its head, and the lines that go on with its description. */
export interface Entry<Head> {
  /** Absent for lines that come before any head. */
  readonly head?: Head;
  readonly body: readonly Line[];
  /** Where all of it stands, without its bullet. */
  readonly place: { readonly range?: DocstringRange };
}

/**
 * Cuts the lines of a section into entries. A line that is not deeper than the last head and has a head itself begins
 * a new one; every other line, blank or not, goes on with the one before.
 */
export function entriesIn<Head extends { readonly from: number; readonly lines: number }>(
  lines: readonly Line[],
  headAt: (lines: readonly Line[], at: number) => Head | undefined,
): readonly Entry<Head>[] {
  const entries: { head?: Head; top: readonly Line[]; body: Line[] }[] = [];
  let indent = Infinity;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    const mayBegin = line.text !== "" && !line.fenced && line.indent <= indent;
    const head = mayBegin ? headAt(lines, at) : undefined;
    if (head !== undefined) {
      const top = [partOf(line, head.from), ...lines.slice(at + 1, at + head.lines)];
      entries.push({ head, top, body: [] });
      at += head.lines - 1;
      indent = line.indent;
      continue;
    }
    if (entries.length === 0) {
      if (line.text === "") continue;
      entries.push({ top: [], body: [] });
      indent = line.indent;
    }
    entries.at(-1)?.body.push(line);
  }
  return entries.map(({ top, ...entry }) => ({ ...entry, place: located([...top, ...entry.body]) }));
}
