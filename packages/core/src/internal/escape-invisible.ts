/**
 * Escapes control, format and other invisible characters as `\u{1b}`, so that a terminal can't interpret them and a person
 * sees what they approve. Tabs and line feeds stay.
 *
 * @example
 * visible("ls\u001b[2K"); // "ls\\u{1b}[2K"
 */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
}

/** Formats a value as JSON on one line, with invisible characters escaped as JSON escapes, so the text is still that value. */
export function visibleJson(value: unknown): string {
  return (JSON.stringify(value) ?? "").replace(invisible, (hidden) => {
    return Array.from({ length: hidden.length }, (_, at) => escaped(hidden.charCodeAt(at))).join("");
  });
}

/** Without tabs and line feeds, which JSON escapes itself. */
const invisible = /[^\P{C}\t\n]|[\p{Zl}\p{Zp}\u2800]|(?!\uFE0F)\p{DI}/gu;

/** Writes a UTF-16 unit as `\u200b`. */
function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
