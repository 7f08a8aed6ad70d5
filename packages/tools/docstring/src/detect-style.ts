import type { DocstringStyle } from "./docstring.ts";
import type { FieldSyntax } from "./fields/field.ts";
import { fieldKind } from "./fields/field-head.ts";
import { readTitle } from "./google/sections.ts";
import { jsdocSyntax } from "./jsdoc/tags.ts";
import type { Line } from "./lines.ts";
import { isUnderline } from "./numpy/sections.ts";
import { restSyntax } from "./rest.ts";
import { sectionKind } from "./section-titles.ts";

/**
 * Finds the styles whose markup occurs in a docstring, the least ambiguous first: underlined titles (NumPy), a comment
 * or tags (JSDoc), fields between colons (reST), tags with a colon (Epydoc), titles with a colon (Google), which also
 * occur in ordinary text. Returns Google if there is no markup.
 */
export function detectStyles(lines: readonly Line[]): readonly DocstringStyle[] {
  if (lines[0]?.text.startsWith("/**")) return ["jsdoc"];
  const marked = new Set(lines.map((line, at) => (line.fenced ? undefined : detectLineStyle(line, lines[at + 1]))));
  const styles = stylePriority.filter((style) => marked.has(style));
  return styles.length === 0 ? ["google"] : styles;
}

/** The styles, the least ambiguous markup first. */
const stylePriority = ["numpy", "jsdoc", "rest", "epydoc", "google"] as const satisfies readonly DocstringStyle[];

/** The style whose markup a line has, such as `rest` for `:param x: text`. */
function detectLineStyle(line: Line, below: Line | undefined): DocstringStyle | undefined {
  const { text } = line;
  if (text === "") return undefined;
  if (below !== undefined && isUnderline(below.text) && sectionKind(text) !== undefined) return "numpy";
  const directive = text.startsWith("..") ? restSyntax.readHead(line) : undefined;
  if (directive !== undefined || hasKnownTag(restSyntax, line)) return "rest";
  if (isEpydocTag(text)) return "epydoc";
  if (hasKnownTag(jsdocSyntax, line)) return "jsdoc";
  return readTitle(line)?.kind === undefined ? undefined : "google";
}

/**
 * Whether a line starts a field or tag that the style defines, such as `param`. Any other word between colons is
 * ignored.
 */
function hasKnownTag({ readHead }: FieldSyntax, line: Line): boolean {
  const kind = readHead(line)?.kind;
  return kind !== undefined && kind !== "section";
}

/** Whether a line starts with an Epydoc tag and colon, `@return: text`, or for a parameter `@param x: text`. */
function isEpydocTag(text: string): boolean {
  const [whole, tag = "", argument] = /^@([a-zA-Z][\w-]*)((?:\s+[^\s:{}]+){0,2})\s*:(?:\s|$)/.exec(text) ?? [];
  if (whole === undefined) return false;
  const kind = fieldKind(tag);
  return argument === "" || kind === "raises" || /^(?:parameter|attribute)/.test(kind ?? "");
}
