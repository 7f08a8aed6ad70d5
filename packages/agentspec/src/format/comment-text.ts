/** A comment as texts that are comments. One that is none, which only JSON can hold, becomes one for each of its lines. */
export function commentTexts(text: string): readonly string[] {
  if (/^(?:\/\/|#)[^\r\n]*$/.test(text)) return [text.trimEnd()];
  if (text.startsWith("/*") && text.indexOf("*/", 2) === Math.max(text.length - 2, 2)) return [text];
  return text.split(/\r\n?|\n/).map((said) => `// ${said}`.trimEnd());
}

/** Whether nothing can stand behind a comment on its line, or on the line on which it began. */
export function closesLine(text: string): boolean {
  return !text.startsWith("/*") || /[\r\n]/.test(text);
}

/** A comment that would be read as the doc comment of what comes after it, as one that would not. */
export function withoutDocSigns(text: string): string {
  if (text.startsWith("///") && text[3] !== "/") return `//${text.slice(3)}`;
  return text.startsWith("/**") && text.length > 4 ? `/*${text.slice(2, -2).replace(/^\*+/, "")}*/` : text;
}

/** Whether a comment would be read as the doc comment of what comes after it. */
export function looksLikeDoc(text: string): boolean {
  return withoutDocSigns(text) !== text;
}
