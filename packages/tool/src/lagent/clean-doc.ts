/**
 * A docstring's lines as Python's `inspect.cleandoc` leaves them: tabs as spaces, the common margin of all lines but the
 * first taken off, no empty lines around.
 */
export function cleanDoc(text: string): readonly string[] {
  const [first = "", ...rest] = text.trimEnd().split("\n").map(expandTabs);
  const margins = rest.filter((line) => line.trim() !== "").map(indentOf);
  const margin = margins.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(margin))];
  const start = lines.findIndex((line) => line !== "");
  return start === -1 ? [""] : lines.slice(start, lines.findLastIndex((line) => line !== "") + 1);
}

/** How many characters of white space a line begins with. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether a line has nothing on it. */
export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  for (const part of line.split(/(\t)/)) expanded += part === "\t" ? " ".repeat(8 - (expanded.length % 8)) : part;
  return expanded;
}
