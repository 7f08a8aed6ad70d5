/**
 * A text with every character that a terminal would obey or hide made a `\ufffd`, so that what a person is asked about
 * is what they see. Tabs and line ends stay.
 */
export function visible(text: string): string {
  return text.replace(/[^\P{C}\t\n]/gu, "\ufffd");
}
