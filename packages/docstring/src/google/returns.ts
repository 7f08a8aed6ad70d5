import type { DocstringParameter, DocstringReturn } from "../docstring.ts";
import { type Line, textOf } from "../lines.ts";
import { isCommonType, isTypeWord, plainType } from "../type-text.ts";
import { entriesIn } from "./entries.ts";
import { bulletEnd, headAt } from "./head.ts";
import { parametersIn } from "./parameters.ts";
import { titleOf } from "./titles.ts";
import { typeHeadAt } from "./type-head.ts";

/**
 * Reads the lines under `Returns:` or `Yields:`. A type may stand alone on the first line. Text that begins without
 * a type is one return, to its end: a colon further down is punctuation.
 */
export function returnsIn(lines: readonly Line[]): readonly DocstringReturn[] {
  const first = lines.findIndex((line) => line.text !== "");
  const entries = entriesIn(
    lines,
    (all, at) => returnHeadAt(all, at) ?? (at === first ? typeAloneAt(all, at) : undefined),
  );
  const [entry] = entries;
  if (entry === undefined) return [];
  if (entry.head === undefined) return [returnOf({ rest: "" }, lines)];
  return entries.map(({ head, body }) => returnOf(head ?? { rest: "" }, body));
}

interface ReturnHead {
  readonly name?: string;
  readonly type?: string;
  readonly rest: string;
}

function returnHeadAt(lines: readonly Line[], at: number): (ReturnHead & { readonly lines: number }) | undefined {
  const line = lines[at];
  if (line === undefined || bulletEnd(line.text) > 0) return undefined;
  const named = /^[^\s:：]+?\s*[(（]/.test(line.text) ? headAt(lines, at) : undefined;
  const [name, ...others] = named?.names ?? [];
  if (named?.type !== undefined && named.mark === ":" && name && others.length === 0 && !isTypeWord(name.name)) {
    return { name: name.name, type: plainType(named.type), rest: named.rest, lines: named.lines };
  }
  return titleOf(line)?.kind === "text" ? undefined : typeHeadAt(lines, at);
}

/** A type with nothing beside it and no text at its indentation right below it. */
function typeAloneAt(lines: readonly Line[], at: number): (ReturnHead & { readonly lines: number }) | undefined {
  const line = lines[at];
  const below = lines[at + 1];
  if (line === undefined || (below !== undefined && below.text !== "" && below.indent <= line.indent)) return undefined;
  const type = plainType(line.text);
  return isCommonType(type) ? { type, rest: "", lines: 1 } : undefined;
}

function returnOf({ rest, ...head }: ReturnHead, body: readonly Line[]): DocstringReturn {
  const type = head.type === undefined ? {} : { type: withoutParentheses(head.type) };
  const list = listIn(body);
  const text = list === undefined ? body : body.toSpliced(list.start, list.end - list.start);
  return {
    ...(head.name !== undefined && { name: head.name }),
    ...type,
    description: textOf(text, rest),
    items: list?.items ?? [],
  };
}

/** `(int)` is `int`; `(int, str)` is a tuple. */
function withoutParentheses(type: string): string {
  return /^\([^(),]*\)$/.test(type) ? type.slice(1, -1) : type;
}

/** The first list in a description, if every entry of it names a member. */
function listIn(
  body: readonly Line[],
): { readonly start: number; readonly end: number; readonly items: readonly DocstringParameter[] } | undefined {
  const bullet = body.findIndex((line) => !line.fenced && bulletEnd(line.text) > 0);
  const filled = body.findIndex((line) => line.text !== "");
  const head = headAt(body, filled);
  const isMember = head?.type !== undefined && (head.mark !== "" || head.rest === "");
  const start = isMember ? filled : bullet;
  const first = body[start];
  if (first === undefined) return undefined;

  const isBulleted = bulletEnd(first.text) > 0;
  let end = start;
  for (const line of body.slice(start)) {
    if (line.text !== "" && line.indent <= first.indent) {
      if (line.indent < first.indent || (isBulleted && bulletEnd(line.text) === 0)) break;
      if (headAt(body, end) === undefined) return undefined;
    }
    end++;
  }
  return { start, end, items: parametersIn(body.slice(start, end)).parameters };
}
