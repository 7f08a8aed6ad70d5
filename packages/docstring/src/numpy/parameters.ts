import { closing, opens, outside } from "../brackets.ts";
import type { DocstringParameter } from "../docstring.ts";
import { entriesIn } from "../entries.ts";
import { blankLine, type Line, located, partOf, textOf } from "../lines.ts";
import { bulletEnd, type Name, namesAt } from "../names.ts";
import { parameterOf } from "../parameter.ts";
import { skip } from "../skip.ts";
import { looksLikeType, typeNotes } from "../type-text.ts";
import { isDeeperBelow } from "./deeper.ts";

/**
 * Reads the lines under `Parameters`.
 *
 * @returns the parameters, one for each name in an entry's head, and the text before the first of them
 */
export function parametersIn(lines: readonly Line[]): {
  readonly parameters: readonly DocstringParameter[];
  readonly preamble: readonly Line[];
} {
  const entries = entriesIn(lines, headAt);
  const preamble = entries.find((entry) => entry.head === undefined);
  const parameters = entries.flatMap(({ head, body, place }) => {
    if (head === undefined) return [];
    const type = head.type.map((line) => line.text).join("\n");
    const about = {
      ...(type !== "" && { type, typeRange: located(head.type).range }),
      description: textOf(body, head.rest),
      ...place,
    };
    return head.names.map((name) => parameterOf(name, about));
  });
  return { parameters, preamble: preamble?.body ?? [] };
}

/** How an entry begins: `x, y : int, optional`. */
interface Head {
  readonly names: readonly Name[];
  /** The type on its lines, notes included; none when there is no type. */
  readonly type: readonly Line[];
  /** A description on the same line, as people write it who know another style. */
  readonly rest: Line;
  readonly from: number;
  readonly lines: number;
}

const colon = /\s*[:：](?![:：])\s*/y;

function headAt(lines: readonly Line[], at: number): Head | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const from = bulletEnd(line.text);
  const { names, end } = namesAt(line, from);
  const afterColon = skip(colon, line.text, end);
  if (names.length === 0 || (afterColon === end && end < line.text.length)) return undefined;

  const first = partOf(line, afterColon);
  if (first.text === "") return { names, type: [], rest: blankLine, from, lines: 1 };
  const isSpaced = /\s/.test(line.text.charAt(end));
  if (!isSpaced && !isDeeperBelow(lines, at) && !looksLikeType(typeNotes(first.text).type ?? "any")) {
    return { names, type: [], rest: first, from, lines: 1 };
  }
  const type = [first, ...wrapped(first, lines, at)];
  return { names, type, rest: blankLine, from, lines: type.length };
}

/** A type may go on over so many lines; the limit keeps the search for its end linear. */
const longestType = 20;

/** The lines below that a type takes whose bracket is closed there: `{'a',` and `'b'}`. */
function wrapped(first: Line, lines: readonly Line[], at: number): readonly Line[] {
  const open = [...outside(first.text)].find((index) => opens(first.text[index]));
  if (open === undefined) return [];
  const below = lines.slice(at + 1, at + longestType);
  const blank = below.findIndex((line) => line.text === "" || line.fenced);
  const span = blank === -1 ? below : below.slice(0, blank);
  const text = [first, ...span].map((line) => line.text).join("\n");
  const close = closing(text, open);
  return close === -1 ? [] : span.slice(0, text.slice(0, close).split("\n").length - 1);
}
