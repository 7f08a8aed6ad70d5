/** Replaces lone carriage returns by line feeds; positions stay the same. */
export function withLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r(?!\n)/g, "\n") : text;
}
