import { escapeInvisible, maxTextWidth } from "@helve/core/internal";

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
  if (line.length === 0 || (maxTextWidth(line) <= width && text.length <= 4 * width)) return line;
  let cut = "";
  for (const character of line) {
    if (maxTextWidth(cut) + maxTextWidth(character) >= width) break;
    cut += character;
  }
  return `${cut}…`;
}
