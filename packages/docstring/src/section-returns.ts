import type { DocstringReturn } from "./docstring.ts";
import { entriesIn } from "./entries.ts";
import { membersIn } from "./google/members.ts";
import { blankLine, type Line, located, textOf } from "./lines.ts";
import type { HeadReader, ReturnHead } from "./section-entries.ts";

/** Reads the lines under `Returns:`. Text that begins without a head is one return, to its end. */
export function returnsIn(lines: readonly Line[], headAt: HeadReader<ReturnHead>): readonly DocstringReturn[] {
  const entries = entriesIn(lines, headAt);
  const [first] = entries;
  if (first === undefined) return [];
  if (first.head === undefined) return [{ ...returnOf(undefined, lines), ...located(lines) }];
  return entries.map(({ head, body, place }) => ({ ...returnOf(head, body), ...place })).filter(saysSomething);
}

function returnOf(head: ReturnHead | undefined, body: readonly Line[]): DocstringReturn {
  const { name, type, rest = blankLine } = head ?? {};
  const { items, text } = membersIn(body, rest);
  return {
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type: withoutParentheses(type) }),
    description: textOf(text, rest),
    items,
  };
}

/** Whether a return has more than its mark. */
export function saysSomething({ name, type, description, items }: DocstringReturn): boolean {
  return name !== undefined || type !== undefined || description !== "" || items.length > 0;
}

/** `(int)` is `int`; `(int, str)` is a tuple. */
function withoutParentheses(type: string): string {
  return /^\([^(),]*\)$/.test(type) ? type.slice(1, -1) : type;
}
