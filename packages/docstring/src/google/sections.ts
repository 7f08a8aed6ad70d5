import { readEntryHead } from "../entry-head.ts";
import { commonIndent, type Line, sliceLine } from "../lines.ts";
import { isEntrySection, type SectionKind, sectionKind } from "../section-titles.ts";
import type { TitledSection } from "../sections.ts";

/**
 * Cuts a docstring into the prose before the first section, and the sections.
 *
 * A known title with an indented block opens a section, whatever blank lines are missing or too many; below a blank line
 * `Returns: the sum` does, too. Prose ends only there, so that `Note: see below` stays in it. After it, looser titles
 * count as well: any title with a block, and a known title with text on its own line. An empty section is none.
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

interface IndexedLines {
  readonly lines: readonly Line[];
  /** For each line, the next one that is not blank. */
  readonly next: readonly number[];
}

/** Where the section ends that a title opens in the prose; undefined when it opens none. */
function sectionEndInDescription(page: IndexedLines, at: number, title: Title): number | undefined {
  if (title.kind === undefined) return undefined;
  const blankAbove = isBlank(page, at - 1);
  if (title.inline !== "") {
    if (at === 0 || !blankAbove) return undefined;
    return endOfBlock(page, at) ?? (!isEntrySection(title.kind) ? undefined : endOfParagraph(page, at));
  }
  if (indentAt(page, at) > 0 && (!isEntrySection(title.kind) || isInBlock(page, at))) return undefined;
  const end =
    endOfBlock(page, at) ?? (isEntrySection(title.kind) ? endOfUnindentedEntries(page, at, title) : undefined);
  return end ?? (blankAbove ? endOfEmptySection(page, at) : undefined);
}

/**
 * Where the section ends that a title opens after another section; undefined when it opens none.
 *
 * @param allowsUnknownTitle - whether a title that is not in the table counts
 */
function sectionEndAfterSection(
  page: IndexedLines,
  at: number,
  title: Title,
  allowsUnknownTitle: boolean,
): number | undefined {
  if (title.kind === undefined) return title.inline === "" && allowsUnknownTitle ? endOfBlock(page, at) : undefined;
  if (title.inline !== "") return endOfBlock(page, at) ?? endOfParagraph(page, at);
  const end =
    endOfBlock(page, at) ?? (isEntrySection(title.kind) ? endOfUnindentedEntries(page, at, title) : undefined);
  return end ?? endOfEmptySection(page, at);
}

/** The end of the indented block under a title; undefined when there is none. */
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
 * The end of entries that stand under their title without indentation: a list, parameters right below it, or whatever
 * follows a title on the first line, whose own indentation is unknown.
 */
function endOfUnindentedEntries(page: IndexedLines, at: number, title: Title): number | undefined {
  const { lines, next } = page;
  const first = next[at] ?? lines.length;
  const head = readEntryHead(lines, first);
  const isList = head?.isListItem === true;
  const isBelow = title.kind === "parameters" && first === at + 1 && head?.separator === ":";
  if (first === lines.length || isKnownTitle(page, first) || !(at === 0 || isList || isBelow)) return undefined;

  const indent = indentAt(page, at);
  let end = first + 1;
  for (; end < lines.length; end++) {
    if (isBlank(page, end) || indentAt(page, end) > indent) continue;
    if (isKnownTitle(page, end) || (isBlank(page, end - 1) && readEntryHead(lines, end) === undefined)) break;
  }
  return end;
}

/** The end of a title with nothing under it but the end of the text or another title. */
function endOfEmptySection(page: IndexedLines, at: number): number | undefined {
  const next = page.next[at] ?? page.lines.length;
  return next === page.lines.length || isKnownTitle(page, next) ? next : undefined;
}

function endOfParagraph(page: IndexedLines, at: number): number {
  const { lines } = page;
  let end = at + 1;
  for (; end < lines.length && !isBlank(page, end); end++) {
    const line = lines[end];
    if (line !== undefined && readTitle(line)?.kind !== undefined) break;
  }
  return end;
}

/** A known title alone on its line or below a blank one: elsewhere it may be a parameter's name. */
function isKnownTitle(page: IndexedLines, at: number): boolean {
  const line = page.lines[at];
  const title = line && readTitle(line);
  return title?.kind !== undefined && (title.inline === "" || isBlank(page, at - 1));
}

/** Whether the text above a line is as deep: the line is part of a block of text or code. */
function isInBlock(page: IndexedLines, at: number): boolean {
  let above = at - 1;
  while (above >= 0 && isBlank(page, above)) above--;
  return indentAt(page, above) >= indentAt(page, at);
}

function isBlank({ lines }: IndexedLines, at: number): boolean {
  return (lines[at]?.text ?? "") === "";
}

function indentAt({ lines }: IndexedLines, at: number): number {
  return lines[at]?.indent ?? 0;
}

function nextNonBlankLines(lines: readonly Line[]): readonly number[] {
  const next = lines.map(() => lines.length);
  let filled = lines.length;
  for (let at = lines.length - 1; at >= 0; at--) {
    next[at] = filled;
    if (lines[at]?.text !== "") filled = at;
  }
  return next;
}

/** The lines of a section; text beside the title comes first, at the margin of the others. */
function sectionLines([first, ...lines]: readonly Line[], { inline }: Title): readonly Line[] {
  if (first === undefined || inline === "") return lines;
  return [{ ...sliceLine(first, first.text.length - inline.length), indent: commonIndent(lines) }, ...lines];
}

/** A line that may open a section. */
interface Title {
  /** As written, without the colon. */
  readonly text: string;
  /** What follows the colon on the same line. */
  readonly inline: string;
  /** Absent for a title that is not in the table. */
  readonly kind?: SectionKind;
}

/** Reads `Title: inline`, also with a full-width colon. */
export function readTitle(line: Line): Title | undefined {
  const match = line.fenced ? null : /^([\p{L}_][^:：]{0,59})[:：]{1,2}(?:\s|$|(?<=：))/u.exec(line.text);
  if (match === null) return undefined;
  const text = (match[1] ?? "").trim();
  const kind = sectionKind(text);
  return { text, inline: line.text.slice(match[0].length).trim(), ...(kind !== undefined && { kind }) };
}
