import type { Element, ElementContent, Nodes, Root, RootContent } from "hast";

/**
 * The part of a page that a person reads: its main part if it has one, without scripts, navigation, controls and hidden elements. Links
 * and images get absolute addresses.
 */
export function readableContent(tree: Root, url: string): Root {
  const base = baseOf(tree, url);
  const main = elementsOf(tree, isHidden).find((element) => isMain(element) && textOf(element).trim() !== "");
  const content = main === undefined ? tree.children : main.children;
  return { type: "root", children: cleaned(content, { base, isInContent: main !== undefined }) as RootContent[] };
}

/** The title of a page, on one line. */
export function titleOf(tree: Root): string {
  const elements = elementsOf(tree);
  const title = elements.find(({ tagName }) => tagName === "title") ?? elements.find(({ tagName }) => tagName === "h1");
  return title === undefined ? "" : textOf(title).replace(/\s+/g, " ").trim();
}

interface Place {
  readonly base: string;
  /** Whether this is within the main part or an article, whose header and footer belong to it. */
  readonly isInContent: boolean;
}

function cleaned(nodes: readonly (RootContent | ElementContent)[], place: Place): (RootContent | ElementContent)[] {
  return nodes.flatMap((node) => {
    if (node.type === "comment" || node.type === "doctype") return [];
    if (node.type !== "element") return [node];
    if (isDropped(node, place)) return [];
    const isInContent = place.isInContent || node.tagName === "article";
    const children = cleaned(node.children, { ...place, isInContent }) as ElementContent[];
    return withAddress({ ...node, children }, place.base);
  });
}

function isDropped(element: Element, { isInContent }: Place): boolean {
  const { tagName } = element;
  if (droppedElements.has(tagName) || isHidden(element)) return true;
  return droppedRoles.has(roleOf(element)) || (!isInContent && pageFrame.has(tagName));
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

/** @returns `undefined` for a place on the same page, and for schemes that no tool opens */
function absoluteUrl(value: unknown, base: string): string | undefined {
  if (typeof value !== "string" || value.trim() === "" || value.startsWith("#")) return undefined;
  const url = URL.parse(value, base);
  return url !== null && /^(?:https?|mailto|tel|ftp):$/.test(url.protocol) ? url.href : undefined;
}

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
  return hiddenStyle.test(String(properties["style"] ?? ""));
}

function roleOf({ properties }: Element): string {
  return String(properties["role"] ?? "").toLowerCase();
}

/**
 * All elements of a tree, in the order of the page.
 *
 * @param isLeftOut - elements that are left out with everything in them
 */
function elementsOf(tree: Root, isLeftOut: (element: Element) => boolean = () => false): readonly Element[] {
  const found: Element[] = [];
  const open: (Element | RootContent)[] = [...tree.children].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type !== "element" || isLeftOut(node)) continue;
    found.push(node);
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as Element);
  }
  return found;
}

function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

const hiddenStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*)?%?\s*(?:;|!|$)|font-size\s*:\s*0[a-z%]*\s*(?:;|!|$))/i;

const droppedElements: ReadonlySet<string> = new Set(
  `audio button canvas datalist embed head iframe input label link map math meta meter nav noscript object optgroup option progress script
  search select style svg template textarea title video`.split(/\s+/),
);

const droppedRoles: ReadonlySet<string> = new Set(
  "alertdialog banner button complementary contentinfo dialog menu menubar navigation search tablist toolbar".split(
    " ",
  ),
);

/** Elements that frame a page, unless they are within its content. */
const pageFrame: ReadonlySet<string> = new Set(["aside", "footer", "header"]);
