/**
 * Reduces a tool's name to what a person or a model takes it for: compatible forms, upper case, separators and letters of other scripts that
 * look like Latin ones are not told apart (after Unicode UTS #39, §4, for the letters that occur in such names).
 *
 * @example
 * skeleton("read_file") === skeleton("reаd-File"); // true: the second name has a Cyrillic letter
 */
export function skeleton(name: string): string {
  const letters = Array.from(name.normalize("NFKD").toLowerCase(), (letter) => lookAlikes.get(letter) ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
  return pairs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), letters);
}

/** Letters side by side that look like one; an `l` is an `i` by then, so that `reacl` is `read`. */
const pairs = [
  ["rn", "m"],
  ["nn", "m"],
  ["vv", "w"],
  ["uu", "w"],
  ["ci", "d"],
] as const;

/** Letters and digits that look like a Latin letter, by that letter. */
const alike: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "ьЬ",
  c: "сϲ",
  d: "ԁ",
  e: "еєҽ",
  g: "ɡ",
  h: "һ",
  i: "іıιɩ1lӏ|Ɩ",
  j: "јϳ",
  k: "кκ",
  m: "м",
  n: "пո",
  o: "оοօ0σ",
  p: "рρ",
  q: "ԛ",
  r: "г",
  s: "ѕ5",
  t: "тτ",
  u: "υսц",
  v: "ѵν",
  w: "ԝω",
  x: "хχ",
  y: "уүγ",
  z: "ʐ",
};

const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries(alike).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);
