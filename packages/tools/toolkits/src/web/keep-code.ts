/** Converts tables that show code with line numbers to code blocks. */
import type { Element, Nodes } from "hast";
import { cellsOf, rowsOf } from "./keep-tables.ts";
import { hasText } from "./page-elements.ts";

/** The code of a table that shows code beside its line numbers, as a block of code. Absent for other tables. */
export function codeOfTable(table: Element): Element | undefined {
  const rows = rowsOf(table).map(cellsOf);
  const lines: string[] = [];
  for (const cells of rows) {
    const code = cells.at(-1);
    const numbers = cells.slice(0, -1);
    if (code === undefined || numbers.length === 0) return undefined;
    const isBlock = numbers.some((cell) => hasText(cell, /\d/)) && isPreAlone(code);
    if (!numbers.every((cell) => !hasText(cell, /[^\s\d]/) && (isBlock || lineNumbers.test(classOf(cell)))))
      return undefined;
    if (!isBlock && !/code/i.test(classOf(code))) return undefined;
    lines.push(linesOf(code).replace(/\n+$/, ""));
  }
  if (lines.length === 0) return undefined;
  const text: Element = { ...empty("code"), children: [{ type: "text", value: lines.join("\n") }] };
  return { ...empty("pre"), children: [text] };
}

/** Whether an element only shows the numbers of lines beside code. */
export function isLineNumber(element: Element): boolean {
  return lineNumbers.test(classOf(element)) && !hasText(element, /[^\s\d]/);
}

const lineNumbers =
  /(?:^|\s)(?:ln|lnt|lineno|linenos|gutter|(?:js-)?line-?num(?:ber)?s?|line-numbers-rows|blob-num)(?:\s|$)/i;

/** Returns the classes of an element as one text. */
function classOf({ properties }: Element): string {
  const { className } = properties;
  return Array.isArray(className) ? className.join(" ") : "";
}

/** Whether a `pre` has all of the text of an element. */
function isPreAlone({ tagName, children }: Element): boolean {
  if (tagName === "pre") return true;
  const filled = children.filter((child) => hasText(child));
  return filled.length === 1 && filled[0]?.type === "element" && isPreAlone(filled[0]);
}

/** The text of a cell, with a line for each block. */
function linesOf(node: Nodes): string {
  if (node.type === "text") return node.value.replaceAll("\u00a0", " ");
  if (!("children" in node)) return "";
  const text = node.children.map(linesOf).join("");
  return node.type === "element" && (node.tagName === "br" || node.tagName === "div") && !text.endsWith("\n")
    ? `${text}\n`
    : text;
}

/** Makes an element without attributes and children. */
function empty(tagName: string): Element {
  return { type: "element", tagName, properties: {}, children: [] };
}
