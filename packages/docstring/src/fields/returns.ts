import type { DocstringReturn } from "../docstring.ts";
import { namedHeadAt } from "../google/head.ts";
import { membersIn } from "../google/members.ts";
import { entryOf, keepsMargin, setIn } from "../layout.ts";
import { blankLine, type Line, textOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { typeWithNotes } from "../parameter.ts";
import { saysSomething } from "../section-returns.ts";

/**
 * What a field says of a return; nothing when it is empty. Without a type it may begin `name (type): text`; a list of
 * members on the lines below is its items.
 *
 * @param rest - what stands beside the field's mark
 * @param type - as it was given elsewhere
 */
export function returnsIn(rest: Line, body: readonly Line[], type?: string): readonly DocstringReturn[] {
  const named = type === undefined ? namedHeadAt([rest], 0) : undefined;
  const { items, text } = membersIn(body);
  const one: DocstringReturn = {
    ...(named !== undefined && { name: named.name }),
    ...(type !== undefined && { type }),
    ...(named !== undefined && { type: named.type }),
    description: textOf(text, named?.rest ?? rest),
    items,
  };
  return saysSomething(one) ? [one] : [];
}

/**
 * The text of a return as it is written: its members as a list below its description, or below its first line where the
 * description has another list.
 */
export function returnText({ description, items }: DocstringReturn): string {
  const list = items.map((item) => {
    const type = typeWithNotes(item);
    return entryOf(`- ${item.stars ?? ""}${item.name}${type === "" ? "" : ` (${type})`}:`, item.description);
  });
  const [first = "", ...others] = description.split("\n");
  if (list.length > 0 && others.some((line) => bulletEnd(line.trimStart()) > 0)) {
    return [first, ...list.map((entry) => setIn(entry)), ...others].join("\n");
  }
  return [description, ...list].filter((part) => part !== "").join("\n");
}

/** Whether the text of a return must not stand beside the mark: its indentation, or its list, would be lost. */
export function standsBelow({ type, description, items }: DocstringReturn): boolean {
  const [first = "", ...others] = description.split("\n");
  const isList = description === "" && items.length > 0;
  return (
    isList ||
    !keepsMargin(others) ||
    (type === undefined && namedHeadAt([{ ...blankLine, text: first }], 0) !== undefined)
  );
}
