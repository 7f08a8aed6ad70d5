/** Reads the papers in arXiv's Atom feed. */

/** A paper in an answer of arXiv. */
export interface ArxivEntry {
  /** A date and time of ISO 8601. */
  readonly published: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly summary: string;
}

/** Reads the papers of an Atom feed as arXiv sends it. */
export function arxivEntries(feed: string): readonly ArxivEntry[] {
  return elements(feed, "entry").map((entry) => ({
    published: text(entry, "published"),
    title: text(entry, "title"),
    authors: elements(entry, "author").map((author) => text(author, "name")),
    summary: text(entry, "summary"),
  }));
}

/** The contents of the elements with a name. Elements of a feed do not contain others of the same name. */
function elements(xml: string, name: string): readonly string[] {
  return Array.from(
    xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g")),
    ([, content]) => content ?? "",
  );
}

/** The text of the first element with a name, on one line. */
function text(xml: string, name: string): string {
  const [content = ""] = elements(xml, name);
  return unescapeXml(content).replace(/\s+/g, " ").trim();
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hexadecimal, name) => {
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (name === undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    return named.get(name) ?? entity;
  });
}

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
