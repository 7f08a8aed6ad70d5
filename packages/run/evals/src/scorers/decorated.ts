/** Removes the markup that models write around answers: Markdown, quotes, brackets, LaTeX. */

/** Normalizes a text: composed Unicode, plain quotes, letters and digits of the usual width, no invisible characters. */
export function plainForm(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g, (wide) => wide.normalize("NFKC"))
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚]/g, "'");
}

/** Returns the pattern source for a label, its colon and decoration: `**Answer:** `. */
export function labelPattern(label: string): string {
  return `(?<![\\p{L}\\p{M}\\p{N}_])${label}[*_\`]*[^\\S\\n]*[:：]${opening}`;
}

/** The pattern source for the end of a value that is one letter or a few words. */
export const valueEnd = "(?![\\p{L}\\p{M}\\p{N}]|_[\\p{L}\\p{M}\\p{N}])";

/** The pattern source for a further letter after a letter, as the group `other`: `A or B` is no answer. */
export const otherLetter =
  "(?<other>[^\\S\\n]*(?:\\bor\\b|\\band\\b|[/,&])[^\\S\\n]*[(*]*[A-Za-z](?![\\p{L}\\p{M}\\p{N}_']|[^\\S\\n]+\\p{L}))?";

/** The commands of LaTeX that mark a value. */
const commands = "(?:boxed|fbox|(?:text|math)(?:bf|it|rm|sf|tt|normal)?)";

/** Marks before a value, on the same line. */
const opening = `(?:[^\\S\\n]|[*_\`"'()\\[{$\\\\<]|${commands}\\{)*`;

/** Removes the marks around a value: `**Paris**`, `$42$`, `\\boxed{42}`, `"Paris".` */
export function withoutMarks(text: string): string {
  const plain = text.trim();
  const value = plain.replace(marksBefore, "");
  // A full stop goes with the mark before it.
  return value.replace(value === plain ? marksAfter : marksAndStop, "");
}

const marksBefore = new RegExp(`^(?:[*_\`"'()[{$<]|\\\\${commands}\\{|\\\\[([])+`);
const marksAfter = /(?:[*_`"')\]}$>]|\\[)\]])+$/;
const marksAndStop = /(?:[*_`"')\]}$>]|\\[)\]])+[.。]?$/;
