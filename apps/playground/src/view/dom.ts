// Builds elements. Texts become text nodes, never markup, and their invisible characters are escaped: all of them may come from a stranger's
// link, and none may hide or reorder what a person reads.

import { escapeInvisible } from "@helve/core/internal";

type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** An element's children; `undefined` is left out. */
export type Child = Node | string | undefined;

/** Creates an element. A function is a listener of the event with its name (`onclick`), `true` an attribute without a value. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
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

/** Replaces the content of an element. An element with the same `data-key` as the focused one gets the focus. */
export function replaceContent(container: HTMLElement, ...children: readonly Child[]): void {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  const key = focused instanceof HTMLElement ? focused.dataset["key"] : undefined;
  container.replaceChildren(...children.filter((child) => child !== undefined));
  if (key === undefined) return;
  for (const element of container.querySelectorAll<HTMLElement>("[data-key]")) {
    if (element.dataset["key"] === key) element.focus({ preventScroll: true });
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
    ...{ d: path, fill: "none", stroke: "currentColor" },
    ...{ "stroke-width": "2", "stroke-linecap": "round", "stroke-linejoin": "round" },
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
