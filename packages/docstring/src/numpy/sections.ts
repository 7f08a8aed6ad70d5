import { deprecationOf, directiveAt } from "../directive.ts";
import type { DocstringDeprecation } from "../docstring.ts";
import type { Line } from "../lines.ts";
import type { TitledSection } from "../titled-section.ts";
import { kindOf, type SectionKind } from "../titles.ts";

/**
 * Cuts a docstring at its underlined titles into the prose before the first and the sections. A title that is not a
 * known one needs a blank line above. A deprecation may stand anywhere at the margin and is part of neither.
 */
export function splitSections(lines: readonly Line[]): {
  readonly prose: readonly Line[];
  readonly sections: readonly TitledSection[];
  readonly deprecations: readonly DocstringDeprecation[];
} {
  const prose: Line[] = [];
  const sections: { title: string; kind: SectionKind; lines: Line[]; whole: Line[] }[] = [];
  const deprecations: DocstringDeprecation[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    const title = titleAt(lines, at);
    if (title !== undefined) {
      sections.push({ title, kind: kindOf(title) ?? "text", lines: [], whole: lines.slice(at, at + 2) });
      at++;
      continue;
    }
    const section = sections.at(-1);
    const text = section?.lines ?? prose;
    const directive = line.indent === 0 ? directiveAt(lines, at) : undefined;
    if (directive?.name === "deprecated") {
      deprecations.push(deprecationOf(directive));
      at += directive.whole.length - 1;
      if ((text.at(-1)?.text ?? "") === "") while (lines[at + 1]?.text === "") at++;
      continue;
    }
    section?.whole.push(line);
    text.push(line);
  }
  return { prose, sections, deprecations };
}

/** The title at `lines[at]`, if the line below underlines it. */
function titleAt(lines: readonly Line[], at: number): string | undefined {
  const line = lines[at];
  const underline = lines[at + 1];
  if (line === undefined || underline === undefined || line.text === "" || line.text.length > 60) return undefined;
  const isFlat = line.indent === 0 && underline.indent === 0 && !line.fenced && !underline.fenced;
  if (!isFlat || !isUnderline(underline.text) || isUnderline(line.text)) return undefined;
  const title = line.text.replace(/\s*[:：]$/, "");
  const isClear = kindOf(title) !== undefined || (lines[at - 1]?.text ?? "") === "";
  return isClear ? title : undefined;
}

/** Whether a line of dashes or equals signs makes the line above it a title. */
export function isUnderline(text: string): boolean {
  return /^(?:-{3,}|={3,})$/.test(text);
}
