/** Reads and writes returned values, with the members of the returned object that a list names. */
import type { DocstringParameter, DocstringReturn } from "./docstring.ts";
import { type HeadReader, type ReturnHead, readParameterEntries, splitEntries } from "./entries.ts";
import { readEntryHead, readNamedReturnHead } from "./entry-head.ts";
import { formatEntry, indentText, isDedented } from "./layout.ts";
import { blankLine, joinLines, type Line, rangeOfLines } from "./lines.ts";
import { endOfBullet } from "./names.ts";
import { typeWithNotes } from "./parameter.ts";
import { withoutUndefined } from "./without-undefined.ts";

/**
 * Reads the returns under a title such as `Returns:`. If the text does not start with a head, all of it is one return.
 */
export function readReturnEntries(
  lines: readonly Line[],
  readHead: HeadReader<ReturnHead>,
): readonly DocstringReturn[] {
  const entries = splitEntries(lines, readHead);
  const [first] = entries;
  if (first === undefined) return [];
  if (first.head === undefined) return [{ ...createReturn(undefined, lines), ...rangeOfLines(lines) }];
  return entries.map(({ head, body, location }) => ({ ...createReturn(head, body), ...location })).filter(hasContent);
}

/** Creates a return from its head and the lines of its description. */
function createReturn(head: ReturnHead | undefined, body: readonly Line[]): DocstringReturn {
  const { name, type, rest = blankLine } = head ?? {};
  const { items, text } = extractItems(body, rest);
  return withoutUndefined({
    name,
    type: type === undefined ? undefined : stripParentheses(type),
    description: joinLines(text, rest),
    items,
  });
}

/** Whether a return has a name, a type, a description or items. */
function hasContent({ name, type, description, items }: DocstringReturn): boolean {
  return name !== undefined || type !== undefined || description !== "" || items.length > 0;
}

/** Removes parentheses around a single type: `(int)` becomes `int`; the tuple `(int, str)` is unchanged. */
function stripParentheses(type: string): string {
  return /^\([^(),]*\)$/.test(type) ? type.slice(1, -1) : type;
}

/**
 * Reads the text of a field or tag such as `:returns:` or `@returns`; empty if it has no content. Without a type, the
 * text may start with `name (type): text`. A list of members below it becomes `items`.
 *
 * @param rest - the text after the tag on the same line
 * @param type - the type from braces or from a separate field
 */
export function readReturnField(rest: Line, body: readonly Line[], type?: string): readonly DocstringReturn[] {
  const named = type === undefined ? readNamedReturnHead([rest], 0) : undefined;
  const { items, text } = extractItems(body);
  const one: DocstringReturn = {
    ...withoutUndefined({ name: named?.name, type: type ?? named?.type }),
    description: joinLines(text, named?.rest ?? rest),
    items,
  };
  return hasContent(one) ? [one] : [];
}

/**
 * The description of a return with its items as a list: below the description, or below the first line if the
 * description has another list.
 */
export function formatReturnText({ description, items }: DocstringReturn): string {
  const list = items.map((item) => {
    const type = typeWithNotes(item);
    return formatEntry(`- ${item.stars ?? ""}${item.name}${type === "" ? "" : ` (${type})`}:`, item.description);
  });
  const [first = "", ...others] = description.split("\n");
  if (list.length > 0 && others.some((line) => endOfBullet(line.trimStart()) > 0)) {
    return [first, ...list.map((entry) => indentText(entry)), ...others].join("\n");
  }
  return [description, ...list].filter((part) => part !== "").join("\n");
}

/**
 * Whether the text of a return must start on the line below its tag, because beside the tag it would be parsed
 * differently.
 */
export function mustStartBelow({ type, description, items }: DocstringReturn): boolean {
  const [first = "", ...others] = description.split("\n");
  const isList = description === "" && items.length > 0;
  return (
    isList ||
    !isDedented(others) ||
    (type === undefined && readNamedReturnHead([{ ...blankLine, text: first }], 0) !== undefined)
  );
}

/** The members of a returned object, and the remaining lines of the description. */
interface ExtractedItems {
  readonly items: readonly DocstringParameter[];
  readonly text: readonly Line[];
}

/**
 * Extracts the list of members from the description of a return. It must be the only list, and each of its entries must
 * name a member. The list has bullets, or it starts in the first two lines with a name and its type: `a (str): A`.
 *
 * @param first - the text before the lines, beside the head of the return
 */
function extractItems(lines: readonly Line[], first: Line = blankLine): ExtractedItems {
  for (const start of findListStarts(lines, first)) {
    const list = takeItemList(lines, start);
    if (list === undefined) continue;
    const remaining = lines.toSpliced(start, list.length);
    if (findListStarts(remaining, first).length === 0) {
      return { items: readParameterEntries(list, readEntryHead).parameters, text: remaining };
    }
  }
  return { items: [], text: lines };
}

/** The indexes of the lines where a list may start. */
function findListStarts(lines: readonly Line[], first: Line): readonly number[] {
  const top = lines.findIndex(isNotBlank);
  const second = first.text === "" ? lines.findIndex((line, index) => index > top && isNotBlank(line)) : -1;
  const starts = [...new Set([top, second])].filter((start) => start !== -1 && isTypedItem(lines, start));
  const bullet = lines.findIndex(isBulleted);
  return bullet === -1 || starts.includes(bullet) ? starts : [...starts, bullet];
}

/** The lines of the list that starts at a line; undefined if an entry names no member. */
function takeItemList(lines: readonly Line[], start: number): readonly Line[] | undefined {
  const first = lines[start];
  if (first === undefined) return undefined;
  let end = start;
  for (const line of lines.slice(start)) {
    if (line.text !== "" && line.indent <= first.indent) {
      if (line.indent < first.indent || (isBulleted(first) && !isBulleted(line))) break;
      if (readEntryHead(lines, end) === undefined) return undefined;
    }
    end++;
  }
  return lines.slice(start, end);
}

/** Whether a line starts with a name and a type in brackets: `a (str): A`. */
function isTypedItem(lines: readonly Line[], at: number): boolean {
  const head = readEntryHead(lines, at);
  return head?.isBracketed === true && (head.separator !== "" || head.rest.text === "");
}

/** Whether a line starts with a list bullet. */
function isBulleted({ text, fenced }: Line): boolean {
  return !fenced && endOfBullet(text) > 0;
}

/** Whether a line has text. */
function isNotBlank({ text }: Line): boolean {
  return text !== "";
}
