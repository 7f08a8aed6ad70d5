/**
 * Which of some characters a part of a pattern matches that stands for one: all of ASCII, some beyond it, and those that the
 * part itself names.
 *
 * @param source - `a`, `.`, `\d`, `[^x-z]`, …
 */
export function characterSet(source: string): ReadonlySet<string> {
  const known = sets.get(source);
  if (known !== undefined) return known;
  const pattern = compiled(source);
  const set = new Set<string>();
  for (const character of [...sample, ...source]) if (pattern?.test(character)) set.add(character);
  if (sets.size >= mostSets) sets.clear();
  if (source.length <= longestKept) sets.set(source, set);
  return set;
}

const sets = new Map<string, ReadonlySet<string>>();
const mostSets = 500;
const longestKept = 100;

const sample = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u00a0éßДעא中あ한\u2028€—😀",
];

function compiled(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(`^(?:${source})$`, flags);
    } catch {
      // Without the flag, some mean themselves.
    }
  }
  return undefined;
}
