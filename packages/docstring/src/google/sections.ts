import { type Line, marginOf, partOf } from "../lines.ts";
import type { TitledSection } from "../titled-section.ts";
import { hasEntries } from "../titles.ts";
import { headAt } from "./head.ts";
import { type Title, titleOf } from "./title.ts";

/**
 * Cuts a docstring into the prose before the first section, and the sections.
 *
 * A known title with an indented block opens a section, whatever blank lines are missing or too many; below a blank line
 * `Returns: the sum` does, too. Prose ends only there, so that `Note: see below` stays in it. After it, looser titles
 * count as well: any title with a block, and a known title with text on its own line. An empty section is none.
 */
export function splitSections(lines: readonly Line[]): {
  readonly prose: readonly Line[];
  readonly sections: readonly TitledSection[];
} {
  const page: Page = { lines, next: nextFilled(lines) };
  const prose: Line[] = [];
  const sections: TitledSection[] = [];
  let between: Line[] | undefined;
  let margin = 0;
  let isOpen = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const title = titleOf(line);
    const mayBeOwn = sections.length > 0 && (between === undefined || isBlank(page, at - 1));
    const end = title && (isOpen ? endAfterProse(page, at, title, mayBeOwn) : endInProse(page, at, title));
    if (title !== undefined && end !== undefined) {
      const whole = lines.slice(at, end);
      const section = { title: title.text, kind: title.kind ?? "text", lines: content(whole, title), whole };
      if (section.lines.some((below) => below.text !== "")) sections.push(section);
      between = undefined;
      isOpen = true;
      at = end;
      continue;
    }
    at++;
    if (sections.length === 0) prose.push(line);
    else if (between !== undefined) between.push({ ...line, indent: Math.max(0, line.indent - margin) });
    else if (line.text !== "") {
      margin = line.indent;
      between = [{ ...line, indent: 0 }];
      sections.push({ title: "", kind: "text", lines: between, whole: between });
    }
  }
  return { prose, sections };
}

interface Page {
  readonly lines: readonly Line[];
  /** For each line, the next one that is not blank. */
  readonly next: readonly number[];
}

/** Where the section ends that a title opens in the prose; undefined when it opens none. */
function endInProse(page: Page, at: number, title: Title): number | undefined {
  if (title.kind === undefined) return undefined;
  const blankAbove = isBlank(page, at - 1);
  if (title.inline !== "") {
    if (at === 0 || !blankAbove) return undefined;
    return blockEnd(page, at) ?? (!hasEntries(title.kind) ? undefined : paragraphEnd(page, at));
  }
  if (indentAt(page, at) > 0 && (!hasEntries(title.kind) || isInBlock(page, at))) return undefined;
  const end = blockEnd(page, at) ?? (hasEntries(title.kind) ? flatEnd(page, at, title) : undefined);
  return end ?? (blankAbove ? emptyEnd(page, at) : undefined);
}

/**
 * Where the section ends that a title opens after another section; undefined when it opens none.
 *
 * @param mayBeOwn - whether a title that is not in the table counts
 */
function endAfterProse(page: Page, at: number, title: Title, mayBeOwn: boolean): number | undefined {
  if (title.kind === undefined) return title.inline === "" && mayBeOwn ? blockEnd(page, at) : undefined;
  if (title.inline !== "") return blockEnd(page, at) ?? paragraphEnd(page, at);
  const end = blockEnd(page, at) ?? (hasEntries(title.kind) ? flatEnd(page, at, title) : undefined);
  return end ?? emptyEnd(page, at);
}

/** The end of the indented block under a title; undefined when there is none. */
function blockEnd({ lines, next }: Page, at: number): number | undefined {
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
function flatEnd(page: Page, at: number, title: Title): number | undefined {
  const { lines, next } = page;
  const first = next[at] ?? lines.length;
  const head = headAt(lines, first);
  const isList = head?.bullet === true;
  const isBelow = title.kind === "parameters" && first === at + 1 && head?.mark === ":";
  if (first === lines.length || knownTitle(page, first) || !(at === 0 || isList || isBelow)) return undefined;

  const indent = indentAt(page, at);
  let end = first + 1;
  for (; end < lines.length; end++) {
    if (isBlank(page, end) || indentAt(page, end) > indent) continue;
    if (knownTitle(page, end) || (isBlank(page, end - 1) && headAt(lines, end) === undefined)) break;
  }
  return end;
}

/** The end of a title with nothing under it but the end of the text or another title. */
function emptyEnd(page: Page, at: number): number | undefined {
  const next = page.next[at] ?? page.lines.length;
  return next === page.lines.length || knownTitle(page, next) ? next : undefined;
}

function paragraphEnd(page: Page, at: number): number {
  const { lines } = page;
  let end = at + 1;
  for (; end < lines.length && !isBlank(page, end); end++) {
    const line = lines[end];
    if (line !== undefined && titleOf(line)?.kind !== undefined) break;
  }
  return end;
}

/** A known title alone on its line or below a blank one: elsewhere it may be a parameter's name. */
function knownTitle(page: Page, at: number): boolean {
  const line = page.lines[at];
  const title = line && titleOf(line);
  return title?.kind !== undefined && (title.inline === "" || isBlank(page, at - 1));
}

/** Whether the text above a line is as deep: the line is part of a block of text or code. */
function isInBlock(page: Page, at: number): boolean {
  let above = at - 1;
  while (above >= 0 && isBlank(page, above)) above--;
  return indentAt(page, above) >= indentAt(page, at);
}

function isBlank({ lines }: Page, at: number): boolean {
  return (lines[at]?.text ?? "") === "";
}

function indentAt({ lines }: Page, at: number): number {
  return lines[at]?.indent ?? 0;
}

function nextFilled(lines: readonly Line[]): readonly number[] {
  const next = lines.map(() => lines.length);
  let filled = lines.length;
  for (let at = lines.length - 1; at >= 0; at--) {
    next[at] = filled;
    if (lines[at]?.text !== "") filled = at;
  }
  return next;
}

/** The lines of a section; text beside the title comes first, at the margin of the others. */
function content([first, ...lines]: readonly Line[], { inline }: Title): readonly Line[] {
  if (first === undefined || inline === "") return lines;
  return [{ ...partOf(first, first.text.length - inline.length), indent: marginOf(lines) }, ...lines];
}
