/**
 * Reduces a tool's name to a form that is equal for names that look alike (confusables: Unicode UTS #39, §4). Compatible forms, upper case,
 * separators, and letters of other scripts that look like Latin ones make no difference.
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

/** Pairs of letters that look like one letter. `l` was already replaced by `i`, so `ci` also stands for `cl`: `reacl` is `read`. */
const pairs = [
  ["rn", "m"],
  ["nn", "m"],
  ["vv", "w"],
  ["uu", "w"],
  ["ci", "d"],
] as const;

/** For each Latin letter, the letters and digits that look like it. */
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
