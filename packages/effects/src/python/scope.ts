import { join, type Scope, type Value } from "./value.ts";

/** A scope within another. */
export function scopeWithin(parent: Scope | null, isClass: boolean = false): Scope {
  return { names: new Map(), parent, outer: new Set(), wildcards: [], isClass };
}

/** The value of a name; `undefined` when nothing gave it one. */
export function lookUp(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const value = at.names.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Gives a name its value; one of an outer scope may keep the one that it had. */
export function setName(scope: Scope, name: string, value: Value): void {
  if (!scope.outer.has(name)) {
    scope.names.set(name, value);
    return;
  }
  let owner = scope.parent;
  while (owner?.parent != null && !owner.names.has(name)) owner = owner.parent;
  const before = owner?.names.get(name);
  owner?.names.set(name, before === undefined ? value : join(before, value));
}

/** The modules of which all names were imported, the latest first. */
export function wildcardsOf(scope: Scope): readonly string[] {
  const found: string[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.parent) found.push(...at.wildcards.toReversed());
  return found;
}

/** The names after one of several ways was taken: what only some of them set may not be set. */
export function joinNames(ways: readonly Map<string, Value>[]): Map<string, Value> {
  const [first, ...others] = ways;
  const joined = new Map(first);
  for (const way of others) {
    for (const [name, value] of way) joined.set(name, join(joined.get(name) ?? value, value));
  }
  return joined;
}

/** Whether the same is known of all names. */
export function sameNames(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) if (b.get(name) !== value) return false;
  return true;
}
