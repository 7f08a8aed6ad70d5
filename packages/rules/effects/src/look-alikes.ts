/** Finds names with look-alike letters, such as a Cyrillic `а` in `pаypal.com`. */

/** A name with letters that only look like other letters. */
export interface LookAlike {
  /** The first such letter, as text for people: `"і" (U+0456)`. */
  readonly letter: string;
  /** The letter that it looks like: `i`. */
  readonly like: string;
  /** The name as a person reads it: `github.com`. */
  readonly name: string;
}

/**
 * Finds letters in a host or the name of a program that only look like Latin letters: `gіthub.com` with a Cyrillic `і`. A name that
 * has other letters, too, such as `пример.рф`, is not reported.
 *
 * @param name - a host, also in punycode, or a name; `undefined` is returned if it has no such letter
 */
export function lookAlike(name: string): LookAlike | undefined {
  if (name.length > 256) return undefined;
  const written = name.includes("xn--") ? name.split(".").map(decodeLabel).join(".") : name;
  if (isAscii.test(written)) return undefined;
  const letters = Array.from(written, (letter) => ({
    letter,
    like: latinLetters.get(letter) ?? letter.normalize("NFKC"),
  }));
  const plain = letters.map(({ like }) => like).join("");
  const found = letters.find(({ letter, like }) => letter !== like && isAscii.test(like));
  if (found === undefined || !isAscii.test(plain)) return undefined;
  return { letter: characterText(found.letter), like: found.like, name: plain };
}

const isAscii = /^[\x21-\x7e]+$/;

/** A character with its number: `"і" (U+0456)`. */
function characterText(letter: string): string {
  return `"${letter}" (U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")})`;
}

/**
 * Letters of other alphabets, each followed by the Latin letter that it looks like. Letters in other forms (full-width, bold) are found
 * by their compatibility form.
 */
const latinLetters: ReadonlyMap<string, string> = new Map(
  [
    "аa еe оo рp сc уy хx іi јj ѕs ԁd һh ԛq ԝw ѡw ӏl ԍg гr ьb кk тt мm нh вb", // Cyrillic
    "АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԌG ӀI ԚQ ԜW",
    "αa οo νv ρp τt υu ιi κk γy χx ηn ωw ϲc ϳj", // Greek
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX",
    "օo ոn սu հh ցg զq աw", // Armenian
    "ıi ɩi ɡg ɑa ʋv ꜱs ɢg ɴn ʀr ʟl ᴄc ᴏo ᴠv ᴡw ᴢz", // Latin letters of phonetics and small capitals
    "‐- ‑- ‒- –- —- −- ∕/ ⁄/ ⧸/ 。.", // dashes, slashes and stops
  ]
    .flatMap((row) => row.split(" "))
    .map((pair) => {
      const [letter = "", like = ""] = pair;
      return [letter, like] as const;
    }),
);

/** The letters of one label of a host in punycode: `xn--gthub-n4a` is `gіthub`; a label that can't be decoded is unchanged. */
function decodeLabel(label: string): string {
  if (!/^xn--[a-z0-9-]{1,59}$/i.test(label)) return label;
  const encoded = label.slice(4).toLowerCase();
  const delimiter = encoded.lastIndexOf("-");
  const letters = [...encoded.slice(0, Math.max(0, delimiter))];
  const state = { code: 128, index: 0, bias: 72 };
  let at = delimiter + 1;
  while (at < encoded.length) {
    const before = state.index;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = digits.indexOf(encoded[at++] ?? "-");
      if (digit < 0) return label;
      state.index += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - state.bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = letters.length + 1;
    state.bias = adaptedBias(state.index - before, length, before === 0);
    state.code += Math.floor(state.index / length);
    state.index %= length;
    if (state.code > 0x10ffff) return label;
    letters.splice(state.index++, 0, String.fromCodePoint(state.code));
  }
  return letters.join("");
}

const digits = "abcdefghijklmnopqrstuvwxyz0123456789";

/** The bias of the next digit of punycode, by RFC 3492, section 6.1. */
function adaptedBias(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}
