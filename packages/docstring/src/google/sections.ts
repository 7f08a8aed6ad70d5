import { type Line, marginOf } from "../lines.ts";
import { headAt } from "./head.ts";
import { type SectionKind, type Title, titleOf } from "./titles.ts";

/** A section's title and the lines under it; text that stands between sections has no title. */
export interface Section {
  readonly title: string;
  readonly kind: SectionKind;
  readonly lines: readonly Line[];
}

/**
 * Cuts a docstring into the prose before the first section, and the sections.
 *
 * A known title with an indented block opens a section, whatever blank lines are missing or too many; below a blank line
 * `Returns: the sum` does, too. Prose ends only there, so that `Note: see below` stays in it. After it, looser titles
 * count as well: any title with a block, and a known title with text on its own line.
 */
export function splitSections(lines: readonly Line[]): {
  readonly prose: readonly Line[];
  readonly sections: readonly Section[];
} {
  const page: Page = { lines, next: nextFilled(lines) };
  const prose: Line[] = [];
  const sections: Section[] = [];
  let between: Line[] | undefined;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const title = titleOf(line);
    const end = title && (sections.length === 0 ? endInProse(page, at, title) : endAfterProse(page, at, title));
    if (title !== undefined && end !== undefined) {
      sections.push({ title: title.text, kind: title.kind ?? "text", lines: content(lines.slice(at + 1, end), title) });
      between = undefined;
      at = end;
      continue;
    }
    if (sections.length > 0 && between === undefined) {
      between = [];
      sections.push({ title: "", kind: "text", lines: between });
    }
    (between ?? prose).push(line);
    at++;
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
    return blockEnd(page, at) ?? (title.kind === "text" ? undefined : paragraphEnd(page, at));
  }
  if (title.kind === "text") return at > 0 && indentAt(page, at) === 0 ? blockEnd(page, at) : undefined;
  return blockEnd(page, at) ?? flatEnd(page, at, title) ?? (blankAbove ? emptyEnd(page, at) : undefined);
}

/** Where the section ends that a title opens after another section; undefined when it opens none. */
function endAfterProse(page: Page, at: number, title: Title): number | undefined {
  if (title.kind === undefined) return title.inline === "" && isBlank(page, at - 1) ? blockEnd(page, at) : undefined;
  if (title.inline !== "") return blockEnd(page, at) ?? paragraphEnd(page, at);
  if (title.kind === "text") return blockEnd(page, at);
  return blockEnd(page, at) ?? flatEnd(page, at, title) ?? emptyEnd(page, at);
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
function content(lines: readonly Line[], title: Title): readonly Line[] {
  return title.inline === "" ? lines : [{ indent: marginOf(lines), text: title.inline, fenced: false }, ...lines];
}
