/** Reads the indented blocks and items below the section titles of a docstring, as griffe does. */

/** The text below a title, and the index of its last line (of the line before it if the text is empty). */
export interface Block {
  readonly text: string;
  readonly last: number;
}

/** The items below a title, each as a list of lines, and the index of the last line. */
export interface Items {
  readonly items: readonly (readonly string[])[];
  readonly last: number;
}

/** Reads the indented lines from line `from` on as one text. */
export function readBlock(lines: readonly string[], from: number): Block {
  const start = firstNonBlank(lines, from);
  const first = lines[start];
  const indent = first === undefined ? 0 : indentOf(first);
  if (first === undefined || indent === 0) return { text: "", last: from - 1 };
  const block = [first.trimStart()];
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (!isBlank(line) && countLeadingSpaces(line) < indent) break;
    block.push(line.slice(indent));
  }
  return { text: withoutTrailingLines(block.join("\n")), last: at - 1 };
}

/**
 * Reads the items from line `from` on: a line with the indentation of the first item starts an item, a deeper line continues
 * it, blank lines belong to the item before them.
 */
export function readItems(lines: readonly string[], from: number): Items {
  const start = firstNonBlank(lines, from);
  const first = lines[start];
  const indent = first === undefined ? 0 : indentOf(first);
  if (first === undefined || indent === 0) return { items: [], last: start - 1 };
  let item = [first.slice(indent)];
  const items = [item];
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const depth = countLeadingSpaces(line);
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

/** Removes the line breaks at the end of a text. */
export function withoutTrailingLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return text.slice(0, end);
}

/** The index of the first line from `from` on that is not blank. */
function firstNonBlank(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
  return at;
}

/** The number of spaces that a line starts with; tabs don't count. */
function countLeadingSpaces(line: string): number {
  let indent = 0;
  while (line[indent] === " ") indent++;
  return indent;
}

/**
 * Splits a docstring into lines like Python's `inspect.cleandoc`: expands tabs, removes the common indentation of all
 * lines but the first, and removes empty lines at either end.
 */
export function cleanDoc(text: string): readonly string[] {
  const [first = "", ...rest] = text.trimEnd().split("\n").map(expandTabs);
  const margins = rest.filter((line) => line.trim() !== "").map(indentOf);
  const margin = margins.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(margin))];
  const start = lines.findIndex((line) => line !== "");
  return start === -1 ? [""] : lines.slice(start, lines.findLastIndex((line) => line !== "") + 1);
}

/** The number of white space characters that a line starts with. */
function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether a line is missing, empty or only white space. */
export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** Replaces tabs by spaces up to the next multiple of 8 columns. */
function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  for (const part of line.split(/(\t)/)) expanded += part === "\t" ? " ".repeat(8 - (expanded.length % 8)) : part;
  return expanded;
}
