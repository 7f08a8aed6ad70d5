import { colonIn } from "../colon.ts";
import type { DocstringRaise } from "../docstring.ts";
import { entriesIn } from "../entries.ts";
import { blankLine, type Line, partOf, textOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { plainType } from "../type-text.ts";
import { isDeeperBelow, isTypeLine } from "./deeper.ts";

/** Reads the lines under `Raises`: an error's type or a colon alone, the description below or behind the colon. */
export function raisesIn(lines: readonly Line[]): readonly DocstringRaise[] {
  return entriesIn(lines, headAt).map(({ head, body, place }) => ({
    type: head?.type ?? "",
    description: textOf(body, head?.rest),
    ...place,
  }));
}

interface Head {
  readonly type: string;
  readonly rest: Line;
  readonly from: number;
  readonly lines: 1;
}

function headAt(lines: readonly Line[], at: number): Head | undefined {
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
