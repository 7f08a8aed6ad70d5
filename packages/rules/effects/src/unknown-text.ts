/** Marks the unknown parts of a text that an interpreted program builds. */

/** Stands for unknown text. */
export const unknownText = "\uFFFF";

/** Stands for unknown text that can't change the directory of a path: no slash, no `..`. */
export const unknownName = "\uFFFE";

/** Stands for text that the user supplies: an argument, an environment variable. It starts with `unknownText`. */
export const suppliedText: string = `${unknownText}\uFDD0`;

/** Matches each unknown part of a text, as a group of `split`. */
const unknownParts = /([\uFFFE\uFFFF\uFDD0]+)/;

/** Whether a part of a text is unknown. */
export function hasUnknownText(text: string): boolean {
  return text.includes(unknownText) || text.includes(unknownName);
}

/** The parts of a text in order: `null` for an unknown one. An empty text has one part. */
export function textParts(text: string): readonly (string | null)[] {
  if (!hasUnknownText(text)) return [text];
  const parts = text.split(unknownParts).filter((part) => part !== "");
  return parts.map((part) => (hasUnknownText(part) ? null : part));
}
