import type { Element, ElementContent, Root, RootContent } from "hast";
import { elementsOf, textOf } from "./page-elements.ts";
import { isFrame } from "./page-frame.ts";

/**
 * The part of a page that a person reads: its main part if it has one, without scripts, navigation, controls and hidden elements. Links
 * and images get absolute addresses.
 *
 * @param isWhole - whether all of the page is kept, with its header and footer
 */
export function readableContent(tree: Root, url: string, isWhole = false): Root {
  const base = baseOf(tree, url);
  const readable = readableElements(tree);
  const main = isWhole
    ? undefined
    : elementsOf(tree, isUnreadable).find((element) => isMain(element) && readable.has(element));
  const content = main === undefined ? tree.children : main.children;
  const size = textOf({ type: "root", children: content }).length;
  return {
    type: "root",
    children: cleaned(content, { base, size, isInContent: isWhole || main !== undefined, open: [] }) as RootContent[],
  };
}

/** The title of a page, on one line. */
export function titleOf(tree: Root): string {
  const titles = elementsOf(tree, ({ tagName }) => tagName === "svg" || tagName === "template");
  const title =
    titles.find(({ tagName }) => tagName === "title") ??
    elementsOf(tree, isUnreadable).find(({ tagName }) => tagName === "h1");
  return title === undefined ? "" : textOf(title).replace(/\s+/g, " ").trim();
}

interface Place {
  readonly base: string;
  /** The length of the text of the page. */
  readonly size: number;
  /** Whether this is within the main part or an article, whose header and footer belong to it. */
  readonly isInContent: boolean;
  /** The kinds of the elements around this that Markdown marks in each line or piece of text. */
  readonly open: readonly string[];
}

/** Cleans a list of nodes. */
function cleaned(nodes: readonly (RootContent | ElementContent)[], place: Place): (RootContent | ElementContent)[] {
  const kept: (RootContent | ElementContent)[] = [];
  for (const node of nodes.flatMap((each) => cleanedNode(each, place))) {
    const last = kept.at(-1);
    if (node.type === "text" && last?.type === "text")
      kept[kept.length - 1] = { type: "text", value: last.value + node.value };
    else kept.push(node);
  }
  return kept;
}

/** Cleans a node: removes what a reader does not see. */
function cleanedNode(node: RootContent | ElementContent, place: Place): readonly (RootContent | ElementContent)[] {
  if (node.type === "comment" || node.type === "doctype") return [];
  if (node.type !== "element") return [node];
  if (isDropped(node, place)) return [];
  const isInContent = place.isInContent || node.tagName === "article";
  const kind = markedElements.get(node.tagName);
  const open = kind === undefined ? place.open : [...place.open, kind];
  const children = cleaned(node.children, { ...place, isInContent, open }) as ElementContent[];
  if (isBlank(node, children) || isNestedTooOften(kind, place)) return children;
  if (node.tagName === "table") return withCaptions({ ...node, children });
  const tagName = sameInMarkdown.get(node.tagName) ?? node.tagName;
  return withAddress({ ...node, tagName, children }, place.base);
}

/** Whether nothing but white space is left of an element that has no meaning then. */
function isBlank({ tagName }: Element, children: readonly ElementContent[]): boolean {
  if (meaningfulEmptyElements.has(tagName)) return false;
  return children.every((child) => child.type === "text" && child.value.trim() === "");
}

/** Whether an element means nothing in others of its kind: bold text in bold text, or the 17th list around a text. */
function isNestedTooOften(kind: string | undefined, { open }: Place): boolean {
  if (kind === undefined) return false;
  return (
    open.filter((each) => each === kind).length >= (kind === "quote" || kind === "list" || kind === "item" ? 16 : 1)
  );
}

/** A table, which has no caption in Markdown, after its captions. */
function withCaptions(table: Element): readonly Element[] {
  const isCaption = (node: ElementContent): node is Element => node.type === "element" && node.tagName === "caption";
  const captions = table.children.filter(isCaption).map((caption) => ({ ...caption, tagName: "div" }));
  return [...captions, { ...table, children: table.children.filter((node) => !isCaption(node)) }];
}

/** The elements that contain readable text. */
function readableElements(tree: Root): ReadonlySet<Element> {
  const found = new Set<Element>();
  const addReadable = (node: RootContent): boolean => {
    if (node.type === "text") return node.value.trim() !== "";
    if (node.type !== "element" || isUnreadable(node)) return false;
    const isReadable = node.children.map(addReadable).includes(true);
    if (isReadable) found.add(node);
    return isReadable;
  };
  for (const node of tree.children) addReadable(node);
  return found;
}

function isUnreadable(element: Element): boolean {
  if (element.properties["isTask"] === true) return isHidden(element);
  return droppedElements.has(element.tagName) || isHidden(element);
}

function isDropped(element: Element, place: Place): boolean {
  const { tagName } = element;
  if (isUnreadable(element) || isPermalink(element)) return true;
  const role = roleOf(element);
  if (droppedRoles.has(role) || isFrame(element, place)) return true;
  return !place.isInContent && (pageFrame.has(tagName) || frameRoles.has(role));
}

/** Whether an element is a sign beside a heading or a paragraph that links to it. */
function isPermalink({ tagName, properties, children }: Element): boolean {
  const [text] = children;
  if (tagName !== "a" || text?.type !== "text" || children.length > 1) return false;
  return /^\s*[¶§#🔗⚓▲]\s*$/u.test(text.value) && String(properties["href"] ?? "").startsWith("#");
}

/** An element with an absolute address. A link without one that can be opened is its text alone, and such an image is its description. */
function withAddress(element: Element, base: string): ElementContent[] {
  if (element.tagName === "a") {
    const href = absoluteUrl(element.properties["href"], base);
    return href === undefined ? element.children : [{ ...element, properties: { href } }];
  }
  if (element.tagName !== "img") return [element];
  const alt = String(element.properties["alt"] ?? "").trim();
  const src = absoluteUrl(element.properties["src"], base);
  if (alt === "") return [];
  return [src === undefined ? { type: "text", value: alt } : { ...element, properties: { alt, src } }];
}

/** Resolves a link against the base of a page. @returns `undefined` for a place on the same page, and for schemes that no tool opens */
function absoluteUrl(value: unknown, base: string): string | undefined {
  if (typeof value !== "string" || value.trim() === "" || value.startsWith("#")) return undefined;
  const url = URL.parse(value, base);
  return url !== null && /^(?:https?|mailto|tel|ftp):$/.test(url.protocol) ? url.href : undefined;
}

/** Returns the address against which the links of a page resolve. */
function baseOf(tree: Root, url: string): string {
  const base = elementsOf(tree).find(({ tagName }) => tagName === "base")?.properties["href"];
  return (typeof base === "string" ? URL.parse(base, url)?.href : undefined) ?? url;
}

function isMain(element: Element): boolean {
  return element.tagName === "main" || roleOf(element) === "main";
}

function isHidden({ properties, tagName }: Element): boolean {
  if (properties["hidden"] !== undefined && properties["hidden"] !== false) return true;
  if (properties["ariaHidden"] === "true" || (tagName === "dialog" && properties["open"] === undefined)) return true;
  const { style } = properties;
  return typeof style === "string" && isHiddenByStyle(style);
}

/** Whether the value of one of the usual properties hides an element: the last one, or the last important one. */
function isHiddenByStyle(style: string): boolean {
  const values = new Map<string, { readonly isHiding: boolean; readonly isImportant: boolean }>();
  for (const declaration of withoutComments(style).split(";")) {
    const [property = "", ...rest] = declaration.split(":");
    const name = property.trim().toLowerCase();
    const [value = "", mark] = rest.join(":").split("!");
    const hiding = hidingValues.get(name);
    const isImportant = mark?.trim().toLowerCase() === "important";
    if (hiding !== undefined && (isImportant || values.get(name)?.isImportant !== true))
      values.set(name, { isHiding: hiding.test(value.trim()), isImportant });
  }
  return [...values.values()].some(({ isHiding }) => isHiding);
}

function withoutComments(style: string): string {
  const [start = "", ...rest] = style.split("/*");
  const texts = rest.map((part) => (part.includes("*/") ? part.slice(part.indexOf("*/") + 2) : ""));
  return [start, ...texts].join("");
}

/** Returns an element's `role`, in lower case. */
function roleOf({ properties }: Element): string {
  return String(properties["role"] ?? "").toLowerCase();
}

/** Values of CSS with which an element can't be seen. */
const hidingValues: ReadonlyMap<string, RegExp> = new Map([
  ["display", /^none$/i],
  ...["left", "margin-left", "right", "text-indent", "top"].map((name) => [name, /^-\d{3,}/] as const),
  ["visibility", /^(?:hidden|collapse)$/i],
  ["opacity", /^[+-]?(?:0+(?:\.0*)?|\.0+)%?$/],
  ["font-size", /^[+-]?(?:0+(?:\.0*)?|\.0+)[a-z%]*$/i],
]);

const droppedElements: ReadonlySet<string> = new Set(
  `amp-ad amp-analytics amp-consent amp-sidebar amp-user-notification audio button canvas datalist embed iframe input label link map math meta meter nav noembed noframes noscript object optgroup option progress script
  search select style svg template textarea title video wbr`.split(/\s+/),
);

/** Elements that the conversion to Markdown leaves out, although a person reads them, with elements that mean the same there. */
const sameInMarkdown: ReadonlyMap<string, string> = new Map([
  ["dialog", "div"],
  ["menu", "ul"],
]);

const droppedRoles: ReadonlySet<string> = new Set(
  "alertdialog button complementary dialog menu menubar navigation search tablist toolbar".split(" "),
);

/** Roles of elements that frame a page, unless they are within its content. */
const frameRoles: ReadonlySet<string> = new Set(["banner", "contentinfo"]);

const meaningfulEmptyElements: ReadonlySet<string> = new Set(
  "br caption hr img input table tbody td tfoot th thead tr".split(" "),
);

/** Elements that Markdown repeats for all that is in them, by kind. */
const markedElements: ReadonlyMap<string, string> = new Map([
  ["blockquote", "quote"],
  ...["dl", "ol", "ul"].map((name) => [name, "list"] as const),
  ...["dd", "dt", "li"].map((name) => [name, "item"] as const),
  ...["b", "strong"].map((name) => [name, "strong"] as const),
  ...["em", "i", "mark", "u"].map((name) => [name, "emphasis"] as const),
  ...["del", "s", "strike"].map((name) => [name, "deleted"] as const),
  ["a", "link"],
]);

/** Elements that frame a page, unless they are within its content. */
const pageFrame: ReadonlySet<string> = new Set(["aside", "footer", "header"]);
