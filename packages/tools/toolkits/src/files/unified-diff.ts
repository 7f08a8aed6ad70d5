import { lastIndexWhere } from "@helve/core/internal";
import type { Replacement } from "./edit-text.ts";

/**
 * A unified diff of replacements in a text.
 *
 * @param path - the name in the head of the diff
 * @param replacements - in order, not overlapping
 */
export function unifiedDiff(path: string, text: string, replacements: readonly Replacement[]): string {
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const hunks: Hunk[] = [];
  let shift = 0;
  for (const change of lineChanges(text, lines, starts, replacements)) {
    const hunk = hunks.at(-1);
    if (hunk !== undefined && change.start - hunk.end <= 2 * contextLines) {
      const between = lines.slice(hunk.end, change.start).map((line) => ` ${line}`);
      for (const line of [...between, ...bodyOf(change)]) hunk.body.push(line);
      hunk.end = change.end;
    } else {
      const start = Math.max(0, change.start - contextLines);
      const before = lines.slice(start, change.start).map((line) => ` ${line}`);
      hunks.push({ start, shift, end: change.end, body: [...before, ...bodyOf(change)] });
    }
    shift += change.added.length - change.removed.length;
  }
  const count = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  const texts = hunks.map((hunk) => {
    const after = lines.slice(hunk.end, Math.min(count, hunk.end + contextLines)).map((line) => ` ${line}`);
    return hunkText(hunk, [...hunk.body, ...after]);
  });
  return [`--- ${path}`, `+++ ${path}`, ...texts].join("\n").replaceAll("\r\n", "\n").replace(/\r$/, "");
}

const contextLines = 3;

/** Lines that are replaced: those from `start`, up to and without `end`, counted from 0. */
interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

interface Hunk {
  readonly start: number;
  /** By how many lines the changes before it have moved it. */
  readonly shift: number;
  end: number;
  readonly body: string[];
}

/** The replacements as changes of whole lines; several in one line are one change. Equal lines at the ends are left out. */
function lineChanges(
  text: string,
  lines: readonly string[],
  starts: readonly number[],
  replacements: readonly Replacement[],
): readonly LineChange[] {
  const changes: LineChange[] = [];
  for (let index = 0; index < replacements.length; ) {
    const first = lineOf(starts, replacements[index]?.start ?? 0);
    let last = first;
    let at = starts[first] ?? 0;
    let added = "";
    for (
      let next = replacements[index];
      next !== undefined && lineOf(starts, next.start) <= last;
      next = replacements[++index]
    ) {
      added += text.slice(at, next.start) + next.text;
      at = next.end;
      last = Math.max(last, lineOf(starts, next.end));
    }
    added += text.slice(at, (starts[last + 1] ?? text.length + 1) - 1);
    const removed = lines.slice(first, last + 1);
    changes.push(trimmed({ start: first, end: last + 1, removed, added: added.split("\n") }));
  }
  return changes;
}

/** The line at a place of the text. */
function lineOf(starts: readonly number[], at: number): number {
  return Math.max(
    0,
    lastIndexWhere(starts.length - 1, (index) => (starts[index] ?? 0) <= at),
  );
}

/** Removes equal lines at both ends of a change. */
function trimmed({ start, removed, added }: LineChange): LineChange {
  let before = 0;
  while (before < Math.min(removed.length, added.length) && removed[before] === added[before]) before++;
  let after = 0;
  const most = Math.min(removed.length, added.length) - before;
  while (after < most && removed[removed.length - 1 - after] === added[added.length - 1 - after]) after++;
  const end = removed.length - after;
  return {
    start: start + before,
    end: start + end,
    removed: removed.slice(before, end),
    added: added.slice(before, added.length - after),
  };
}

/** Returns the lines of a change in a unified diff, with `-` and `+`. */
function bodyOf({ removed, added }: LineChange): readonly string[] {
  return [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
}

/** Writes a hunk of a diff. */
function hunkText({ start, shift }: Hunk, body: readonly string[]): string {
  const oldCount = body.filter((line) => !line.startsWith("+")).length;
  const newCount = body.filter((line) => !line.startsWith("-")).length;
  const range = (first: number, count: number): string =>
    `${count === 0 ? first : first + 1}${count === 1 ? "" : `,${count}`}`;
  return [`@@ -${range(start, oldCount)} +${range(start + shift, newCount)} @@`, ...body].join("\n");
}
