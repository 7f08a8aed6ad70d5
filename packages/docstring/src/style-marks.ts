import type { DocstringStyle } from "./docstring.ts";
import type { FieldMarks } from "./fields/field.ts";
import { fieldKind } from "./fields/kinds.ts";
import { titleOf } from "./google/title.ts";
import { jsdocMarks } from "./jsdoc/marks.ts";
import type { Line } from "./lines.ts";
import { isUnderline } from "./numpy/sections.ts";
import { restMarks } from "./rest/marks.ts";
import { kindOf } from "./titles.ts";

/**
 * The styles whose own marks a docstring has, the least mistakable first: underlined titles (NumPy), a comment frame or
 * tags (JSDoc), fields between colons (reST), tags with a colon (Epydoc), titles with a colon (Google), which prose has
 * as well. Google when there are none.
 */
export function stylesMarkedIn(lines: readonly Line[]): readonly DocstringStyle[] {
  if (lines[0]?.text.startsWith("/**")) return ["jsdoc"];
  const marked = new Set(lines.map((line, at) => (line.fenced ? undefined : markAt(line, lines[at + 1]))));
  const styles = order.filter((style) => marked.has(style));
  return styles.length === 0 ? ["google"] : styles;
}

const order = ["numpy", "jsdoc", "rest", "epydoc", "google"] as const satisfies readonly DocstringStyle[];

function markAt(line: Line, below: Line | undefined): DocstringStyle | undefined {
  const { text } = line;
  if (text === "") return undefined;
  if (below !== undefined && isUnderline(below.text) && kindOf(text) !== undefined) return "numpy";
  const directive = text.startsWith("..") ? restMarks.headIn(line) : undefined;
  if (directive !== undefined || says(restMarks, line)) return "rest";
  if (isEpydocTag(text)) return "epydoc";
  if (says(jsdocMarks, line)) return "jsdoc";
  return titleOf(line)?.kind === undefined ? undefined : "google";
}

/** Whether a line has a field or tag of the style, of a name that means something: anything may stand between colons. */
function says({ headIn }: FieldMarks, line: Line): boolean {
  const kind = headIn(line)?.kind;
  return kind !== undefined && kind !== "section";
}

/** A tag with a colon, `@return: text`, behind a name where the tag is about one: `@param x: text`. */
function isEpydocTag(text: string): boolean {
  const [whole, tag = "", argument] = /^@([a-zA-Z][\w-]*)((?:\s+[^\s:{}]+){0,2})\s*:(?:\s|$)/.exec(text) ?? [];
  if (whole === undefined) return false;
  const kind = fieldKind(tag);
  return argument === "" || kind === "raises" || /^(?:parameter|attribute)/.test(kind ?? "");
}
