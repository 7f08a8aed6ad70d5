import { closing } from "../brackets.ts";
import type { DocstringReturn } from "../docstring.ts";
import { headAt } from "../google/head.ts";
import { membersIn } from "../google/members.ts";
import { entryOf, keepsMargin, setIn } from "../layout.ts";
import { blankLine, type Line, textOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { typeWithNotes } from "../parameter.ts";
import { isTypeWord, plainType } from "../type-text.ts";

/**
 * What a field says of a return; nothing when it is empty. Without a type it may begin `name (type): text`; a list of
 * members on the lines below is its items.
 *
 * @param rest - what stands beside the field's mark
 * @param type - as it was given elsewhere
 */
export function returnsIn(rest: Line, body: readonly Line[], type?: string): readonly DocstringReturn[] {
  const named = type === undefined ? memberHeadIn(rest) : undefined;
  const { items, text } = membersIn(body);
  const one: DocstringReturn = {
    ...(named !== undefined && { name: named.name }),
    ...(type !== undefined && { type }),
    ...(named !== undefined && { type: named.type }),
    description: textOf(text, named?.rest ?? rest),
    items,
  };
  return one.type === undefined && one.description === "" && items.length === 0 ? [] : [one];
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
    isList || !keepsMargin(others) || (type === undefined && memberHeadIn({ ...blankLine, text: first }) !== undefined)
  );
}

function memberHeadIn(line: Line): { readonly name: string; readonly type: string; readonly rest: Line } | undefined {
  const head = /^[^\s:：]+?\s*[(（]/.test(line.text) ? headAt([line], 0) : undefined;
  const [name, ...others] = head?.names ?? [];
  if (head?.type === undefined || head.mark !== ":" || name === undefined || others.length > 0) return undefined;
  const isClosed = closing(`(${head.type})`, 0) === head.type.length + 1;
  if (head.bullet || isTypeWord(name.name) || !isClosed) return undefined;
  return { name: name.name, type: plainType(head.type), rest: head.rest };
}
