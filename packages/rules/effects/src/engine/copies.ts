/** Copies lists, dictionaries and objects of an interpreted program. */
import type { Interpreter } from "./interpreter.ts";
import { type Alternative, newCell, type Value } from "./value.ts";

/** Copies a value deeply: `copy.deepcopy`, `structuredClone`. */
export function deepCopy(value: Value): Value {
  const copies = new Map<Alternative, Alternative>();
  const copy = (held: Value): Value => copyOf(held, (each) => copies.get(each) ?? copyInto(each, copy, copies));
  return copy(value);
}

/** A copy of a value that holds the same values: `copy.copy`. */
export function shallowCopy(value: Value): Value {
  return copyOf(value, (each) => copyInto(each, (held) => held, new Map()));
}

/** Copies a value on assignment, for languages in which lists, dictionaries or objects are values. */
export function ownCopy(value: Value, interpreter: Interpreter): Value {
  const { copies, hasPointers } = interpreter.dialect;
  const isCopied = (each: Alternative): boolean =>
    (copies && (each.kind === "list" || each.kind === "dict")) ||
    (hasPointers === true && each.kind === "instance") ||
    (each.kind === "list" && each.isCopied === true);
  if (!value.alternatives.some(isCopied)) return value;
  const copy = (held: Value): Value => ownCopy(held, interpreter);
  return copyOf(value, (each) => (isCopied(each) ? copyInto(each, copy, new Map(), (more) => more) : each));
}

/** Returns a copy of a value in which each of its alternatives is changed. */
function copyOf(value: Value, copy: (each: Alternative) => Alternative): Value {
  return { ...value, alternatives: value.alternatives.map(copy) };
}

/** Copies an alternative, and registers the copy first: its parts may refer back to it. */
function copyInto(
  each: Alternative,
  copy: (held: Value) => Value,
  copies: Map<Alternative, Alternative>,
  copyMore: (more: Value) => Value = copy,
): Alternative {
  if (each.kind === "list") {
    const list = { ...each, born: newCell(), items: [] as Value[] };
    copies.set(each, list);
    list.items.push(...each.items.map(copy));
    list.more = each.more && copyMore(each.more);
    return list;
  }
  if (each.kind === "dict") {
    const dict = { ...each, born: newCell(), entries: new Map<string, Value>() };
    copies.set(each, dict);
    for (const [name, held] of each.entries) dict.entries.set(name, copy(held));
    dict.more = each.more && copyMore(each.more);
    return dict;
  }
  if (each.kind !== "instance" && each.kind !== "object") return each;
  const object = { ...each, born: newCell(), fields: new Map<string, Value>() };
  copies.set(each, object);
  for (const [name, held] of each.fields) object.fields.set(name, copy(held));
  return object;
}
