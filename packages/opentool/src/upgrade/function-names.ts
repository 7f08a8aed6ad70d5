/** The longest name that a function may have. */
const longest = 64;

/**
 * Legal names for those that are not (OpenTool 1.0.0 §Function): a dot becomes `-`, as in `wireNames`, any other letter
 * that is not allowed `_`, and what is too long is cut. A name that is legal, or empty, is not in the table.
 *
 * No two names become one, nor one that is there already: `_2`, `_3`, … keeps them apart.
 */
export function legalNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names);
  const legal = new Map<string, string>();
  for (const name of new Set(names)) {
    if (name === "" || /^[a-zA-Z0-9_-]{1,64}$/.test(name)) continue;
    const wanted = name.replaceAll(".", "-").replace(/[^a-zA-Z0-9_-]/gu, "_");
    const free = freeName(wanted, taken);
    taken.add(free);
    legal.set(name, free);
  }
  return legal;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted.slice(0, longest);
  for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, longest - `_${n}`.length)}_${n}`;
  return name;
}
