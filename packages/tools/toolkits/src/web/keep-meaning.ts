import type { Element, ElementContent, Root, RootContent } from "hast";
import { keepTable } from "./keep-tables.ts";
import { textOf } from "./page-elements.ts";

/**
 * Rewrites what Markdown would lose, so that a page keeps its meaning: superscripts (`10^6`), formulas as TeX, tables with merged cells, marks
 * next to spaces and punctuation, and text that a server sent hidden for its script to show.
 */
export function keepMeaning(tree: Root): Root {
  return { type: "root", children: kept(tree.children) as RootContent[] };
}

type Node = RootContent | ElementContent;

function kept(nodes: readonly Node[]): Node[] {
  const rewritten: Node[] = [];
  for (const node of nodes) {
    for (const each of keptNode(node, rewritten.at(-1))) rewritten.push(each);
  }
  return withoutEdges(rewritten);
}

/** @param before - the node before it */
function keptNode(node: Node, before: Node | undefined): readonly Node[] {
  if (node.type !== "element") return [node];
  if (isFormula(node)) return [code(texOf(node))];
  const element = { ...node, children: kept(node.children) as ElementContent[] };
  if (element.tagName === "sup" || element.tagName === "sub")
    return script(element, before === undefined ? "" : textOf(before));
  if (element.tagName === "table") return keepTable(element);
  return [isStreamed(element) ? { ...element, properties: {} } : element];
}

/** Whether React has streamed the element: the script that follows moves it to its place. */
function isStreamed({ properties: { id, hidden } }: Element): boolean {
  return hidden !== undefined && typeof id === "string" && /^S:[\da-f]+$/i.test(id);
}

function isFormula({ tagName, properties }: Element): boolean {
  return tagName === "math" || (tagName === "script" && String(properties["type"] ?? "").startsWith("math/tex"));
}

/** The TeX of a formula: its annotation, its text in place of a picture, or what it shows. */
function texOf(formula: Element): string {
  const annotation = annotationIn(formula);
  const alttext = formula.properties["alttext"];
  const tex = annotation ?? (typeof alttext === "string" ? alttext : textOf(formula));
  return tex.replace(/\s+/g, " ").trim();
}

function annotationIn(element: Element): string | undefined {
  for (const child of element.children) {
    if (child.type !== "element") continue;
    const isTex = child.tagName === "annotation" && /tex/i.test(String(child.properties["encoding"] ?? ""));
    const found = isTex ? textOf(child) : annotationIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function code(text: string): Element {
  return { type: "element", tagName: "code", properties: {}, children: [{ type: "text", value: text }] };
}

/** A superscript or subscript. References, ordinals and signs mean the same without a mark. */
function script(element: Element, before: string): readonly Node[] {
  const text = textOf(element).trim();
  const isExponent = /^[-+−\w()./*α-ω]+$/u.test(text) && !/^(?:st|nd|rd|th|er|re|e|o|a|TM|SM)$/.test(text);
  if (!isExponent || !/[\p{L}\p{N})\]]$/u.test(before)) return element.children;
  if (element.tagName === "sub" && /^\d+$/.test(text)) return [{ type: "text", value: subscript(text) }];
  const mark = element.tagName === "sup" ? "^" : "_";
  return [{ type: "text", value: `${mark}${/^-?\w+$/.test(text) ? text : `(${text})`}` }];
}

function subscript(digits: string): string {
  return Array.from(digits, (digit) => String.fromCodePoint(0x2080 + Number(digit))).join("");
}

/** Moves spaces and punctuation at the edges of marked text out of it: beside a letter, Markdown can't mark them. */
function withoutEdges(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, index) => {
    if (node.type !== "element" || !marked.has(node.tagName)) return [node];
    const [first] = node.children;
    const last = node.children.at(-1);
    if (first?.type !== "text" || last?.type !== "text") return [node];
    const next = nodes[index + 1];
    const previous = nodes[index - 1];
    const start = edge(first.value, leading, previous !== undefined && /[\p{L}\p{N}]$/u.test(textOf(previous)));
    const end = edge(last.value, trailing, next !== undefined && /^[\p{L}\p{N}]/u.test(textOf(next)));
    if ((start === "" && end === "") || start.length + end.length >= textOf(node).length) return [node];
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

/** The characters at an edge: spaces, and punctuation if a letter follows. */
function edge(text: string, pattern: RegExp, isBesideLetter: boolean): string {
  const found = pattern.exec(text)?.[0] ?? "";
  return isBesideLetter ? found : /^\s*$/.test(found) ? found : "";
}

const leading = /^[\s\p{P}]+/u;
const trailing = /(?<![\s\p{P}])[\s\p{P}]+$/u;

const marked: ReadonlySet<string> = new Set(["b", "strong", "em", "i", "del", "s", "strike"]);
