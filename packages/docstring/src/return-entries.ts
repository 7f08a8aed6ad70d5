import type { DocstringParameter, DocstringReturn } from "./docstring.ts";
import { type HeadReader, type ReturnHead, readParameterEntries, splitEntries } from "./entries.ts";
import { readEntryHead, readNamedReturnHead } from "./entry-head.ts";
import { formatEntry, indentText, isDedented } from "./layout.ts";
import { blankLine, joinLines, type Line, rangeOfLines } from "./lines.ts";
import { endOfBullet } from "./names.ts";
import { typeWithNotes } from "./parameter.ts";

/** Reads the lines under `Returns:`. Text that begins without a head is one return, to its end. */
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

function createReturn(head: ReturnHead | undefined, body: readonly Line[]): DocstringReturn {
  const { name, type, rest = blankLine } = head ?? {};
  const { items, text } = extractItems(body, rest);
  return {
    ...(name !== undefined && { name }),
    ...(type !== undefined && { type: stripParentheses(type) }),
    description: joinLines(text, rest),
    items,
  };
}

/** Whether a return has more than its mark. */
function hasContent({ name, type, description, items }: DocstringReturn): boolean {
  return name !== undefined || type !== undefined || description !== "" || items.length > 0;
}

/** `(int)` is `int`; `(int, str)` is a tuple. */
function stripParentheses(type: string): string {
  return /^\([^(),]*\)$/.test(type) ? type.slice(1, -1) : type;
}

/**
 * What a field says of a return; nothing when it is empty. Without a type it may begin `name (type): text`; a list of
 * members on the lines below is its items.
 *
 * @param rest - what stands beside the field's mark
 * @param type - as it was given elsewhere
 */
export function readReturnField(rest: Line, body: readonly Line[], type?: string): readonly DocstringReturn[] {
  const named = type === undefined ? readNamedReturnHead([rest], 0) : undefined;
  const { items, text } = extractItems(body);
  const one: DocstringReturn = {
    ...(named !== undefined && { name: named.name }),
    ...(type !== undefined && { type }),
    ...(named !== undefined && { type: named.type }),
    description: joinLines(text, named?.rest ?? rest),
    items,
  };
  return hasContent(one) ? [one] : [];
}

/**
 * The text of a return as it is written: its members as a list below its description, or below its first line where the
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

/** Whether the text of a return must not stand beside the mark: its indentation, or its list, would be lost. */
export function mustStartBelow({ type, description, items }: DocstringReturn): boolean {
  const [first = "", ...others] = description.split("\n");
  const isList = description === "" && items.length > 0;
  return (
    isList ||
    !isDedented(others) ||
    (type === undefined && readNamedReturnHead([{ ...blankLine, text: first }], 0) !== undefined)
  );
}

/** Members, and the lines that are left without them. */
interface ExtractedItems {
  readonly items: readonly DocstringParameter[];
  readonly text: readonly Line[];
}

/**
 * Takes the list of members out of the text about a return: the only list, every entry of which names a member. It has
 * bullets, or stands in the first two lines and begins with a name and its type: `a (str): A`.
 *
 * @param first - what stands before the lines, beside the head of the return
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

/** The lines where a list may begin. */
function findListStarts(lines: readonly Line[], first: Line): readonly number[] {
  const top = lines.findIndex(isNotBlank);
  const second = first.text === "" ? lines.findIndex((line, index) => index > top && isNotBlank(line)) : -1;
  const starts = [...new Set([top, second])].filter((start) => start !== -1 && isTypedItem(lines, start));
  const bullet = lines.findIndex(isBulleted);
  return bullet === -1 || starts.includes(bullet) ? starts : [...starts, bullet];
}

/** The list that begins at a line; undefined when an entry names no member. */
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

function isTypedItem(lines: readonly Line[], at: number): boolean {
  const head = readEntryHead(lines, at);
  return head?.isBracketed === true && (head.separator !== "" || head.rest.text === "");
}

function isBulleted({ text, fenced }: Line): boolean {
  return !fenced && endOfBullet(text) > 0;
}

function isNotBlank({ text }: Line): boolean {
  return text !== "";
}
