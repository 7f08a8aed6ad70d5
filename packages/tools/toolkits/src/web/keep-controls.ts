import type { Element, ElementContent, Root, RootContent } from "hast";
import { elementsOf, hasText, textOf } from "./page-elements.ts";

/**
 * Shows what a person reads on controls: labels, values and choices of forms, headings that are buttons, and panels that a tab or a button opens.
 * Values of hidden fields and passwords are left out, and controls of searches.
 */
export function withControls(tree: Root): Root {
  const controlled = new Set(
    elementsOf(tree).flatMap(({ properties }) => String(properties["ariaControls"] ?? "").split(/\s+/)),
  );
  return { ...tree, children: shown(tree.children, { controlled, form: "none", isInHeading: false }) as RootContent[] };
}

interface Place {
  /** The ids of elements that others open. */
  readonly controlled: ReadonlySet<string>;
  readonly form: "none" | "form" | "search";
  /** Whether this is in a heading, a cell or a summary that has a button with its text. */
  readonly isInHeading: boolean;
}

type Node = RootContent | ElementContent;

/** Shows the controls among nodes. */
function shown(nodes: readonly Node[], place: Place): Node[] {
  let before: Element | undefined;
  return nodes.map((node): Node => {
    if (node.type !== "element") return node;
    const previous = before;
    before = node;
    return withoutHidden(shownElement(node, place), place, previous);
  });
}

/** Shows a control, or the controls inside an element. */
function shownElement(element: Element, place: Place): Element {
  const { tagName, properties } = element;
  const form = tagName === "form" && place.form === "none" ? (isSearch(element) ? "search" : "form") : place.form;
  const inner: Place = {
    ...place,
    form,
    isInHeading: place.isInHeading || (headings.has(tagName) && isButtonAlone(element)),
  };
  if (tagName === "button")
    return place.isInHeading ? { ...element, tagName: "span", children: inside(element, inner) } : element;
  if (form === "form") {
    if (tagName === "input") return textElement(inputText(element), properties);
    if (tagName === "select") return { ...element, tagName: "span", children: choices(element) };
    if (tagName === "textarea") return textElement(textOf(element), properties);
    if (tagName === "label") return { ...element, tagName: "span", children: [...inside(element, inner), space] };
  }
  const children = inside(element, inner);
  if (tagName === "li" && form === "none") return { ...element, children: withTask(children) };
  return { ...element, children };
}

/** Shows the controls inside an element. */
function inside(element: Element, place: Place): ElementContent[] {
  return shown(element.children, place) as ElementContent[];
}

/** Whether all of the text of an element is on a button. */
function isButtonAlone({ tagName, children }: Element): boolean {
  if (tagName === "button") return true;
  const filled = children.filter((child) => hasText(child));
  return filled.length === 1 && filled[0]?.type === "element" && isButtonAlone(filled[0]);
}

const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6", "summary", "td", "th"]);
const space: ElementContent = { type: "text", value: " " };

function isSearch(form: Element): boolean {
  const fields = elementsOf({ type: "root", children: [form] });
  return fields.some(
    ({ tagName, properties }) =>
      properties["role"] === "search" ||
      (tagName === "input" && (properties["type"] === "search" || properties["name"] === "q")),
  );
}

/** An element that is hidden until a person opens it, without its mark. */
function withoutHidden(element: Element, { controlled }: Place, before: Element | undefined): Element {
  const { hidden, ...properties } = element.properties;
  if (hidden === undefined) return element;
  const isOpened =
    hidden === "until-found" ||
    properties["role"] === "tabpanel" ||
    controlled.has(String(properties["id"] ?? "-")) ||
    (before !== undefined && isClosedButton(before));
  return isOpened ? { ...element, properties } : element;
}

function isClosedButton(element: Element): boolean {
  return (
    element.properties["ariaExpanded"] === "false" ||
    element.children.some((child) => child.type === "element" && isClosedButton(child))
  );
}

/** Writes an input of a form as text, such as `☑ ` for a checked box. */
function inputText({ properties }: Element): string {
  const type = String(properties["type"] ?? "text").toLowerCase();
  const isChecked = properties["checked"] !== undefined;
  if (type === "checkbox") return isChecked ? "☑ " : "☐ ";
  if (type === "radio") return isChecked ? "◉ " : "○ ";
  const value = String(properties["value"] ?? "");
  return secretTypes.has(type) ? "" : `${value} `;
}

const secretTypes: ReadonlySet<string> = new Set(["file", "hidden", "image", "password", "reset"]);

/** The choices of a list, the chosen one in bold. Of very many, only the chosen one and how many there are. */
function choices(select: Element): ElementContent[] {
  const options = elementsOf({ type: "root", children: [select] }).filter(({ tagName }) => tagName === "option");
  const chosen = options.filter(({ properties }) => properties["selected"] !== undefined);
  const listed = options.length > 30 ? chosen : options;
  const count: ElementContent[] = options.length > 30 ? [textElement(`(${options.length} choices) `, {})] : [];
  const texts = listed.flatMap((option): ElementContent[] => {
    const text = textElement(textOf(option).trim(), {});
    return [chosen.includes(option) ? { ...text, tagName: "strong" } : text, { type: "text", value: "; " }];
  });
  return [...texts, ...count];
}

function textElement(value: string, { style, hidden }: Element["properties"]): Element {
  const properties = { ...(style !== undefined && { style }), ...(hidden !== undefined && { hidden }) };
  return { type: "element", tagName: "span", properties, children: value === "" ? [] : [{ type: "text", value }] };
}

/** The content of an item whose check box is at its start, where it becomes a task. */
function withTask(children: ElementContent[]): ElementContent[] {
  const at = children.findIndex(
    (child) => child.type === "element" || (child.type === "text" && child.value.trim() !== ""),
  );
  const first = children[at];
  if (first?.type !== "element") return children;
  if (first.tagName === "p" || first.tagName === "label")
    return children.with(at, {
      ...first,
      tagName: first.tagName === "label" ? "span" : "p",
      children: withTask(first.children),
    });
  if (first.tagName !== "input" || first.properties["type"] !== "checkbox") return children;
  const checked = first.properties["checked"] !== undefined;
  return children.with(at, { ...first, properties: { type: "checkbox", checked, isTask: true } });
}
