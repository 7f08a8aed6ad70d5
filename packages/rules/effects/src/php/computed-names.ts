/** Evaluates PHP calls whose function or class name is computed: `$f("x")`, `call_user_func`. */
import { attributeValue, unresolvedValue } from "../engine/attributes.ts";
import { callAnyTimes } from "../engine/callbacks.ts";
import type { Builtin, Interpreter, SortedCall } from "../engine/interpreter.ts";
import { anyIteratedItem } from "../engine/iteration.ts";
import { lookUpName } from "../engine/name-lookup.ts";
import {
  type Alternative,
  exactText,
  exactValue,
  joinAllValues,
  joinValues,
  listValue,
  noneValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { isCatalogueClass } from "./catalogue.ts";
import { callers } from "./names.ts";
import { callMethodOf, unknownTextFrom } from "./values.ts";

/** The function that a value names: a text, `[object, "method"]`, or a function. */
function functionOf(value: Value, interpreter: Interpreter): Value {
  const named = value.alternatives.map((each): Value => {
    if (each.kind === "list") {
      const [object = unknownValue, name] = each.items;
      return memberOf(classOf(object, interpreter), name, interpreter);
    }
    if (each.kind !== "text") return exactValue(each, value.from);
    if (hasUnknownText(each.text)) return unresolvedValue("which function is called");
    const [, owner, method] = /^\\?(.*)::(\w+)$/s.exec(each.text) ?? [];
    return owner === undefined || method === undefined
      ? lookUpName(each.text.replace(/^.*\\/s, "").toLowerCase(), interpreter)
      : attributeValue(classOf(textValue(owner), interpreter), method, interpreter);
  });
  return joinAllValues([...named, ...unknownNames(value, "which function is called")]);
}

/** The class that a text names; other values are the objects themselves. */
function classOf(value: Value, interpreter: Interpreter): Value {
  const named = value.alternatives.map((each) => {
    if (each.kind !== "text") return exactValue(each, value.from);
    if (hasUnknownText(each.text)) return unresolvedValue("which class is used");
    return lookUpName(`\\${each.text.replace(/^\\/, "").toLowerCase()}`, interpreter);
  });
  return joinAllValues([...named, ...unknownNames(value, "which class is used")]);
}

/** Returns the names that an unknown value may have: any name if it comes from outside. */
function unknownNames({ mayBeUnknown, from }: Value, reason: string): readonly Value[] {
  if (!mayBeUnknown) return [];
  return [from.length > 0 ? unresolvedValue(reason) : unknownValue];
}

/** Returns a method by a computed name; any method of the class if the name is unknown. */
function memberOf(object: Value, name: Value | undefined, interpreter: Interpreter): Value {
  const text = exactText(name);
  if (text !== undefined) return attributeValue(object, text.replace(/^__invoke$/, "__call__"), interpreter);
  const members = object.alternatives.flatMap((each): readonly Value[] => {
    if (each.kind === "library" || each.kind === "object") return [unresolvedValue("which method is called")];
    const of = each.kind === "instance" ? each.of : each.kind === "class" ? each : undefined;
    return [...(of?.members.names.keys() ?? [])].map((member) => attributeValue(exactValue(each), member, interpreter));
  });
  return joinAllValues([...members, unknownValueFrom(name?.from ?? [])]);
}

/** An object as one of a class among its bases, for `parent::f()` and `self::f()`; the class itself outside of objects. */
function inClass({ positional: [self, owner = unknownValue] }: SortedCall): Value {
  const [of] = owner.alternatives;
  const objects = (self?.alternatives ?? []).flatMap((each): readonly Alternative[] =>
    each.kind === "instance" && of?.kind === "class" ? [{ ...each, of }] : [],
  );
  return objects.length === 0 ? owner : { ...owner, alternatives: objects };
}

/** Computes `A::class`. */
function nameOfClass({ positional: [owner] }: SortedCall): Value {
  const [only] = owner?.alternatives ?? [];
  return only?.kind === "class" ? textValue(only.node.name.slice(1)) : unknownTextFrom([]);
}

/** Returns an unknown object of a class or its subclasses, for a parameter with this type. */
function objectOf({ positional: [owner] }: SortedCall): Value {
  const objects = (owner?.alternatives ?? []).flatMap((each) =>
    each.kind === "library" && isCatalogueClass(each.name) ? [objectValue(each.name)] : [],
  );
  return joinAllValues([...objects, unknownValue]);
}

/** A function that calls a function among its arguments: with the items of lists, or with the other arguments. */
function callerOf(name: string, position: number, lists: readonly number[]): Builtin {
  return (call) => {
    const { positional, span, interpreter } = call;
    const callee = functionOf(positional[position] ?? noneValue, interpreter);
    const items = lists.flatMap((at) => positional[at] ?? []).map((list) => anyIteratedItem(list, "values"));
    const others = lists.length > 0 ? items : positional.slice(position + 1);
    // The matches of a pattern are unknown.
    if (name.startsWith("preg_")) others.splice(0);
    const isSpread = name.endsWith("_array") || others.length === 0;
    const passed = isSpread
      ? [{ name: "*", value: others[0] ?? unknownTextFrom([]) }]
      : others.map((value) => ({ name: null, value }));
    if (/^u.?sort$/.test(name)) callMethodOf("sort", positional, call);
    if (name.includes("call_") || name.includes("_call")) return interpreter.call(callee, passed, span);
    const result = callAnyTimes(callee, passed, span, interpreter);
    if (name === "array_map") return listValue([], result);
    return name.startsWith("array_") ? positional[0] : joinValues(result, unknownTextFrom([]));
  };
}

/** Computes `array_reduce($list, $callback, $first)`. */
function reduceArray({ positional, span, interpreter }: SortedCall): Value {
  const [list = unknownValue, callback = noneValue, first = noneValue] = positional;
  const unknown = unknownTextFrom(list.from);
  const passed = [joinValues(first, unknown), anyIteratedItem(list, "values")].map((value) => ({ name: null, value }));
  return joinAllValues([first, callAnyTimes(functionOf(callback, interpreter), passed, span, interpreter), unknown]);
}

/** Builtins for computed names. The lowering makes the names with a space. */
export const namedCalls: Readonly<Record<string, Builtin>> = {
  ...Object.fromEntries(
    [...callers].map(([name, [position, ...lists]]) => [name, callerOf(name, Number(position), lists.map(Number))]),
  ),
  array_reduce: reduceArray,
  callable: ({ positional: [value = unknownValue], interpreter }) => functionOf(value, interpreter),
  "class named": ({ positional: [value = unknownValue], interpreter }) => classOf(value, interpreter),
  "name of class": nameOfClass,
  "in class": inClass,
  "object of class": objectOf,
  member: ({ positional: [object = unknownValue, name], interpreter }) => memberOf(object, name, interpreter),
  "closure.fromCallable": ({ positional: [value = unknownValue], interpreter }) => functionOf(value, interpreter),
};
