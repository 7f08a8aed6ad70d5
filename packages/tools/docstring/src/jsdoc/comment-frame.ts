import { dedentLines, type Line, sliceLine } from "../lines.ts";

/**
 * Removes the delimiters and leading stars of a `/** … *\/` comment. Lines outside a comment are returned unchanged,
 * unless each starts with a star and one has a star and a tag.
 */
export function unwrapComment(lines: readonly Line[]): readonly Line[] {
  const isComment = lines[0]?.text.startsWith("/**") === true;
  if (!isComment && !hasCommentStars(lines)) return lines;
  const rows = lines.map((line, index) => {
    const from = isComment && index === 0 ? 3 : line.text.startsWith("*") && !line.text.startsWith("*/") ? 1 : 0;
    const isEnd = isComment && index === lines.length - 1 && line.text.endsWith("*/");
    return unescapeCommentEnd(sliceLine(line, from, isEnd ? Math.max(from, line.text.length - 2) : line.text.length));
  });
  return dedentLines(rows.map((row, index) => (index === 0 ? row : { ...row, fenced: false })));
}

/** Wraps a text in `/** … *\/`. */
export function wrapInComment(text: string): string {
  const lines = text.replace(/\*(\\*)\//g, "*\\$1/").split("\n");
  const [line = ""] = lines;
  if (lines.length === 1) return `/** ${line} */`;
  return ["/**", ...lines.map((one) => (one === "" ? " *" : ` * ${one}`)), " */"].join("\n");
}

/** Whether a text would be parsed as a comment. */
export function looksLikeComment(text: string): boolean {
  const lines = text
    .trimStart()
    .split("\n")
    .map((line) => ({ text: line.trim() }));
  return text.trimStart().startsWith("/**") || hasCommentStars(lines);
}

/** Whether each line starts with a star, and one with a star and a tag. */
function hasCommentStars(lines: readonly Pick<Line, "text">[]): boolean {
  const filled = lines.filter(({ text }) => text !== "");
  return filled.every(({ text }) => /^\*(?:\s|$)/.test(text)) && filled.some(({ text }) => /^\*\s+@[a-z]/.test(text));
}

/** Converts `*\/`, the escaped end of a comment, back to `*` and `/`. */
function unescapeCommentEnd(line: Line): Line {
  return { ...line, text: line.text.replace(/\*\\(\\*)\//g, "*$1/") };
}
