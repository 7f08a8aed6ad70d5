/** Looks up members of classes and binds them to an object. */
import type { Alternative, ClassValue, FunctionValue, Value } from "./value.ts";

/** Binds methods to the object on which they are accessed. */
export function bindSelf(member: Value, self: Value): Value {
  const alternatives = member.alternatives.map((each) =>
    each.kind === "function" && each.self === null && !isStatic(each) ? { ...each, self } : each,
  );
  return { ...member, alternatives };
}

function isStatic({ node }: FunctionValue): boolean {
  return (
    node.seesOuterSelf === true ||
    (node.kind === "function" && node.isStatic === true) ||
    isDecoratedBy(node, "staticmethod")
  );
}

/** Whether a function is decorated with a name: `@staticmethod`. */
export function isDecoratedBy(node: FunctionValue["node"], name: string): boolean {
  return node.kind === "function" && node.decorators.some((each) => each.kind === "name" && each.name === name);
}

/** Looks up a member in a class and its base classes. */
export function lookUpMember(value: ClassValue, name: string): Value | undefined {
  const own = value.members.names.get(name);
  if (own !== undefined || value.bases.length === 0) return own;
  const classes = withBases(value);
  // A class that several bases extend comes after all of them.
  return classes
    .find((each, at) => classes.lastIndexOf(each) === at && each.members.names.has(name))
    ?.members.names.get(name);
}

/** The field of an instance that holds what a class of a library makes of it: `class Folder(Path)`. */
export const libraryPart = " library";

/** The classes of libraries from which a class derives. */
export function libraryBases(value: ClassValue): readonly Alternative[] {
  const bases = withBases(value).flatMap((each) => each.bases);
  return bases.flatMap(({ alternatives }) => alternatives.filter(({ kind }) => kind === "library"));
}

const deepestBase = 8;

/** Lists a class and its base classes, the nearest first. */
function withBases(value: ClassValue, depth: number = deepestBase): readonly ClassValue[] {
  const bases = value.bases.flatMap(({ alternatives }) => alternatives);
  const inner = bases.flatMap((base) => (base.kind === "class" && depth > 0 ? withBases(base, depth - 1) : []));
  return [value, ...inner];
}
