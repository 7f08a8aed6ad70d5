/** Compares two abstract values: a call with the arguments of a call that still runs is recursion without an end. */
import type { Alternative, Value } from "./value.ts";

const deepestComparison = 3;

/** Whether two values are equal as far as they are known, with their lists and objects. */
export function isSameValue(a: Value, b: Value, depth: number = deepestComparison): boolean {
  return (
    a === b ||
    (a.mayBeUnknown === b.mayBeUnknown &&
      a.alternatives.length === b.alternatives.length &&
      a.from.length === b.from.length &&
      a.alternatives.every((each, at) => {
        const other = b.alternatives[at];
        return other !== undefined && isSameAlternative(each, other, depth);
      }))
  );
}

/** Whether two alternatives are the same. */
export function isSameAlternative(a: Alternative, b: Alternative, depth: number = deepestComparison): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "text":
      return b.kind === "text" && a.text === b.text;
    case "path":
      return b.kind === "path" && a.text === b.text && a.wildcards === b.wildcards;
    case "number":
      return b.kind === "number" && Object.is(a.number, b.number);
    case "constant":
      return b.kind === "constant" && a.constant === b.constant;
    case "library":
      return b.kind === "library" && a.name === b.name;
    case "unresolved":
      return b.kind === "unresolved" && a.reason === b.reason;
    case "reference":
      return b.kind === "reference" && a.holder === b.holder && a.name === b.name;
    case "function":
      return b.kind === "function" && a.node === b.node && a.scope === b.scope && isSameSelf(a.self, b.self, depth);
    case "method":
      return b.kind === "method" && a.name === b.name && depth > 0 && isSameValue(a.object, b.object, depth - 1);
    case "list":
      return (
        b.kind === "list" &&
        depth > 0 &&
        a.items.length === b.items.length &&
        isSameSelf(a.more, b.more, depth) &&
        a.items.every((item, at) => isSameSelf(item, b.items[at] ?? null, depth))
      );
    case "dict":
      return (
        b.kind === "dict" && depth > 0 && isSameSelf(a.more, b.more, depth) && hasSameNames(a.entries, b.entries, depth)
      );
    case "object":
      return b.kind === "object" && a.type === b.type && depth > 0 && hasSameNames(a.fields, b.fields, depth);
    case "instance":
      return b.kind === "instance" && a.of === b.of && depth > 0 && hasSameNames(a.fields, b.fields, depth);
    default:
      return false;
  }
}

/** Whether two methods are bound to the same object. */
function isSameSelf(a: Value | null, b: Value | null, depth: number): boolean {
  return a === b || (a !== null && b !== null && depth > 0 && isSameValue(a, b, depth - 1));
}

const mostCompared = 20;

function hasSameNames(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>, depth: number): boolean {
  if (a.size !== b.size || a.size > mostCompared) return false;
  for (const [name, value] of a) if (!isSameSelf(value, b.get(name) ?? null, depth)) return false;
  return true;
}
