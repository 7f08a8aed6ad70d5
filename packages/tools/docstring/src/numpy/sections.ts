import { readDirectiveVersion } from "../deprecation.ts";
import type { DocstringDeprecation } from "../docstring.ts";
import { joinLines, type Line, rangeOfLines, sliceLine } from "../lines.ts";
import { type SectionKind, sectionKind } from "../section-titles.ts";
import type { TitledSection } from "../sections.ts";
import { withoutUndefined } from "../without-undefined.ts";

/**
 * Splits a docstring at its underlined titles into the description and the sections. An unknown title needs a blank
 * line above it. A `.. deprecated::` directive without indentation can occur anywhere and belongs to neither.
 */
export function splitSections(lines: readonly Line[]): {
  readonly description: readonly Line[];
  readonly sections: readonly TitledSection[];
  readonly deprecations: readonly DocstringDeprecation[];
} {
  const description: Line[] = [];
  const sections: { title: string; kind: SectionKind; lines: Line[]; allLines: Line[] }[] = [];
  const deprecations: DocstringDeprecation[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    const title = readUnderlinedTitle(lines, at);
    if (title !== undefined) {
      sections.push({ title, kind: sectionKind(title) ?? "text", lines: [], allLines: lines.slice(at, at + 2) });
      at++;
      continue;
    }
    const section = sections.at(-1);
    const text = section?.lines ?? description;
    const directive = line.indent === 0 ? readDirective(lines, at) : undefined;
    if (directive?.name === "deprecated") {
      deprecations.push(deprecationFromDirective(directive));
      at += directive.allLines.length - 1;
      if ((text.at(-1)?.text ?? "") === "") while (lines[at + 1]?.text === "") at++;
      continue;
    }
    section?.allLines.push(line);
    text.push(line);
  }
  return { description, sections, deprecations };
}

/** The title at `lines[at]`, if the next line underlines it. The underline of a known title may be indented. */
function readUnderlinedTitle(lines: readonly Line[], at: number): string | undefined {
  const line = lines[at];
  const underline = lines[at + 1];
  if (line === undefined || underline === undefined || line.text === "" || line.text.length > 60) return undefined;
  if (line.indent > 0 || line.fenced || underline.fenced) return undefined;
  if (!isUnderline(underline.text) || isUnderline(line.text)) return undefined;
  const title = line.text.replace(/\s*[:：]$/, "");
  const isKnown = sectionKind(title) !== undefined;
  const isClear = isKnown || (underline.indent === 0 && (lines[at - 1]?.text ?? "") === "");
  return isClear ? title : undefined;
}

/** Whether a line of dashes or equals signs underlines the title above it. */
export function isUnderline(text: string): boolean {
  return /^(?:-{3,}|={3,})$/.test(text);
}

/** A reStructuredText directive: `.. name:: argument`, with the deeper lines below it. */
interface Directive {
  readonly name: string;
  /** The text after the `::`. */
  readonly argument: Line;
  readonly body: readonly Line[];
  /** The line of the directive and the lines below it. */
  readonly allLines: readonly Line[];
}

/** Reads the directive at `lines[at]`. */
function readDirective(lines: readonly Line[], at: number): Directive | undefined {
  const line = lines[at];
  const match = line === undefined || line.fenced ? null : /^\.\.\s+([\w-]{1,40})::(?=\s|$)/.exec(line.text);
  if (line === undefined || match === null) return undefined;
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    const below = lines[next];
    if (below === undefined || (below.text !== "" && below.indent <= line.indent)) break;
    if (below.text !== "") end = next + 1;
  }
  const argument = sliceLine(line, match[0].length);
  return { name: match[1] ?? "", argument, body: lines.slice(at + 1, end), allLines: lines.slice(at, end) };
}

/** Converts `.. deprecated:: 1.2` to a deprecation. */
function deprecationFromDirective({ argument, body, allLines }: Directive): DocstringDeprecation {
  const { version, end = 0 } = readDirectiveVersion(argument.text) ?? {};
  return withoutUndefined({
    version,
    description: joinLines(body, sliceLine(argument, end)),
    ...rangeOfLines(allLines),
  });
}
