import { fromHtml } from "hast-util-from-html";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { elementsOf, plainText } from "./page-elements.ts";
import { readableContent, titleOf } from "./readable-content.ts";

/** What a model reads of a page or a text. */
export interface PageText {
  /** Empty if there is none. */
  readonly title: string;
  readonly text: string;
}

/**
 * Converts a page to Markdown: what a person reads on it, without scripts, styles, navigation and hidden elements, with absolute links and
 * tables.
 *
 * @param url - the page's address
 */
export function htmlPage(html: string, url: string): PageText {
  try {
    const tree = fromHtml(html);
    const title = titleOf(tree);
    const content = readableContent(tree, url);
    if (elementsOf(content).length > maxElements) return { title, text: plainText(content) };
    const markdown = toMarkdown(toMdast(content, { document: true }), {
      bullet: "-",
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    });
    return { title, text: markdown.trim() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { title: "", text: withoutTags(html) }; // too deeply nested
  }
}

/** The largest page that is converted to Markdown, which takes about 0.1 ms for each element. A larger one becomes plain text. */
const maxElements = 30_000;

function withoutTags(html: string): string {
  return html
    .replace(/<(script|style|template|noscript)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}
