import { joinValues, type Scope, type Value } from "./value.ts";

/** A scope within another. */
export function createScope(parent: Scope | null, isClass: boolean = false): Scope {
  return { names: new Map(), parent, declaredOuter: new Set(), wildcardImports: [], isClass };
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
  if (!scope.declaredOuter.has(name)) {
    scope.names.set(name, value);
    return;
  }
  let owner = scope.parent;
  while (owner?.parent != null && !owner.names.has(name)) owner = owner.parent;
  const before = owner?.names.get(name);
  owner?.names.set(name, before === undefined ? value : joinValues(before, value));
}

/** The modules of which all names were imported, the latest first. */
export function wildcardModules(scope: Scope): readonly string[] {
  const found: string[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.parent) found.push(...at.wildcardImports.toReversed());
  return found;
}

/** The names after one of several ways was taken: what only some of them set may not be set. */
export function joinNameTables(tables: readonly Map<string, Value>[]): Map<string, Value> {
  const [first, ...others] = tables;
  const joined = new Map(first);
  for (const table of others) {
    for (const [name, value] of table) joined.set(name, joinValues(joined.get(name) ?? value, value));
  }
  return joined;
}

/** Whether the same is known of all names. */
export function isSameNameTable(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) if (b.get(name) !== value) return false;
  return true;
}
