// The names of modules, functions and classes, and where they are looked up.

import { joinValues, type Scope, type Value } from "./value.ts";

/** Creates an empty scope inside another. */
export function createScope(parent: Scope | null, isClass: boolean = false): Scope {
  return { names: new Map(), parent, declaredOuter: new Set(), wildcardImports: [], isClass };
}

/** Looks up a name in a scope and the scopes around it; `undefined` when it has no value. */
export function lookUp(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const value = at.names.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Assigns a value to a name. For a `global` or `nonlocal` name, the old value stays an alternative. */
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

/** The modules imported with `from module import *`, the latest first. */
export function wildcardModules(scope: Scope): readonly string[] {
  const results: string[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.parent) results.push(...at.wildcardImports.toReversed());
  return results;
}

/** Joins the names after several branches; a name that only some branches set keeps that value. */
export function joinNameTables(tables: readonly Map<string, Value>[]): Map<string, Value> {
  const [first, ...others] = tables;
  const joined = new Map(first);
  for (const table of others) {
    for (const [name, value] of table) joined.set(name, joinValues(joined.get(name) ?? value, value));
  }
  return joined;
}

/** Whether two tables have the same names with the same values. */
export function isSameNameTable(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) if (b.get(name) !== value) return false;
  return true;
}
