import { colonIn } from "../colon.ts";
import { blankLine, type Line, partOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import type { RaiseHead } from "../section-entries.ts";
import { plainType } from "../type-text.ts";
import { isDeeperBelow, isTypeLine } from "./deeper.ts";

/** An error's type or a colon alone; its description stands below, or behind a colon. */
export function raiseHeadAt(lines: readonly Line[], at: number): RaiseHead | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const from = bulletEnd(line.text);
  const entry = partOf(line, from);
  const colon = colonIn(entry.text);
  const type = plainType(colon === -1 ? entry.text : entry.text.slice(0, colon));
  const isType = entry.text === ":" || isTypeLine(type, colon === -1 && isDeeperBelow(lines, at));
  if (!isType) return undefined;
  return { type, rest: colon === -1 ? blankLine : partOf(entry, colon + 1), from, lines: 1 };
}
