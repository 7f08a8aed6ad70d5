import type { Comment, Element, Root, Text } from "hast";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { isStreamMark } from "./streamed-parts.ts";

/**
 * Parses a page in linear time and memory. The rules of the HTML standard for misplaced tags need quadratic time on hostile pages: this
 * parser follows those for omitted end tags and for tables, and does not reopen formatting elements.
 *
 * Elements that are nested deeper than 200 levels become siblings. The tags of `html`, `head` and `body` add no elements.
 *
 * @returns the tree, and whether it is complete: what comes after the first {@link maxElements} elements is left out
 */
export function htmlTree(html: string): { readonly tree: Root; readonly isComplete: boolean } {
  const builder = new TreeBuilder(html);
  const tokenizer = new Tokenizer({}, builder);
  tokenizer.write(html);
  tokenizer.end();
  return { tree: builder.root, isComplete: builder.isComplete };
}

/** How many elements a tree can have. */
export const maxElements = 200_000;

const maxDepth = 200;

class TreeBuilder implements TokenizerCallbacks {
  readonly root: Root = { type: "root", children: [] };
  isComplete = true;
  readonly #html: string;
  /** The elements that are not closed, outermost first. */
  readonly #open: Element[] = [];
  #count = 0;
  #tag: Element = elementOf("");
  #attribute = "";
  #value = "";

  constructor(html: string) {
    this.#html = html;
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#addText(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = elementOf(this.#html.slice(start, end).toLowerCase());
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    const property = readProperties.get(this.#attribute);
    if (property === undefined || Object.hasOwn(this.#tag.properties, property)) return;
    this.#tag.properties[property] = property === "className" ? this.#value.split(/\s+/) : this.#value;
  }

  onopentagend(): void {
    const element = this.#tag;
    const { tagName } = element;
    if (this.#count >= maxElements) this.isComplete = false;
    if (ignoredTags.has(tagName) || !this.isComplete || !this.#closeBefore(tagName)) return;
    this.#count++;
    const isTablePart = tableParts.has(tagName);
    const canContain = !voidElements.has(tagName) && (!isTablePart || this.#open.length < maxDepth);
    // It takes the place of the innermost one, so that it keeps its own content, such as a script.
    if (canContain && this.#open.length >= maxDepth) this.#open.pop();
    this.#add(element, isTablePart || invisibleInTables.has(tagName));
    if (canContain) this.#open.push(element);
  }

  onselfclosingtag(): void {
    const isForeign = foreignElements.has(this.#tag.tagName) || this.isInForeignContext();
    this.onopentagend();
    if (isForeign && this.#open.at(-1) === this.#tag) this.#open.pop();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (ignoredTags.has(name)) return;
    if (name === "br") {
      this.#tag = elementOf(name); // as browsers read it
      this.onopentagend();
    }
    const isTablePart = tableParts.has(name);
    const isClosed = (tagName: string): boolean => tagName === name || (headings.has(name) && headings.has(tagName));
    const at = this.#open.findLastIndex(({ tagName }) => isClosed(tagName) || (!isTablePart && cells.has(tagName)));
    const isFound = isClosed(this.#open[at]?.tagName ?? "");
    if (isFound && (!isTablePart || name === "table" || this.#isInTable(at))) this.#open.length = at;
  }

  isInForeignContext(): boolean {
    return this.#open.some(({ tagName }) => foreignElements.has(tagName));
  }

  oncdata(): void {}
  oncomment(start: number, end: number, endOffset: number): void {
    const value = end - start > 10 ? "" : this.#html.slice(start, end - endOffset);
    if (this.isComplete && isStreamMark(value)) this.#add({ type: "comment", value }, true);
  }

  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  #addText(value: string): void {
    if (!this.isComplete) return;
    const parent = this.#open.at(-1);
    if (parent?.tagName === "pre" && parent.children.length === 0) value = value.replace(/^\r?\n/, "");
    if (value !== "") this.#add({ type: "text", value }, value.trim() === "");
  }

  /** @param fitsInTables - whether the node can be between the cells of a table; others are moved in front of it */
  #add(node: Comment | Element | Text, fitsInTables: boolean): void {
    const parent = this.#open.at(-1);
    const table = fitsInTables || !rowGroups.has(parent?.tagName ?? "") ? -1 : this.#openTable();
    const { children } = (table === -1 ? parent : this.#open[table - 1]) ?? this.root;
    const before = table === -1 ? undefined : children.pop();
    const last = children.at(-1);
    if (node.type === "text" && last?.type === "text") last.value += node.value;
    else children.push(node);
    if (before !== undefined) children.push(before as Element);
  }

  /**
   * Closes the elements whose end tags can be omitted before a tag.
   *
   * @returns whether the tag is allowed there
   */
  #closeBefore(name: string): boolean {
    if (foreignEnds.has(name)) this.#leaveForeignContext();
    const parents = tableParents.get(name);
    if (parents !== undefined) {
      const parent = this.#open.findLastIndex(({ tagName }) => parents.has(tagName));
      if (parent === -1) return false;
      this.#open.length = parent + 1;
      return true;
    }
    const omitted = omittedEnds.get(name);
    if (omitted === undefined) return true;
    const limit = this.#open.findLastIndex(({ tagName }) => omitted.within.has(tagName));
    const first = this.#open.findIndex(({ tagName }, at) => at > limit && omitted.closes.has(tagName));
    if (first !== -1) this.#open.length = first;
    return true;
  }

  /** Closes drawings and formulas, unless the innermost open element of them may contain elements of pages. */
  #leaveForeignContext(): void {
    const limit = this.#open.findLastIndex(({ tagName }) => pageContent.has(tagName));
    const first = this.#open.findIndex(({ tagName }, at) => at > limit && foreignElements.has(tagName));
    if (first !== -1) this.#open.length = first;
  }

  #openTable(): number {
    return this.#open.findLastIndex(({ tagName }) => tagName === "table");
  }

  #isInTable(at: number): boolean {
    return at > this.#openTable();
  }
}

/** Makes an element without attributes. */
function elementOf(tagName: string): Element {
  return { type: "element", tagName: tagName === "image" ? "img" : tagName, properties: {}, children: [] };
}

/** The attributes that are read, with the names that they have in trees. */
const readProperties: ReadonlyMap<string, string> = new Map([
  ...words(
    "align alt checked content encoding hidden href id name open property role selected src start style title type value",
  ).map((name) => [name, name] as const),
  ["aria-controls", "ariaControls"],
  ["aria-expanded", "ariaExpanded"],
  ["aria-hidden", "ariaHidden"],
  ["aria-label", "ariaLabel"],
  ["class", "className"],
  ["alttext", "alttext"],
  ["http-equiv", "httpEquiv"],
  ["shadowrootmode", "shadowRootMode"],
  ["colspan", "colSpan"],
  ["rowspan", "rowSpan"],
]);

const ignoredTags = new Set(words("html head body"));
const foreignElements = new Set(words("svg math"));
/** The tags that end a drawing or a formula, as in the HTML standard. */
const foreignEnds = new Set(
  words(`b big blockquote br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 hr i img li listing menu meta nobr ol p pre ruby s small span
  strong strike sub sup table tt u ul var`),
);
/** The elements of drawings and formulas that may contain elements of pages. */
const pageContent = new Set(words("annotation-xml desc foreignobject mi mn mo ms mtext title"));
const headings = new Set(words("h1 h2 h3 h4 h5 h6"));
const voidElements = new Set(
  words("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"),
);
const cells = new Set(words("td th caption"));
const rowGroups = new Set(words("table tbody thead tfoot tr"));
const tableParts = new Set([...cells, ...rowGroups, ...words("col colgroup")]);
const invisibleInTables = new Set(words("script style template"));

/** In what an element of a table can be; other open elements are closed before it. */
const tableParents: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...words("td th").map((name) => [name, rowGroups] as const),
  ["tr", new Set(words("table tbody thead tfoot"))],
  ...words("tbody thead tfoot caption colgroup").map((name) => [name, new Set(["table"])] as const),
]);

/** Which open elements a tag closes, within the innermost of others. */
const omittedEnds: ReadonlyMap<string, { readonly closes: ReadonlySet<string>; readonly within: ReadonlySet<string> }> =
  new Map([
    ...endsBefore("li", "li p", "ul ol menu"),
    ...endsBefore("dt dd", "dt dd p", "dl"),
    ...endsBefore("h1 h2 h3 h4 h5 h6", "h1 h2 h3 h4 h5 h6 p", ""),
    ...endsBefore("option", "option", "select optgroup datalist"),
    ...endsBefore("optgroup", "option optgroup", "select"),
    ...endsBefore("a", "a", "p div li section article header footer nav main aside h1 h2 h3 h4 h5 h6"),
    ...endsBefore(
      `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header hgroup hr main menu nav
      ol p pre search section summary table ul`,
      "p",
      "",
    ),
  ]);

/** Creates the rows of tags that an opening tag closes. */
function endsBefore(names: string, closes: string, within: string) {
  const limits = new Set([...words(within), ...cells, ...words("table template button object")]);
  return words(names).map((name) => [name, { closes: new Set(words(closes)), within: limits }] as const);
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
