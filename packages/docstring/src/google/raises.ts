import type { DocstringRaise } from "../docstring.ts";
import { type Line, textOf } from "../lines.ts";
import { plainType } from "../type-text.ts";
import { entriesIn } from "./entries.ts";
import { bulletEnd, headAt } from "./head.ts";
import { type TypeHead, typeHeadAt } from "./type-head.ts";

/** Reads the lines under `Raises:`. */
export function raisesIn(lines: readonly Line[]): readonly DocstringRaise[] {
  return entriesIn(lines, raiseHeadAt).map(({ head, body }) => ({
    type: head?.type ?? "",
    description: textOf(body, head?.rest),
  }));
}

/** `ValueError: text`, `ValueError - text`, or an error's name alone on its line. */
function raiseHeadAt(lines: readonly Line[], at: number): TypeHead | undefined {
  const typed = typeHeadAt(lines, at);
  if (typed !== undefined) return typed;
  const line = lines[at]?.text ?? "";
  const name = plainType(line.slice(bulletEnd(line)));
  if (/^\p{Lu}[\p{L}\p{N}_.]*$/u.test(name) && !name.endsWith(".")) return { type: name, rest: "", lines: 1 };
  const head = headAt(lines, at);
  return head?.mark === "-"
    ? { type: head.names.map((one) => one.name).join(", "), rest: head.rest, lines: 1 }
    : undefined;
}
