import { indentOf, isBlank } from "./clean-doc.ts";

/** Text under a title, and the last line of it; the line before the text when there is none. */
export interface Block {
  readonly text: string;
  readonly last: number;
}

/** Items under a title, each as its lines, and the last line of them. */
export interface Items {
  readonly items: readonly (readonly string[])[];
  readonly last: number;
}

/** The indented lines from `from` on, as one text. */
export function blockAt(lines: readonly string[], from: number): Block {
  const start = firstFilled(lines, from);
  const first = lines[start];
  const indent = first === undefined ? 0 : indentOf(first);
  if (first === undefined || indent === 0) return { text: "", last: from - 1 };
  const block = [first.trimStart()];
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (!isBlank(line) && indentedBy(line) < indent) break;
    block.push(line.slice(indent));
  }
  return { text: withoutTrailingLines(block.join("\n")), last: at - 1 };
}

/**
 * The items from `from` on: a line at the first one's indentation begins the next, one that is deeper goes on, blank
 * lines stay with the item before them.
 */
export function itemsAt(lines: readonly string[], from: number): Items {
  const start = firstFilled(lines, from);
  const first = lines[start];
  const indent = first === undefined ? 0 : indentOf(first);
  if (first === undefined || indent === 0) return { items: [], last: start - 1 };
  let item = [first.slice(indent)];
  const items = [item];
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const depth = indentedBy(line);
    if (isBlank(line)) item.push("");
    else if (depth >= indent * 2) item.push(line.slice(indent * 2));
    else if (depth > indent) item.push(line.trimStart());
    else if (depth === indent) {
      item = [line.slice(indent)];
      items.push(item);
    } else break;
  }
  return { items, last: at - 1 };
}

/** A text without the line breaks at its end. */
export function withoutTrailingLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return text.slice(0, end);
}

function firstFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
  return at;
}

/** Only spaces count. */
function indentedBy(line: string): number {
  let indent = 0;
  while (line[indent] === " ") indent++;
  return indent;
}
