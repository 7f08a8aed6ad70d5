/** Reads lists and objects that are written as nested tags inside an argument's tags. */
import type { TagNotation } from "../formats/raw-format.ts";
import { nextTag } from "./tag-notations.ts";

/**
 * The value of a text between tags that consists of tags itself: a list if all are named `item`, otherwise an object with their names as
 * keys. A text without tags is a string.
 *
 * @param depth - how many tags may be nested
 * @returns `undefined` if there is other text beside the tags, a tag is not closed, a key appears more than once, or the nesting is too deep
 */
export function nestedValue(text: string, notation: TagNotation, depth = 100): unknown {
  if (nextTag(text, 0, [notation]) === undefined) return text;
  if (depth === 0) return undefined;
  const members: (readonly [name: string, value: unknown])[] = [];
  let from = 0;
  for (let tag = nextTag(text, 0, [notation]); tag !== undefined; tag = nextTag(text, from, [notation])) {
    const { start, end, name, close } = tag;
    const at = closingTagOf(text, { open: text.slice(start, end), close, from: end });
    const value = at < 0 ? undefined : nestedValue(text.slice(end, at), notation, depth - 1);
    if (value === undefined || text.slice(from, start).trim() !== "") return undefined;
    members.push([name, value]);
    from = at + close.length;
  }
  if (text.slice(from).trim() !== "") return undefined;
  if (members.every(([name]) => name === "item")) return members.map(([, value]) => value);
  return new Set(members.map(([name]) => name)).size < members.length ? undefined : Object.fromEntries(members);
}

/** The offset of the closing tag that belongs to an opening tag, or -1. Tags of the same name may be nested between them. */
export function closingTagOf(
  text: string,
  { open, close, from }: { readonly open: string; readonly close: string; readonly from: number },
): number {
  let inner = text.indexOf(open, from);
  let at = text.indexOf(close, from);
  while (inner >= 0 && inner < at) {
    inner = text.indexOf(open, inner + open.length);
    at = text.indexOf(close, at + close.length);
  }
  return at;
}
