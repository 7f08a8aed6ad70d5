import type { Element, ElementContent, Root } from "hast";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { htmlTree, maxElements } from "./html-tree.ts";
import { withControls } from "./keep-controls.ts";
import { keepMeaning } from "./keep-meaning.ts";
import { elementsOf, plainText, textOf } from "./page-elements.ts";
import { readableContent, titleOf } from "./readable-content.ts";
import { withStreamedParts } from "./streamed-parts.ts";

/**
 * Converts a page to Markdown: what a person reads on it, without scripts, styles, navigation and hidden elements, with absolute links and
 * tables.
 *
 * @param url - the page's address
 * @param isError - whether the page is about an error: all of its text is kept
 */
export function htmlPage(html: string, url: string, isError = false): PageText {
  const { tree: parsed, isComplete } = htmlTree(html);
  const tree = keepMeaning(withControls(withFrames(withStreamedParts(parsed), isError)));
  const content = readableContent(tree, url, isError);
  const text = isConvertible(content) ? markdown(content) : plainText(content);
  const note = `[The page has more than ${maxElements.toLocaleString("en-US")} elements: the rest is left out.]`;
  const read = text === "" ? withoutText(tree, url) : text;
  return { title: titleOf(tree), text: isComplete ? read : `${read}\n\n${note}` };
}

/** A page or a text as a model reads it. */
export interface PageText {
  /** May be empty. */
  readonly title: string;
  readonly text: string;
}

/** The frames of a page as links, and its content for browsers without frames. With `isError`, also its content for browsers without scripts. */
function withFrames(tree: Root, isError: boolean): Root {
  const elements = elementsOf(tree);
  const hasFrames = elements.some(({ tagName }) => tagName === "frameset");
  if (!hasFrames && !isError) return tree;
  const shown = (nodes: Root["children"]): Root["children"] =>
    nodes.map((node) => {
      if (node.type !== "element") return node;
      // The tokenizer reads what is in `noframes` as text.
      const inner = node.tagName === "noframes" ? htmlTree(textOf(node)).tree.children : node.children;
      const children = shown(inner) as ElementContent[];
      if (shownWithout.has(node.tagName)) return { ...node, tagName: "div", children };
      if (node.tagName !== "frame") return { ...node, children };
      const { src, title, name } = node.properties;
      const text = String(title ?? name ?? src ?? "");
      const link: Element = {
        ...node,
        tagName: "a",
        properties: { href: src },
        children: [{ type: "text", value: text }],
      };
      return { ...node, tagName: "p", properties: {}, children: [link] };
    });
  return { ...tree, children: shown(tree.children) };
}

const shownWithout: ReadonlySet<string> = new Set(["frameset", "noframes", "noscript"]);

/**
 * The note for a page without readable text: it needs JavaScript, or sends its readers to another page. The note quotes the page's description of
 * itself.
 */
function withoutText(tree: Root, url: string): string {
  const elements = elementsOf(tree);
  const needsScript = elements.some(({ tagName }) => tagName === "script");
  const described = elements.find(
    ({ tagName, properties }) =>
      tagName === "meta" && /^(?:og:)?description$/i.test(String(properties["name"] ?? properties["property"])),
  );
  const target = elements.map((element) => refreshOf(element, url)).find((found) => found !== undefined);
  const texts = [
    target !== undefined
      ? `[The page has no text. It sends its readers to ${target}]`
      : needsScript
        ? "[The page has no text without JavaScript, which is not run.]"
        : "[The page has no text.]",
    String(described?.properties["content"] ?? ""),
    ...elements
      .filter(({ tagName }) => tagName === "noscript")
      .map((element) => plainText({ type: "root", children: [element] })),
  ];
  return texts.filter((text) => text.trim() !== "").join("\n\n");
}

/** The address to which a `meta` element sends the readers of a page. */
function refreshOf({ tagName, properties }: Element, url: string): string | undefined {
  if (tagName !== "meta" || !/^\s*refresh\s*$/i.test(String(properties["httpEquiv"]))) return undefined;
  const pattern = /^\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]+)|'([^']+)|([^"'].*))/is;
  const [, double, single, plain] = pattern.exec(String(properties["content"])) ?? [];
  const target = (double ?? single ?? plain)?.trim();
  if (target === undefined || !URL.canParse(target, url)) return undefined;
  const { protocol, href } = new URL(target, url);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/**
 * Whether a page can become Markdown in a few seconds, which takes about 0.1 ms for each element, and widens all rows to the widest one.
 * Other pages become plain text.
 */
function isConvertible(content: Root): boolean {
  const elements = elementsOf(content);
  const rows = elements.filter(({ tagName }) => tagName === "tr");
  const columns = rows.reduce((most, { children }) => Math.max(most, children.length), 0);
  return elements.length <= 30_000 && rows.length * columns <= 100_000 && textOf(content).length <= 1_000_000;
}

/** Converts an HTML tree to Markdown. */
function markdown(content: Root): string {
  return toMarkdown(toMdast(content, { document: true }), {
    bullet: "-",
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  }).trim();
}
