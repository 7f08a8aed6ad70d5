/** Looks up the names of modules, functions and classes. */
import type { Interpreter } from "./interpreter.ts";
import { willChange } from "./paths.ts";
import { newCell, type Scope, type Value } from "./value.ts";

/** Creates an empty scope inside another. */
export function createScope(parent: Scope | null, isClass: boolean = false): Scope {
  return {
    kind: "scope",
    born: newCell(),
    names: new Map(),
    isShared: false,
    parent,
    declaredOuter: new Set(),
    wildcardImports: [],
    isClass,
  };
}

/** Looks up a name in a scope and the scopes around it; `undefined` when it has no value. */
export function lookUp(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const value = at.names.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Sets a variable of a scope. */
export function setVariable(scope: Scope, name: string, value: Value, interpreter: Interpreter): void {
  willChange(scope, interpreter);
  initializeVariable(scope, name, value);
}

/** Sets a new variable of a scope. */
export function initializeVariable(scope: Scope, name: string, value: Value): void {
  const names: Map<string, Value> = scope.isShared ? new Map(scope.names) : (scope.names as Map<string, Value>);
  names.set(name, value);
  scope.names = names;
  scope.isShared = false;
}

/** Removes a variable of a scope. */
export function removeVariable(scope: Scope, name: string, interpreter: Interpreter): void {
  willChange(scope, interpreter);
  scope.names = new Map([...scope.names].filter(([each]) => each !== name));
  scope.isShared = false;
}

/** Assigns a value to a name: to the variable of a scope around the current one if the language or the program says so. */
export function setName(name: string, value: Value, interpreter: Interpreter): void {
  const { scope, dialect } = interpreter;
  const isOuter = scope.declaredOuter.has(name) || (dialect.assignsOuter && !scope.names.has(name));
  setVariable(isOuter ? ownerOf(name, scope) : scope, name, value, interpreter);
}

/** Finds the scope that defines a name; the outermost scope if none does. */
function ownerOf(name: string, scope: Scope): Scope {
  let owner = scope;
  do {
    if (owner.parent === null) return owner;
    owner = owner.parent;
  } while (!owner.names.has(name));
  return owner;
}

/** The modules imported with `from module import *`, the latest first. */
export function wildcardModules(scope: Scope): readonly string[] {
  const results: string[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.parent) results.push(...at.wildcardImports.toReversed());
  return results;
}
