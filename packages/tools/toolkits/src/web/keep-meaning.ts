import type { Element, ElementContent, Root, RootContent } from "hast";
import { codeOfTable, isLineNumber } from "./keep-code.ts";
import { isFormula, texOf } from "./keep-formulas.ts";
import { keepTable } from "./keep-tables.ts";
import { hasText, textOf } from "./page-elements.ts";
import { hasFrameName } from "./page-frame.ts";

/**
 * Rewrites what Markdown would lose, so that a page keeps its meaning: superscripts (`10^6`), formulas as TeX, tables with merged cells, marks
 * next to spaces and punctuation, and text that a server sent hidden for its script to show.
 */
export function keepMeaning(tree: Root): Root {
  return { type: "root", children: kept(tree.children) as RootContent[] };
}

type Node = RootContent | ElementContent;

/** Rewrites nodes for Markdown. */
function kept(nodes: readonly Node[]): Node[] {
  const rewritten: Node[] = [];
  for (const node of nodes) {
    for (const each of keptNode(node, rewritten.at(-1))) rewritten.push(each);
  }
  return withoutEdges(rewritten);
}

/** Rewrites a node for Markdown, so that no meaning is lost. @param before - the node before it */
function keptNode(node: Node, before: Node | undefined): readonly Node[] {
  if (node.type !== "element") return [node];
  if (isFormula(node)) return [code(texOf(node))];
  const label = labelOf(node);
  if (label !== undefined) return [{ ...node, tagName: "span", children: [{ type: "text", value: label }] }];
  if (isLineNumber(node) && node.tagName === "span") return [];
  if (node.tagName === "ruby") return [{ ...node, tagName: "span", children: withReadings(node.children) }];
  if (node.tagName === "table") {
    const block = codeOfTable(node);
    if (block !== undefined) return [block];
  }
  const element = asMarked({ ...node, children: kept(node.children) as ElementContent[] });
  if (element.tagName === "sup" || element.tagName === "sub")
    return script(element, before === undefined ? "" : textOf(before));
  if (element.tagName === "ol") return numbered(element);
  if (element.tagName === "table") return keepTable(element);
  if (element.tagName === "template" && "shadowRootMode" in element.properties) return [{ ...element, tagName: "div" }];
  if (element.tagName === "amp-img") return [{ ...element, tagName: "img", children: [] }];
  const isPlain =
    element.tagName === "span" &&
    Object.keys(element.properties).every((name) => name === "className") &&
    !hasFrameName(element);
  return isPlain ? element.children : [element];
}

/** A list, in several parts where its numbers jump. */
function numbered(list: Element): readonly Element[] {
  const parts: Element[] = [list];
  let next = Number(list.properties["start"] ?? 1);
  let children: ElementContent[] = [];
  for (const child of list.children) {
    const value = child.type === "element" && child.tagName === "li" ? Number(child.properties["value"] ?? next) : next;
    if (value !== next && Number.isSafeInteger(value) && value >= 0) {
      const start = { ...list.properties, start: String(value) };
      parts[parts.length - 1] = { ...(parts.at(-1) as Element), children };
      parts.push({ ...list, properties: start });
      children = [];
      next = value;
    }
    children.push(child);
    if (child.type === "element" && child.tagName === "li") next++;
  }
  parts[parts.length - 1] = { ...(parts.at(-1) as Element), children };
  return parts;
}

/** The text of a picture that is drawn: a chart, stars. */
function labelOf(element: Element): string | undefined {
  const { role, ariaLabel, ariaHidden } = element.properties;
  if (role !== "img" || ariaHidden === "true") return undefined;
  const isDrawn = element.tagName === "svg" || element.tagName === "canvas";
  if (!isDrawn && hasText(element) && !element.children.some(isCanvas)) return undefined;
  if (typeof ariaLabel === "string" && ariaLabel.trim() !== "") return ariaLabel.trim();
  const texts = element.children.filter(
    (child): child is Element => child.type === "element" && (child.tagName === "title" || child.tagName === "desc"),
  );
  return texts.length === 0 ? undefined : texts.map((text) => textOf(text).trim()).join(": ");
}

function isCanvas(node: ElementContent): boolean {
  return node.type === "element" && node.tagName === "canvas";
}

/** The text of a ruby, with each reading in parentheses after its base. */
function withReadings(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type !== "element") return [node];
    if (node.tagName === "rp") return [];
    if (node.tagName !== "rt") return withReadings(node.children);
    const reading = textOf(node).trim();
    return reading === "" ? [] : [{ type: "text", value: `(${reading})` }];
  });
}

/**
 * Converts a `span` whose style means what an element would: bold, italics, a superscript. Exports of word processors
 * have no others.
 */
function asMarked(element: Element): Element {
  const { style } = element.properties;
  if (element.tagName !== "span" || typeof style !== "string" || !hasText(element)) return element;
  const tags = styledTags.filter(([pattern]) => pattern.test(style)).map(([, tagName]) => tagName);
  let marked = element;
  for (const tagName of tags) {
    const isFirst = marked.tagName === "span";
    marked = isFirst ? { ...marked, tagName } : { ...element, tagName, children: [{ ...marked, properties: {} }] };
  }
  return marked;
}

const styledTags: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[;\s])font-weight\s*:\s*(?:bold|[6-9]00)/i, "strong"],
  [/(?:^|[;\s])font-style\s*:\s*italic/i, "em"],
  [/(?:^|[;\s])text-decoration[\w-]*\s*:[^;]*line-through/i, "del"],
  [/(?:^|[;\s])vertical-align\s*:\s*super/i, "sup"],
  [/(?:^|[;\s])vertical-align\s*:\s*sub/i, "sub"],
];

/** Creates an inline code element. */
function code(text: string): Element {
  return { type: "element", tagName: "code", properties: {}, children: [{ type: "text", value: text }] };
}

/** A superscript or subscript. References, ordinals and signs mean the same without a mark. */
function script(element: Element, before: string): readonly Node[] {
  const isSub = element.tagName === "sub";
  const text = textOf(element)
    .trim()
    .replaceAll(/\s*([-+−*/=,])\s*/gu, "$1");
  const isExponent =
    (isSub ? /^[-+−\w()./*=,α-ω]+$/u : /^[-+−\w()./*=α-ω]+$/u).test(text) &&
    !/^(?:st|nd|rd|th|er|re|e|o|a|TM|SM)$/.test(text);
  if (!isExponent || !/[\p{L}\p{N})\]]$/u.test(before)) return element.children;
  if (isSub && /^\d+$/.test(text)) return [{ type: "text", value: subscript(text) }];
  const mark = isSub ? "_" : "^";
  return [{ type: "text", value: `${mark}${/^-?\w+$/.test(text) ? text : `(${text})`}` }];
}

function subscript(digits: string): string {
  return Array.from(digits, (digit) => String.fromCodePoint(0x2080 + Number(digit))).join("");
}

/** Moves spaces and punctuation at the edges of marked text out of it: beside a letter, Markdown can't mark them. */
function withoutEdges(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, index) => {
    if (!isMarked(node)) return [node];
    const [first] = node.children;
    const last = node.children.at(-1);
    if (first?.type !== "text" || last?.type !== "text") return [node];
    const next = nodes[index + 1];
    const previous = nodes[index - 1];
    const isAfterLetter = previous !== undefined && /[\p{L}\p{N}]$/u.test(textOf(previous));
    const isBeforeLetter = next !== undefined && /^[\p{L}\p{N}]/u.test(textOf(next));
    // Markdown can't mark a part of a word beside another mark, nor punctuation alone between letters.
    if (isAfterLetter && isBeforeLetter && isMarked(previous)) return node.children;
    if (!leading.test(first.value) && !trailing.test(last.value)) return [node];
    const start = edge(first.value, leading, isAfterLetter);
    const end = edge(last.value, trailing, isBeforeLetter);
    if (start.length + end.length >= textOf(node).length)
      return isAfterLetter || isBeforeLetter ? node.children : [node];
    if (start === "" && end === "") return [node];
    const children = node.children.map((child, at): ElementContent => {
      if (child.type !== "text") return child;
      const from = at === 0 ? start.length : 0;
      const to = child.value.length - (at === node.children.length - 1 ? end.length : 0);
      return { type: "text", value: child.value.slice(from, to) };
    });
    const outside = (value: string): Node[] => (value === "" ? [] : [{ type: "text", value }]);
    return [...outside(start), { ...node, children }, ...outside(end)];
  });
}

function isMarked(node: Node): node is Element {
  return node.type === "element" && marked.has(node.tagName);
}

/** The characters at an edge: spaces, and punctuation if a letter follows. */
function edge(text: string, pattern: RegExp, isBesideLetter: boolean): string {
  const found = pattern.exec(text)?.[0] ?? "";
  return isBesideLetter ? found : /^\s*$/.test(found) ? found : "";
}

const leading = /^[\s\p{P}]+/u;
const trailing = /(?<![\s\p{P}])[\s\p{P}]+$/u;

const marked: ReadonlySet<string> = new Set(["b", "strong", "em", "i", "del", "s", "strike"]);
