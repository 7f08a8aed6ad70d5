/** Recognizes parts of a page that frame its content: cookie banners, share links, sidebars. */
import type { Element } from "hast";
import { lengthUpTo, textOf } from "./page-elements.ts";

/**
 * Whether an element frames a page by the names that sites give such parts: banners about cookies, links to share, advertisements, sidebars. Part of
 * the page's text at most: what holds more is no frame.
 *
 * @param place.size - the length of the page's text
 * @param place.isInContent - whether it is in the main part, which can have a sidebar or a footer of its own
 */
export function isFrame(
  element: Element,
  { size, isInContent }: { readonly size: number; readonly isInContent: boolean },
): boolean {
  const names = namesOf(element);
  const isNamed = always.test(names) || (!isInContent && outside.test(names));
  if (!framable.has(element.tagName) || !(isNamed || linkLists.test(names))) return false;
  return lengthUpTo(size / 3, element) <= size / 3 && (isNamed || isMostlyLinks(element));
}

/** Whether an element has one of the names of frames. */
export function hasFrameName(element: Element): boolean {
  const names = namesOf(element);
  return always.test(names) || outside.test(names) || linkLists.test(names);
}

/** Returns an element's classes and id as one text, to find words such as `footer` in it. */
function namesOf({ properties: { className, id } }: Element): string {
  return [...(Array.isArray(className) ? className : []), id ?? ""].join(" ");
}

const framable: ReadonlySet<string> = new Set("a aside div form ol p section span sup table ul".split(" "));

const always = names(
  `ads? adsbox advert advertisement breadcrumbs? catlinks comment-respond consent-?(?:banner|bar|popup)
  cookie[-_]?(?:banner|bar|consent|law|message|notice|policy|popup) d-print-none editsection gdpr hidden-print navbox newsletter no-?print printfooter
  relatedposts sharedaddy share-?(?:bar|buttons|links|tools) sharing skip-link sponsored`,
);
const outside = names("(?:page|site|main)?-?footer masthead navbar sidebar");
const linkLists = names("links list-group most-read pagination popular recommended related share sidebar toc trending");

/** Whether one of the names of an element is, or begins or ends with, one of some words. */
function names(words: string): RegExp {
  return new RegExp(`(?:^|[\\s_-])(?:${words.trim().split(/\s+/).join("|")})(?:$|[\\s_-])`, "i");
}

function isMostlyLinks(element: Element): boolean {
  return lengthOfLinks(element) > textOf(element).trim().length / 2;
}

function lengthOfLinks(element: Element): number {
  if (element.tagName === "a") return textOf(element).trim().length;
  return element.children.reduce((sum, child) => sum + (child.type === "element" ? lengthOfLinks(child) : 0), 0);
}
