import type { Element, ElementContent } from "hast";
import { textOf } from "./page-elements.ts";

/**
 * Rewrites a table for Markdown: each value in its column, also below and beside merged cells, and each cell on one line. A table that only lays a
 * page out becomes its cells, one below the other.
 */
export function keepTable(table: Element): readonly Element[] {
  const rows = rowsOf(table);
  if (isLayout(table, rows)) return rows.flatMap(cellsOf).map((cell) => ({ ...cell, tagName: "div", properties: {} }));
  const places = new Map(unmerged(rows).map((cells, index) => [rows[index], cells]));
  return [withRows(table, places)];
}

/** Replaces the rows of a table. */
function withRows(element: Element, rows: ReadonlyMap<Element | undefined, readonly Element[]>): Element {
  const cells = rows.get(element);
  if (cells !== undefined) return { ...element, children: cells.map(onOneLine) };
  const children = element.children.map((child) => (child.type === "element" ? withRows(child, rows) : child));
  return { ...element, children };
}

/** The rows of a table, without the rows of tables in it. */
export function rowsOf(element: Element): readonly Element[] {
  return element.children.flatMap((child) => {
    if (child.type !== "element" || child.tagName === "table") return [];
    return child.tagName === "tr" ? [child] : rowsOf(child);
  });
}

/** The cells of a row. */
export function cellsOf(row: Element): readonly Element[] {
  return row.children.filter(
    (child): child is Element => child.type === "element" && (child.tagName === "td" || child.tagName === "th"),
  );
}

/** Whether a table has no data: it says so, or has no header, and blocks of a page in its cells. */
function isLayout({ properties: { role }, children }: Element, rows: readonly Element[]): boolean {
  if (role === "presentation" || role === "none") return true;
  const hasCaption = children.some((child) => child.type === "element" && child.tagName === "caption");
  const cells = rows.flatMap(cellsOf);
  if (hasCaption || cells.some(({ tagName }) => tagName === "th")) return false;
  return cells.some((cell) => hasElement(cell, pageBlocks));
}

function hasElement(element: Element, names: ReadonlySet<string>): boolean {
  return element.children.some(
    (child) => child.type === "element" && (names.has(child.tagName) || hasElement(child, names)),
  );
}

const pageBlocks: ReadonlySet<string> = new Set("article form h1 h2 h3 main pre section table".split(" "));

/** The cells of each row, with one for each column: a short value is repeated below itself, and merged columns are empty. */
function unmerged(rows: readonly Element[]): readonly (readonly Element[])[] {
  /** The cells that reach into further rows, by column. */
  const open = new Map<number, { readonly cell: Element; rest: number }>();
  let added = 0;
  return rows.map((row) => {
    const cells: Element[] = [];
    const addOpen = (): void => {
      for (let above = open.get(cells.length); above !== undefined; above = open.get(cells.length)) {
        if (++added > maxAdded) {
          open.clear();
          return;
        }
        if (--above.rest === 0) open.delete(cells.length);
        cells.push(textOf(above.cell).length <= 100 ? above.cell : emptyCell(above.cell));
      }
    };
    for (const cell of cellsOf(row)) {
      addOpen();
      const width = Math.min(spanOf(cell, "colSpan"), maxColumns);
      const rest = spanOf(cell, "rowSpan") - 1;
      for (let column = 0; column < width; column++) {
        const part = column === 0 ? cell : emptyCell(cell);
        if (rest > 0) open.set(cells.length, { cell: part, rest });
        cells.push(part);
      }
    }
    addOpen();
    return cells;
  });
}

/** How many columns a cell can have. */
const maxColumns = 50;

/** How many cells are added to a table: a short page can have cells that reach into very many rows. */
const maxAdded = 10_000;

/** Returns how many columns or rows a cell of a table spans; at least 1. All rows below, with the value 0. */
function spanOf({ properties }: Element, name: "colSpan" | "rowSpan"): number {
  const span = Number(properties[name] ?? properties[name.toLowerCase()] ?? 1);
  if (span === 0 && name === "rowSpan") return Number.POSITIVE_INFINITY;
  return Number.isInteger(span) && span > 1 ? span : 1;
}

function emptyCell({ tagName }: Element): Element {
  return { type: "element", tagName, properties: {}, children: [] };
}

/** A cell whose blocks follow each other on one line. */
function onOneLine(cell: Element): Element {
  return { ...cell, properties: {}, children: inline(cell.children) };
}

/** Puts the content of a cell on one line. */
function inline(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === "text") return [{ ...node, value: node.value.replace(/\s+/g, " ") }];
    if (node.type !== "element") return [node];
    if (node.tagName === "br") return [space];
    if (node.tagName === "pre") {
      const text = textOf(node)
        .trim()
        .replace(/\s*\n\s*/g, " ");
      return [
        space,
        { type: "element", tagName: "code", properties: {}, children: [{ type: "text", value: text }] },
        space,
      ];
    }
    const children = inline(node.children);
    if (node.tagName === "li") return [...children, { type: "text", value: "; " }];
    return blocks.has(node.tagName) ? [space, ...children, space] : [{ ...node, children }];
  });
}

const space: ElementContent = { type: "text", value: " " };

const blocks: ReadonlySet<string> = new Set(
  "address article blockquote div dl dd dt figure figcaption h1 h2 h3 h4 h5 h6 ol p section table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
