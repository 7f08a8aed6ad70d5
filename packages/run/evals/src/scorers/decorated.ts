/** Removes the markup that models write around answers: Markdown, quotes, brackets, LaTeX. */

/** Normalizes a text: composed Unicode, plain quotes, no invisible characters. */
export function plainForm(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚]/g, "'");
}

/** Returns the pattern source for a label, its colon and decoration: `**Answer:** `. */
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
