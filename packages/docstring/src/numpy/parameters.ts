import { closing, opens, outside } from "../brackets.ts";
import { blankLine, type Line, located, partOf } from "../lines.ts";
import { bulletEnd, namesAt } from "../names.ts";
import type { ParameterHead } from "../section-entries.ts";
import { skip } from "../skip.ts";
import { placeIn, spanAt, spanText } from "../span.ts";
import { looksLikeType, typeNotes } from "../type-text.ts";
import { isDeeperBelow } from "./deeper.ts";

const colon = /\s*[:：](?![:：])\s*/y;

/** How a parameter begins: `x, y : int, optional`. A description may stand on the same line, as in the Google style. */
export function parameterHeadAt(lines: readonly Line[], at: number): ParameterHead | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const from = bulletEnd(line.text);
  const { names, end } = namesAt(line, from);
  const afterColon = skip(colon, line.text, end);
  if (names.length === 0 || (afterColon === end && end < line.text.length)) return undefined;

  const first = partOf(line, afterColon);
  if (first.text === "") return { names, rest: blankLine, from, lines: 1 };
  const isSpaced = /\s/.test(line.text.charAt(end));
  if (!isSpaced && !isDeeperBelow(lines, at) && !looksLikeType(typeNotes(first.text).type ?? "any")) {
    return { names, rest: first, from, lines: 1 };
  }
  const typeLines = [first, ...wrapped(first, lines, at)];
  const type = typeLines.map((one) => one.text).join("\n");
  return { names, type, typeRange: located(typeLines).range, rest: blankLine, from, lines: typeLines.length };
}

/** The lines below that a type takes whose bracket is closed there: `{'a',` and `'b'}`. */
function wrapped(first: Line, lines: readonly Line[], at: number): readonly Line[] {
  const open = [...outside(first.text)].find((index) => opens(first.text[index]));
  if (open === undefined) return [];
  const [, ...below] = spanAt(lines, at);
  const span = [first, ...below];
  const close = closing(spanText(span), open);
  return close === -1 ? [] : below.slice(0, placeIn(span, close).index);
}
