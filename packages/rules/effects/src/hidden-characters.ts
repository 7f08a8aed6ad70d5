import type { AnythingEffect } from "./effects.ts";

/**
 * The effect of code with characters that hide its meaning. Invisible ones: `r` and a zero-width space and `m` looks like `rm`. Others change
 * the order of the letters on a screen, or are keys for a terminal. Text in Arabic, Hebrew, Persian or Hindi and emoji use some of them
 * without hiding code.
 *
 * @param language - of the code; in a shell, a carriage return without a line feed is the key Enter
 */
export function hiddenCharacterEffect(code: string, language: string): AnythingEffect | undefined {
  const found = hiddenCharacter.exec(code) ?? (language === "shell" ? loneReturn.exec(code) : null);
  if (found === null) return undefined;
  const [character] = found;
  const number = character.codePointAt(0) ?? 0;
  const effect = isDirection(number)
    ? "changes the order of the letters on a screen"
    : number < 0xa0
      ? "a terminal takes as a key"
      : "is invisible";
  const name = `U+${number.toString(16).toUpperCase().padStart(4, "0")}`;
  return {
    kind: "anything",
    certainty: "unknown",
    by: "",
    start: found.index,
    end: found.index + character.length,
    reason: `the code contains the character ${name}, which ${effect}, so a person can't see what the code does`,
  };
}

/**
 * Matches marks of direction that include other letters; invisible characters; invisible joiners beside an ASCII letter; and invisible
 * copies of ASCII outside of the emoji of a flag.
 */
const hiddenCharacter =
  /[^\P{Cc}\t\n\f\r]|[\u202a-\u202e\u2066-\u2069\u00ad\u200b\u2060-\u2064\u180e\u115f\u1160\u3164\uffa0]|(?<!^)\ufeff|[\u200c-\u200f](?=\w)|(?<=\w)[\u200c-\u200f]|(?<![\u{1F3F4}\u{E0000}-\u{E007F}])[\u{E0000}-\u{E007F}]/u;

const loneReturn = /\r(?!\n)/;

function isDirection(number: number): boolean {
  return (number >= 0x202a && number <= 0x202e) || (number >= 0x2066 && number <= 0x2069);
}
