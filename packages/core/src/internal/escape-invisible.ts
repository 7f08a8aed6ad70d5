/**
 * A text as it can be shown: every character that a terminal would obey, or that hides or reorders text, is written out as
 * `\u{1b}`, so that what a person is asked about is what they see. Tabs and line ends stay.
 *
 * @example
 * visible("ls\u001b[2K"); // "ls\\u{1b}[2K"
 */
export function escapeInvisible(text: string): string {
  return text.replace(/[^\P{C}\t\n]|[\p{Zl}\p{Zp}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
}

/** A value as JSON on one line, with the same characters escaped as JSON does: what is shown is the value itself. */
export function visibleJson(value: unknown): string {
  return (JSON.stringify(value) ?? "").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) => {
    return Array.from({ length: hidden.length }, (_, at) => escaped(hidden.charCodeAt(at))).join("");
  });
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
