/**
 * Returns comments that parse. A valid comment is unchanged. Any other text becomes a `//` comment for each of its lines: a syntax tree from
 * JSON may contain comments without comment signs.
 */
export function asCommentTexts(text: string): readonly string[] {
  if (/^(?:\/\/|#)[^\r\n]*$/.test(text)) return [text.trimEnd()];
  if (text.startsWith("/*") && text.indexOf("*/", 2) === Math.max(text.length - 2, 2)) return [text];
  return text.split(/\r\n?|\n/).map((line) => `// ${line}`.trimEnd());
}

/** Whether nothing can follow a comment on its line: it is a line comment or a block comment of several lines. */
export function endsLine(text: string): boolean {
  return !text.startsWith("/*") || /[\r\n]/.test(text);
}

/** Changes a doc comment (`/// …` or a block that begins with two asterisks) to a plain comment; returns any other comment unchanged. */
export function asPlainComment(text: string): string {
  if (text.startsWith("///") && text[3] !== "/") return `//${text.slice(3)}`;
  return text.startsWith("/**") && text.length > 4 ? `/*${text.slice(2, -2).replace(/^\*+/, "")}*/` : text;
}

/** Whether the parser would read a comment as the doc comment of the rule that follows. */
export function isDocCommentText(text: string): boolean {
  return asPlainComment(text) !== text;
}
