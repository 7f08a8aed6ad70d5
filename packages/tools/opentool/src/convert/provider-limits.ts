/** Keeps tools within the sizes that a provider accepts: it refuses the whole request if one tool is beyond them. */

/** The sizes that a provider accepts. */
export interface ProviderLimits {
  /** The most characters in a tool's description. */
  readonly descriptionLength?: number;
  /** The most tools in one request. */
  readonly tools?: number;
}

/**
 * Joins a tool's description and the notes about its schema. Notes that would exceed the limit are left out; a description that
 * exceeds it is cut off after a sentence or a word.
 *
 * @returns the text, and what was lost, for the end of a sentence
 */
export function describeWithin(
  description: string,
  notes: readonly string[],
  { descriptionLength = Number.POSITIVE_INFINITY }: ProviderLimits = {},
): { readonly text: string; readonly lost: readonly string[] } {
  if (description.length > descriptionLength) {
    const text = cutText(description, descriptionLength);
    const size = `a description of more than ${descriptionLength} characters (there are ${description.length})`;
    return { text, lost: [`${size}: it is cut off`] };
  }
  let text = description;
  const lost: string[] = [];
  for (const note of notes) {
    const longer = [text, note].filter((part) => part !== "").join("\n");
    if (longer.length <= descriptionLength) text = longer;
    else
      lost.push(
        `the remark ${JSON.stringify(note)}: the description would have more than ${descriptionLength} characters`,
      );
  }
  return { text, lost };
}

/** Cuts a text off after a sentence if at least half remains, else after a word. */
function cutText(text: string, length: number): string {
  const start = text.slice(0, length - 1).replace(/\p{Surrogate}$/u, "");
  const ends = [/^.*[.!?。！？](?=\s|$)/su, /^.*(?=\s)/su].map((end) => end.exec(start)?.[0].trimEnd() ?? "");
  return `${ends.find((end) => end.length >= length / 2) ?? start}…`;
}
