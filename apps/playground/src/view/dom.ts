/** Builds the elements of the page. All text is escaped, because it may come from a stranger's link. */
import { escapeInvisible } from "@helve/core/internal";

type Attribute = string | number | boolean | undefined;

/** A child of an element; `undefined` is left out. */
export type Child = Node | string | undefined;

/** Creates an element. `true` is an attribute without a value. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, escapeInvisible(String(value)));
  }
  for (const child of children) {
    if (child !== undefined) element.append(typeof child === "string" ? escapeInvisible(child) : child);
  }
  return element;
}

/** Returns the element with an id, which the page has. */
export function byId<Element extends HTMLElement = HTMLElement>(id: string): Element {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element "${id}"`);
  return element as Element;
}

/**
 * Changes the content of an element. What is equal is unchanged, because new elements cost a keystroke most of its time. If the element
 * with the focus is now about something else, the one with its former `data-key` gets the focus.
 */
export function updateContent(container: HTMLElement, ...children: readonly Child[]): void {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  const key = keyOf(focused);
  const content = new DocumentFragment();
  content.append(...children.filter((child) => child !== undefined));
  updateChildren(container, content);
  if (key === undefined || (focused?.isConnected === true && keyOf(focused) === key)) return;
  for (const element of container.querySelectorAll<HTMLElement>("[data-key]")) {
    if (keyOf(element) === key) element.focus({ preventScroll: true });
  }
}

/** Returns the `data-key` of an element, which identifies it across updates. */
function keyOf(element: Element | null): string | undefined {
  return element instanceof HTMLElement ? element.dataset["key"] : undefined;
}

function updateChildren(parent: Node, content: Node): void {
  const nodes = [...content.childNodes];
  for (const [index, node] of nodes.entries()) {
    const before = parent.childNodes[index];
    if (before === undefined) parent.appendChild(node);
    else if (!before.isEqualNode(node)) updateNode(before, node);
  }
  while (parent.childNodes.length > nodes.length) parent.lastChild?.remove();
}

/** Makes a node equal to another one, or replaces it if they are of different kinds: by their name and class. */
function updateNode(before: ChildNode, node: ChildNode): void {
  if (before instanceof Text && node instanceof Text) {
    before.data = node.data;
  } else if (before instanceof HTMLElement && node instanceof HTMLElement && kindOf(before) === kindOf(node)) {
    updateAttributes(before, node);
    updateChildren(before, node);
  } else {
    before.replaceWith(node);
  }
}

/** Returns the tag and class of an element, to decide whether it can be reused. */
function kindOf({ tagName, className }: HTMLElement): string {
  return `${tagName} ${className}`;
}

function updateAttributes(before: HTMLElement, element: HTMLElement): void {
  for (const name of before.getAttributeNames()) if (!element.hasAttribute(name)) before.removeAttribute(name);
  for (const { name, value } of element.attributes) {
    if (before.getAttribute(name) !== value) before.setAttribute(name, value);
  }
}

/** Creates an icon from a path in a square of 20 units. */
export function icon(path: string, size = 20): SVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const shape = document.createElementNS(namespace, "path");
  for (const [name, value] of Object.entries({
    viewBox: "0 0 20 20",
    width: size,
    height: size,
    "aria-hidden": "true",
  }))
    svg.setAttribute(name, String(value));
  for (const [name, value] of Object.entries({
    d: path,
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  })) {
    shape.setAttribute(name, value);
  }
  svg.append(shape);
  return svg;
}

/** The pieces of a text; those between backticks are code. */
export function withCode(text: string): readonly (Node | string)[] {
  return text.split("`").map((piece, index) => (index % 2 === 1 ? h("code", {}, piece) : piece));
}
