import type { DocstringRaise } from "../docstring.ts";
import { entriesIn } from "../entries.ts";
import { blankLine, type Line, textOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { plainType } from "../type-text.ts";
import { headAt } from "./head.ts";
import { type TypeHead, typeHeadAt } from "./type-head.ts";

/** Reads the lines under `Raises:`. */
export function raisesIn(lines: readonly Line[]): readonly DocstringRaise[] {
  return entriesIn(lines, raiseHeadAt).map(({ head, body, place }) => ({
    type: head?.type ?? "",
    description: textOf(body, head?.rest),
    ...place,
  }));
}

/** `ValueError: text`, `ValueError - text`, or an error's name alone on its line. */
function raiseHeadAt(lines: readonly Line[], at: number): TypeHead | undefined {
  const typed = typeHeadAt(lines, at);
  if (typed !== undefined) return typed;
  const line = lines[at]?.text ?? "";
  const from = bulletEnd(line);
  const name = plainType(line.slice(from));
  const isName = /^\p{Lu}[\p{L}\p{N}_.]*$/u.test(name) && !name.endsWith(".");
  if (isName) return { type: name, from, rest: blankLine, lines: 1 };
  const head = headAt(lines, at);
  return head?.mark === "-" ? { ...head, type: head.names.map((one) => one.name).join(", ") } : undefined;
}
