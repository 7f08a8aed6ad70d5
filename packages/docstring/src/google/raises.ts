import { blankLine, type Line } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import type { RaiseHead } from "../section-entries.ts";
import { plainType } from "../type-text.ts";
import { headAt } from "./head.ts";
import { typeHeadAt } from "./type-head.ts";

/** `ValueError: text`, `ValueError - text`, or an error's name alone on its line. */
export function raiseHeadAt(lines: readonly Line[], at: number): RaiseHead | undefined {
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
