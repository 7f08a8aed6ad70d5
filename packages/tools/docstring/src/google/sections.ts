import { readEntryHead } from "../entry-head.ts";
import { commonIndent, type Line, sliceLine } from "../lines.ts";
import { isEntrySection, type SectionKind, sectionKind } from "../section-titles.ts";
import type { TitledSection } from "../sections.ts";
import { withoutUndefined } from "../without-undefined.ts";

/**
 * Splits a docstring into the description before the first section, and the sections.
 *
 * Within the description, a known title opens a section if an indented block follows, with or without blank lines
 * around it. After a blank line, `Returns: the sum` opens one, too, whereas `Note: see below` stays in the
 * description. After the first section, two more forms open a section: any title with an indented block, and a known
 * title with text on its own line. An empty section is dropped.
 */
export function splitSections(lines: readonly Line[]): {
  readonly description: readonly Line[];
  readonly sections: readonly TitledSection[];
} {
  const indexed: IndexedLines = { lines, next: nextNonBlankLines(lines) };
  const description: Line[] = [];
  const sections: TitledSection[] = [];
  let untitledText: Line[] | undefined;
  let margin = 0;
  let isAfterSection = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const title = readTitle(line);
    const allowsUnknownTitle = sections.length > 0 && (untitledText === undefined || isBlank(indexed, at - 1));
    const end =
      title &&
      (isAfterSection
        ? sectionEndAfterSection(indexed, at, title, allowsUnknownTitle)
        : sectionEndInDescription(indexed, at, title));
    if (title !== undefined && end !== undefined) {
      const allLines = lines.slice(at, end);
      const section = { title: title.text, kind: title.kind ?? "text", lines: sectionLines(allLines, title), allLines };
      if (section.lines.some((below) => below.text !== "")) sections.push(section);
      untitledText = undefined;
      isAfterSection = true;
      at = end;
      continue;
    }
    at++;
    if (sections.length === 0) description.push(line);
    else if (untitledText !== undefined) untitledText.push({ ...line, indent: Math.max(0, line.indent - margin) });
    else if (line.text !== "") {
      margin = line.indent;
      untitledText = [{ ...line, indent: 0 }];
      sections.push({ title: "", kind: "text", lines: untitledText, allLines: untitledText });
    }
  }
  return { description, sections };
}

/** The lines of a docstring, with an index for looking past blank lines. */
interface IndexedLines {
  readonly lines: readonly Line[];
  /** For each line, the index of the next line with text. */
  readonly next: readonly number[];
}

/** The end of the section that a title opens within the description; undefined if the title opens no section there. */
function sectionEndInDescription(indexed: IndexedLines, at: number, title: Title): number | undefined {
  if (title.kind === undefined) return undefined;
  const blankAbove = isBlank(indexed, at - 1);
  if (title.form !== "colon") return endOfMarkedSection(indexed, at, title);
  if (title.inline !== "") {
    if (at === 0 || !blankAbove) return undefined;
    return endOfBlock(indexed, at) ?? (!isEntrySection(title.kind) ? undefined : endOfParagraph(indexed, at));
  }
  if (indentAt(indexed, at) > 0 && (!isEntrySection(title.kind) || isInBlock(indexed, at))) return undefined;
  const end =
    endOfBlock(indexed, at) ?? (isEntrySection(title.kind) ? endOfUnindentedEntries(indexed, at, title) : undefined);
  return end ?? (blankAbove ? endOfEmptySection(indexed, at) : undefined);
}

/**
 * The end of the section that a title opens after another section; undefined if the title opens no section there.
 *
 * @param allowsUnknownTitle - whether an unknown title can open a section
 */
function sectionEndAfterSection(
  indexed: IndexedLines,
  at: number,
  title: Title,
  allowsUnknownTitle: boolean,
): number | undefined {
  if (title.kind === undefined) return title.inline === "" && allowsUnknownTitle ? endOfBlock(indexed, at) : undefined;
  if (title.form !== "colon") return endOfMarkedSection(indexed, at, title);
  if (title.inline !== "") return endOfBlock(indexed, at) ?? endOfParagraph(indexed, at);
  const end =
    endOfBlock(indexed, at) ?? (isEntrySection(title.kind) ? endOfUnindentedEntries(indexed, at, title) : undefined);
  return end ?? endOfEmptySection(indexed, at);
}

/**
 * The end of the section under a title with markup or without a colon. Undefined if the title may be ordinary text: a title
 * without a colon needs a blank line above, and an indented block, of entries if the section lists parameters.
 */
function endOfMarkedSection(
  indexed: IndexedLines,
  at: number,
  { kind = "text", form, inline }: Title,
): number | undefined {
  const { lines, next } = indexed;
  const first = next[at] ?? lines.length;
  const block = endOfBlock(indexed, at);
  if (form === "bare") {
    const head = readEntryHead(lines, first);
    const hasEntries = kind !== "parameters" || (head !== undefined && (head.isListItem || head.separator !== ""));
    return (at === 0 || isBlank(indexed, at - 1)) && hasEntries ? block : undefined;
  }
  if (inline !== "") return at > 0 && isEntrySection(kind) ? (block ?? endOfParagraph(indexed, at)) : undefined;
  if (block !== undefined || !isEntrySection(kind)) return block ?? endOfEmptySection(indexed, at);
  if (first === lines.length || isKnownTitle(indexed, first)) return first;
  const entries = endOfEntries(indexed, at, first);
  return readEntryHead(lines, first) === undefined ? endOfParagraph(indexed, first) : entries;
}

/** The end of the indented block under a title; undefined if not found. */
function endOfBlock({ lines, next }: IndexedLines, at: number): number | undefined {
  const indent = lines[at]?.indent ?? 0;
  if ((lines[next[at] ?? -1]?.indent ?? -1) <= indent) return undefined;
  for (let end = at + 1; end < lines.length; end++) {
    const line = lines[end];
    const insideFence = line?.fenced === true && lines[end - 1]?.fenced === true;
    if (line !== undefined && line.text !== "" && line.indent <= indent && !insideFence) return end;
  }
  return lines.length;
}

/**
 * The end of entries under a title that are not indented: a list, parameters on the next line, or any text under a
 * title on the first line, whose own indentation is unknown.
 */
function endOfUnindentedEntries(indexed: IndexedLines, at: number, title: Title): number | undefined {
  const { lines, next } = indexed;
  const first = next[at] ?? lines.length;
  const head = readEntryHead(lines, first);
  const isList = head?.isListItem === true;
  const isBelow = title.kind === "parameters" && first === at + 1 && head?.separator === ":";
  if (first === lines.length || isKnownTitle(indexed, first) || !(at === 0 || isList || isBelow)) return undefined;
  return endOfEntries(indexed, at, first);
}

/** The end of the entries that start at `first`, at the indentation of their title. */
function endOfEntries(indexed: IndexedLines, at: number, first: number): number {
  const { lines } = indexed;
  const indent = indentAt(indexed, at);
  let end = first + 1;
  for (; end < lines.length; end++) {
    if (isBlank(indexed, end) || indentAt(indexed, end) > indent) continue;
    if (isKnownTitle(indexed, end) || (isBlank(indexed, end - 1) && readEntryHead(lines, end) === undefined)) break;
  }
  return end;
}

/** The end of a title that is followed only by another title or by the end of the text. */
function endOfEmptySection(indexed: IndexedLines, at: number): number | undefined {
  const next = indexed.next[at] ?? indexed.lines.length;
  return next === indexed.lines.length || isKnownTitle(indexed, next) ? next : undefined;
}

/** The end of the paragraph that starts beside a title. */
function endOfParagraph(indexed: IndexedLines, at: number): number {
  const { lines } = indexed;
  let end = at + 1;
  for (; end < lines.length && !isBlank(indexed, end); end++) {
    const line = lines[end];
    const title = line && readTitle(line);
    if (title?.kind !== undefined && title.form !== "bare") break;
  }
  return end;
}

/**
 * Whether a line is a known title: alone on its line or after a blank line. Elsewhere the word can be a parameter's
 * name.
 */
function isKnownTitle(indexed: IndexedLines, at: number): boolean {
  const line = indexed.lines[at];
  const title = line && readTitle(line);
  return title?.kind !== undefined && ((title.inline === "" && title.form !== "bare") || isBlank(indexed, at - 1));
}

/** Whether the text above a line is indented as deep: the line is part of a block of text or code. */
function isInBlock(indexed: IndexedLines, at: number): boolean {
  let above = at - 1;
  while (above >= 0 && isBlank(indexed, above)) above--;
  return indentAt(indexed, above) >= indentAt(indexed, at);
}

/** Whether a line is blank or missing. */
function isBlank({ lines }: IndexedLines, at: number): boolean {
  return (lines[at]?.text ?? "") === "";
}

/** The indentation of a line. */
function indentAt({ lines }: IndexedLines, at: number): number {
  return lines[at]?.indent ?? 0;
}

/** Computes for each line the index of the next line with text. */
function nextNonBlankLines(lines: readonly Line[]): readonly number[] {
  const next = lines.map(() => lines.length);
  let nextIndex = lines.length;
  for (let at = lines.length - 1; at >= 0; at--) {
    next[at] = nextIndex;
    if (lines[at]?.text !== "") nextIndex = at;
  }
  return next;
}

/** The lines of a section's content. Text beside the title comes first, with the indentation of the others. */
function sectionLines([first, ...lines]: readonly Line[], { inline }: Title): readonly Line[] {
  if (first === undefined || inline === "") return lines;
  return [{ ...sliceLine(first, first.text.length - inline.length), indent: commonIndent(lines) }, ...lines];
}

/** A line that can open a section. */
interface Title {
  /** As written, without the colon and markup. */
  readonly text: string;
  /** The text after the colon on the same line. */
  readonly inline: string;
  /** Absent for an unknown title. */
  readonly kind?: SectionKind;
  /** `Title:`, a title with the markup of Markdown, or a title alone. */
  readonly form: "colon" | "markup" | "bare";
}

/**
 * Reads a line of the form `Title: text`; the colon may be full-width. A known title can also be bold or a heading of Markdown
 * (`**Args:**`, `### Args`), and a known title of entries can lack its colon.
 */
export function readTitle(line: Line): Title | undefined {
  if (line.fenced) return undefined;
  const match = /^([\p{L}_][^:：]{0,59})[:：]{1,2}(?:\s|$|(?<=：))/u.exec(line.text);
  if (match !== null && !match[1]?.startsWith("__")) {
    const text = (match[1] ?? "").trim();
    const inline = line.text.slice(match[0].length).trim();
    return withoutUndefined({ text, inline, kind: sectionKind(text), form: "colon" as const });
  }
  const [, heading, , ofColon, bold] = markedTitle.exec(line.text) ?? [];
  const text = (heading ?? ofColon ?? bold ?? line.text).trim();
  const kind = text.length > 60 ? undefined : sectionKind(text);
  if (kind === undefined) return undefined;
  if (text !== line.text) return { text, inline: markedInline.exec(line.text)?.[1] ?? "", kind, form: "markup" };
  return isEntrySection(kind) && /^[\p{Lu}\p{Lo}]/u.test(text) ? { text, inline: "", kind, form: "bare" } : undefined;
}

/** `### Title`, `**Title:**`, `**Title**:` or `**Title**`. */
const markedTitle =
  /^(?:#{1,6}\s+[*_]{0,3}([^*_#:：]{1,60})[:：]?[*_]{0,3}[:：]?\s*#*$|(\*{1,3}|_{2,3})(?:([^*_:：]{1,60})(?:[:：]\2|\2[:：])(?:\s|$)|([^*_:：]{1,60})\2$))/;

/** The text after a bold title. */
const markedInline = /^[*_]+[^*_]+[*_]+[:：]?\s+(\S.*)$/;
