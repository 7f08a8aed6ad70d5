import { escapeInvisible } from "@helve/core/internal";

/**
 * Text of a model or a tool that is safe to print: control characters, escape sequences and characters that change the direction of text
 * are escaped. Line ends become `\n`, and tabs four spaces.
 */
export function visibleText(text: string): string {
  return escapeInvisible(text.replace(/\r\n/g, "\n").replaceAll("\t", "    "));
}

/** The same on one line, cut to a width. */
export function oneLine(text: string, width: number): string {
  const line = visibleText(text.slice(0, 4 * width).replace(/\s+/g, " ")).trim();
  if (line.length === 0 || (textWidth(line) <= width && text.length <= 4 * width)) return line;
  let cut = "";
  for (const character of line) {
    if (textWidth(cut) + textWidth(character) >= width) break;
    cut += character;
  }
  return `${cut}…`;
}

/** How many columns a text takes at most: no terminal shows a character wider than two columns. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character <= "\u007e" ? 1 : 2;
  return width;
}
