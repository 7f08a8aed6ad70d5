/** A text whose lone carriage returns are line ends, as most languages read them; every character keeps its position. */
export function withLineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r(?!\n)/g, "\n") : text;
}
