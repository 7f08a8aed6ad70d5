/** Removes the markup that models write around answers: Markdown, quotes, brackets, LaTeX. */

/** A text in composed form, with plain quotes, and without characters that nobody sees. */
export function plainForm(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚]/g, "'");
}

/** The source of a pattern for a label with its colon, and what stands between it and its value. */
export function labelPattern(label: string): string {
  return `(?<![\\p{L}\\p{M}\\p{N}_])${label}[*_\`]*[^\\S\\n]*[:：]${opening}`;
}

/** Marks before a value, on the same line. */
const opening = "(?:[^\\S\\n]|[*_`\"'()\\[{$\\\\]|boxed\\{|text\\{|mathrm\\{)*";

/** Removes the marks around a value: `**Paris**`, `$42$`, `\\boxed{42}`. */
export function withoutMarks(text: string): string {
  return text
    .trim()
    .replace(/^(?:[*_`"'()[{$]|\\(?:boxed|text|mathrm)\{|\\[([])+/, "")
    .replace(/(?:[*_`"')\]}$]|\\[)\]])+$/, "");
}
