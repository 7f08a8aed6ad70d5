/** Measures how many columns a text takes on a screen. */

/** How many columns a character takes on a screen, by its Unicode block: none, one or two. */
export function characterWidth(character: string): number {
  if (/\p{M}/u.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** How many columns a text takes at most: no terminal shows a character wider than two columns. */
export function maxTextWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character <= "~" ? 1 : 2;
  return width;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
