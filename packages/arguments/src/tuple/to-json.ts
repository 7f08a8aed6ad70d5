import { quote } from "@helve/core/internal";

import { identityOf } from "./identity.ts";
import { kindOf } from "./kind-of.ts";
import type { Dict, Fault, Item, Literal, Sequence } from "./literal.ts";
import { mend, type Reading, report } from "./reading.ts";
import { bytesIn, constants, numberIn, wordIn } from "./scalar.ts";

/**
 * What a literal says, as JSON has it: a tuple is a list. What JSON can't say is repaired or reported; its place is
 * `null` then.
 *
 * @param path - where in the arguments it stands
 */
export function toJson(literal: Literal, path: readonly PropertyKey[], reading: Reading): unknown {
  switch (literal.type) {
    case "text":
      return literal.value;
    case "number":
      return numberIn(literal, path, reading);
    case "word":
      return wordIn(literal, path, reading);
    case "bytes":
      return bytesIn(literal, path, reading);
    case "tuple":
      return literal.items.map((item, index) => toJson(nameless(item, reading), [...path, index], reading));
    case "list":
      return literal.items.map((item, index) => toJson(item, [...path, index], reading));
    case "set":
      return set(literal, path, reading);
    case "dict":
      return dict(literal, path, reading);
    case "refused":
      report(reading, literal.fault, literal, path);
      return null;
  }
}

/** A set is a list of its members, each once, in the order in which they are written. */
function set(literal: Sequence, path: readonly PropertyKey[], reading: Reading): unknown {
  if (!reading.options.repair) {
    report(reading, setFault, literal, path);
    return null;
  }
  const members = new Map<string, unknown>();
  for (const value of literal.items) {
    const identity = identityOf(value);
    if (identity === undefined) report(reading, unhashable(value), value, path);
    else if (!members.has(identity)) members.set(identity, toJson(value, [...path, members.size], reading));
  }
  const list = [...members.values()];
  mend(reading, "python_set", literal, list, path);
  return list;
}

function dict(literal: Dict, path: readonly PropertyKey[], reading: Reading): unknown {
  const { duplicateKeys, repair } = reading.options;
  const members = new Map<string, unknown>();
  for (const { key, value } of literal.entries) {
    const name = keyOf(key, path, reading);
    if (name === undefined) continue;
    const isDuplicate = members.has(name);
    if (isDuplicate && duplicateKeys === "refuse") report(reading, duplicateKey(name), key, path);
    const member = toJson(value, [...path, name], reading);
    if (isDuplicate && duplicateKeys !== "refuse" && repair) mend(reading, "duplicate_key", key, name, [...path, name]);
    if (!isDuplicate || duplicateKeys === "last") members.set(name, member);
  }
  return Object.fromEntries(members);
}

/** A key as JSON has it: numbers, `True`, `False` and `None` as texts, as Python's `json` writes them. */
function keyOf(key: Literal, path: readonly PropertyKey[], reading: Reading): string | undefined {
  if (key.type === "text") return key.value;
  if (key.type === "refused") {
    report(reading, key.fault, key, path);
    return undefined;
  }
  const value = key.type === "word" ? constants.get(key.name) : key.type === "number" ? key.value : undefined;
  if (value === undefined || !reading.options.repair) {
    report(reading, badKey(key), key, path);
    return undefined;
  }
  const name = String(value);
  mend(reading, "key_form", key, name, [...path, name]);
  return name;
}

function nameless({ name, value }: Item, reading: Reading): Literal {
  if (name !== undefined) report(reading, nestedName(name), value);
  return value;
}

const setFault: Fault = { code: "set", message: "JSON does not have sets: write a list, in [ ]", expected: "a list" };

function unhashable(literal: Literal): Fault {
  const message = `a set can't hold ${kindOf(literal)}: write a list, in [ ]`;
  return { code: "set", message, expected: "a list" };
}

function badKey(key: Literal): Fault {
  return { code: "key", message: `a key must be a string (got ${kindOf(key)})`, expected: "a string" };
}

function duplicateKey(name: string): Fault {
  return { code: "duplicate_key", message: `the key ${quote(name)} stands twice`, expected: "each key once" };
}

function nestedName(name: string): Fault {
  const message = `${quote(`${name}=`, 40)} has a place only in the outermost parentheses: write {"${name}": …}`;
  return { code: "nested_name", message, expected: "a dict" };
}
