/** Splits a docstring in Google style into sections by the rules of griffe, which Lagent uses. */
import { cleanDoc, isBlank, readBlock, readItems, withoutTrailingLines } from "./blocks.ts";
import { type GoogleItem, parameterItem, returnItem } from "./items.ts";

/** A section of a docstring; `other` is any section that Lagent ignores. */
export type GoogleSection =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parameters" | "returns"; readonly items: readonly GoogleItem[] }
  | { readonly kind: "other" };

/** The options of griffe for the `Returns` section. */
export interface GoogleOptions {
  /** Whether a single word before the colon is a name rather than a type. */
  readonly returnsNamedValue?: boolean | undefined;
}

/**
 * Splits a docstring in Google style into sections by the rules of griffe 0.39 to 0.49, which Lagent uses: a title needs a
 * blank line above and none below, and an indented block under an unknown title is an admonition.
 */
export function parseGoogle(docstring: string, options: GoogleOptions = {}): readonly GoogleSection[] {
  const lines = cleanDoc(docstring);
  const sections: GoogleSection[] = [];
  let text: string[] = [];
  const flush = (): void => {
    if (text.some((line) => line !== "")) {
      sections.push({ kind: "text", text: withoutTrailingLines(text.join("\n")) });
    }
    text = [];
  };
  let isFenced = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const isFence = /^ *```/.test(line);
    const title = isFenced || isFence ? undefined : titleAt(lines, at);
    if (isFence) isFenced = !isFenced;
    if (title === undefined) {
      text.push(line);
      continue;
    }
    const read = readSection(lines, at + 1, readers.get(title.toLowerCase()), options);
    if (read.isAdmonition && read.section === undefined) text.push(lines[read.last] ?? "");
    else flush();
    if (read.section !== undefined) sections.push(read.section);
    at = read.last;
  }
  if (text.length > 0) {
    sections.push({ kind: "text", text: withoutTrailingLines(text.join("\n")) });
  }
  return sections;
}

type Reader = "parameters" | "returns" | "yields" | "block" | "pairs";

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...readerEntries("args|arguments|params|parameters", "parameters"),
  ...readerEntries("returns", "returns"),
  ...readerEntries("yields|receives", "yields"),
  ...readerEntries("examples", "block"),
  ...readerEntries(
    "keyword args|keyword arguments|other args|other arguments|other params|other parameters|raises|exceptions|attributes|functions|methods|classes|modules|warns|warnings",
    "pairs",
  ),
]);

/** Creates map entries for section titles with the same reader. */
function readerEntries(titles: string, reader: Reader): readonly (readonly [string, Reader])[] {
  return titles.split("|").map((title) => [title, reader] as const);
}

/** The section title on a line; `undefined` if not found, or the surrounding lines don't allow one. */
function titleAt(lines: readonly string[], at: number): string | undefined {
  const title = /^([\p{L}\p{N}_][\s\p{L}\p{N}_-]*):(?:\s+\S.*|\s*)$/u.exec(lines[at] ?? "")?.[1];
  if (title === undefined) return undefined;
  const isIndented = (line: string | undefined): boolean => line?.startsWith(" ") === true && !isBlank(line);
  const next = isIndented(lines[at + 1]);
  const afterNext = isIndented(lines[at + 2]);
  const isBlankBelow = at + 1 < lines.length && isBlank(lines[at + 1]);
  if (!next && !afterNext) return undefined;
  if (at > 0 && !isBlank(lines[at - 1])) return undefined;
  return afterNext && isBlankBelow ? undefined : title;
}

interface Read {
  readonly section?: GoogleSection;
  readonly isAdmonition?: boolean;
  readonly last: number;
}

/**
 * Reads the section below a title.
 *
 * @param reader - how sections with this title are read; `undefined` for an unknown title
 */
function readSection(lines: readonly string[], from: number, reader: Reader | undefined, options: GoogleOptions): Read {
  if (reader === undefined || reader === "block") {
    const { text, last } = readBlock(lines, from);
    const section = text === "" ? {} : { section: { kind: "other" } as const };
    return { ...section, isAdmonition: reader === undefined, last };
  }
  const { items, last } = readItems(lines, from);
  switch (reader) {
    case "parameters": {
      const parameters = items.flatMap((item) => parameterItem(item) ?? []);
      return {
        section: parameters.length > 0 ? { kind: "parameters", items: parameters } : undefined,
        last,
      };
    }
    case "returns": {
      const returns = items.map((item) => returnItem(item, options.returnsNamedValue === true));
      return { section: returns.length > 0 ? { kind: "returns", items: returns } : undefined, last };
    }
    default: {
      const isRead = items.some(([first = ""]) => reader === "yields" || first.includes(":"));
      return { section: isRead ? { kind: "other" } : undefined, last };
    }
  }
}
