/** Renames the tools of another format to names that OpenTool allows. */

/**
 * Returns a name that OpenTool and the providers allow (1 to 64 of `a-z`, `A-Z`, `0-9`, `-` and `_`) for each name, in order. An allowed name
 * stays. In others, a dot becomes `-`, any other character `_`, and characters beyond 64 are cut off. If a name is in use, a number is added.
 * Equal names stay equal, and an empty name stays empty.
 */
export function functionNames(names: readonly string[]): readonly string[] {
  const distinct = [...new Set(names)];
  const taken = new Set(distinct.filter(isAllowed));
  const chosen = new Map(
    distinct.map((name) => [name, name === "" || isAllowed(name) ? name : freeName(legalName(name), taken)]),
  );
  return names.map((name) => chosen.get(name) ?? name);
}

function isAllowed(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name);
}

/** Replaces the characters that a name can't have. */
export function legalName(name: string): string {
  const legal = name.replaceAll(".", "-").replace(/[^a-zA-Z0-9_-]+/g, "_");
  return (legal === name.replaceAll(".", "-") ? legal : legal.replace(/^_+|_+$/g, "")) || "tool";
}

/** Returns the first 64 characters of a name, with a number if that is in use, and marks the result as in use. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name.slice(0, 64);
  for (let number = 2; taken.has(free); number++) free = `${name.slice(0, 64 - `_${number}`.length)}_${number}`;
  taken.add(free);
  return free;
}
