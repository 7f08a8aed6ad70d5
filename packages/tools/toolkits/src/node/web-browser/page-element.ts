/** Finds the element of a page that a call names: `button "Pay" [ref=e12]`. */

/** An element of a page as the tree of the page shows it: `button "Pay" [ref=e12]`. */
export interface PageElement {
  readonly role: string;
  /** The name that people read, in the notation of the tree; empty if it has none. */
  readonly name: string;
  /** `e12`, in a frame `f1e12`. */
  readonly ref: string;
}

/** Reads the line of an element; `undefined` for a line without a reference, such as a text. */
function elementIn(line: string): PageElement | undefined {
  const [, quoted, plain = ""] = /^\s*(?:- )?(?:'((?:[^']|'')*)'|(.*))/s.exec(line) ?? [];
  const text = quoted?.replaceAll("''", "'") ?? plain;
  const [, role = "", name = "", attributes = ""] =
    /^([\w-]+)(?: ("(?:[^"\\]|\\.)*"))?((?: ?\[[^\]]*\])+)/.exec(text.trim()) ?? [];
  const ref = /\[ref=((?:f\d+)?e\d+)\]/.exec(attributes)?.[1];
  return ref === undefined ? undefined : { role, name, ref };
}

/** The element of a tree with a reference. */
function elementOf(tree: string, ref: string): PageElement | undefined {
  return tree
    .split("\n")
    .map((line) => elementIn(line))
    .find((element) => element?.ref === ref);
}

/** An element as a call names it. */
function elementText({ role, name, ref }: PageElement): string {
  return `${role}${name === "" ? "" : ` ${name}`} [ref=${ref}]`;
}

/**
 * Finds the element that a call names. The name must be the one on the page, so that rules and people read the name of the element that is
 * used.
 *
 * @returns the element, or an error message for the model
 */
export function namedElement(tree: string, text: string): PageElement | string {
  const ref = /\b((?:f\d+)?e\d+)\]?\s*$/.exec(text)?.[1] ?? elementIn(text)?.ref;
  const found = ref === undefined ? undefined : elementOf(tree, ref);
  if (found === undefined) {
    return `The page has no element ${JSON.stringify(text)}: copy one from the page, such as button "Search" [ref=e12]`;
  }
  const named = elementIn(text);
  if (named?.role === found.role && named.name === found.name) return found;
  return `Name the element as the page shows it now: ${elementText(found)}`;
}
