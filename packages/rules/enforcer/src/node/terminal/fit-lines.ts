import { maxTextWidth } from "@helve/core/internal";

/**
 * Breaks lines before the terminal would break them, so that nothing of a long text begins in the first column, where questions begin.
 * The parts of a broken line begin with `↪`, indented like the line.
 *
 * @param text - invisible characters are escaped, apart from tabs, which become four spaces, and the styles of `Paint`
 * @param output - its width counts; a stream that is no terminal has none, and gets the text as it is
 */
export function fitLines(text: string, output: NodeJS.WritableStream): string {
  const { columns } = output as Partial<NodeJS.WriteStream>;
  if (columns === undefined || columns <= 0) return text;
  return text
    .split("\n")
    .map((line) => fitLine(line.replaceAll("\t", "    "), columns))
    .join("\n");
}

function fitLine(line: string, columns: number): string {
  const indentation = Math.max(2, Math.min(leadingSpaces(line), Math.floor(columns / 2)));
  const margin = `${" ".repeat(indentation)}↪ `;
  const most = Math.max(columns - 1, indentation + minText);
  let fitted = "";
  let width = 0;
  for (const part of line.split(styles)) {
    if (part.startsWith(styleStart)) {
      fitted += part;
      continue;
    }
    for (const character of part) {
      const own = maxTextWidth(character);
      if (width + own > most) {
        fitted += `\n${margin}`;
        width = indentation + 3;
      }
      fitted += character;
      width += own;
    }
  }
  return fitted;
}

/** How many columns of text a line has at least, however narrow the terminal is. */
const minText = 12;

const styleStart = "\u001b";

/** Matches the styles that `Paint` adds; the parentheses keep them when a line is split. */
const styles = new RegExp(`(${styleStart}\\[[\\d;]*m)`);

function leadingSpaces(line: string): number {
  const plain = line.split(styles).find((part) => part !== "" && !part.startsWith(styleStart)) ?? "";
  return plain.length - plain.trimStart().length;
}
