/**
 * Renames the tools of a server to names that Helve and the providers allow: 1 to 64 letters, digits, `_` and `-`. An allowed name stays.
 * In any other name, other characters become `_`, and a clash gets a number: `files/read` and `files.read` become `files_read` and
 * `files_read_2`. Names in `rename` are assigned first, then allowed names, so that no other tool can take one of these names.
 *
 * @param rename - the names of some tools
 * @param length - how long a name may be
 * @returns the names in the order of the tools
 */
export function toolNames(
  names: readonly string[],
  rename: (name: string) => string | undefined = () => undefined,
  length = 64,
): readonly string[] {
  const given = names.map((name) => rename(name));
  const stays = names.map((name, index) => given[index] === undefined && isAllowed(name) && name.length <= length);
  const taken = new Set<string>();
  const chosen: (string | undefined)[] = names.map(() => undefined);
  const take = (index: number, wanted: string): void => {
    chosen[index] = freeName(wanted, taken, length);
    taken.add(chosen[index]);
  };
  for (const [index, name] of given.entries()) if (name !== undefined) take(index, name);
  for (const [index, name] of names.entries()) if (stays[index]) take(index, name);
  for (const [index, name] of names.entries()) {
    if (chosen[index] === undefined) take(index, name.replace(/[^\w-]/g, "_").slice(0, length) || "tool");
  }
  return chosen.filter((name) => name !== undefined);
}

function isAllowed(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

/** A name, or the name with the first number that is free. */
function freeName(name: string, taken: ReadonlySet<string>, length: number): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const end = `_${number}`;
    const numbered = `${name.slice(0, length - end.length)}${end}`;
    if (!taken.has(numbered)) return numbered;
  }
}
