import { quote } from "@helve/core/internal";
import { integerByPolicy } from "../big-integer.ts";
import {
  type BytesValue,
  type DictValue,
  type Fault,
  kindWithArticle,
  type NameValue,
  type NumberValue,
  type PythonValue,
  type SequenceValue,
  type TupleItem,
} from "./python-value.ts";
import { addIssue, addRepair, type TupleReading } from "./tuple-reading.ts";

/**
 * Converts a Python value to JSON; a tuple becomes a list. A part that JSON can't represent is repaired, or reported and
 * replaced by `null`.
 *
 * @param path - the path of the value in the arguments
 */
export function toJson(literal: PythonValue, path: readonly PropertyKey[], reading: TupleReading): unknown {
  switch (literal.type) {
    case "text":
      return literal.value;
    case "number":
      return numberToJson(literal, path, reading);
    case "word":
      return nameToJson(literal, path, reading);
    case "bytes":
      return bytesToJson(literal, path, reading);
    case "tuple":
      return literal.items.map((item, index) => toJson(valueWithoutName(item, reading), [...path, index], reading));
    case "list":
      return literal.items.map((item, index) => toJson(item, [...path, index], reading));
    case "set":
      return setToJson(literal, path, reading);
    case "dict":
      return dictToJson(literal, path, reading);
    case "refused":
      addIssue(reading, literal.fault, literal, path);
      return null;
  }
}

/** Converts a set to a list of its distinct members, in the order of the text. */
function setToJson(literal: SequenceValue, path: readonly PropertyKey[], reading: TupleReading): unknown {
  if (!reading.options.repair) {
    addIssue(reading, setFault, literal, path);
    return null;
  }
  const members = new Map<string, unknown>();
  for (const value of literal.items) {
    const identity = equalityKey(value);
    if (identity === undefined) addIssue(reading, unhashableFault(value), value, path);
    else if (!members.has(identity)) members.set(identity, toJson(value, [...path, members.size], reading));
  }
  const list = [...members.values()];
  addRepair(reading, "python_set", literal, list, path);
  return list;
}

/** Converts a dict to an object; duplicate keys follow the `duplicateKeys` policy. */
function dictToJson(literal: DictValue, path: readonly PropertyKey[], reading: TupleReading): unknown {
  const { duplicateKeys, repair } = reading.options;
  const members = new Map<string, unknown>();
  for (const { key, value } of literal.entries) {
    const name = keyToJson(key, path, reading);
    if (name === undefined) continue;
    const isDuplicate = members.has(name);
    if (isDuplicate && duplicateKeys === "refuse") addIssue(reading, duplicateKeyFault(name), key, path);
    const member = toJson(value, [...path, name], reading);
    if (isDuplicate && duplicateKeys !== "refuse" && repair)
      addRepair(reading, "duplicate_key", key, name, [...path, name]);
    if (!isDuplicate || duplicateKeys === "last") members.set(name, member);
  }
  return Object.fromEntries(members);
}

/** Converts a key to a string: numbers, `True`, `False` and `None` as Python's `json` module writes them. */
function keyToJson(key: PythonValue, path: readonly PropertyKey[], reading: TupleReading): string | undefined {
  if (key.type === "text") return key.value;
  if (key.type === "refused") {
    addIssue(reading, key.fault, key, path);
    return undefined;
  }
  const value = key.type === "word" ? pythonConstants.get(key.name) : key.type === "number" ? key.value : undefined;
  if (value === undefined || !reading.options.repair) {
    addIssue(reading, invalidKeyFault(key), key, path);
    return undefined;
  }
  const name = String(value);
  addRepair(reading, "key_form", key, name, [...path, name]);
  return name;
}

/** The value of a tuple item; an item with a name is an issue, because only arguments have names. */
function valueWithoutName({ name, value }: TupleItem, reading: TupleReading): PythonValue {
  if (name !== undefined) addIssue(reading, nestedNameFault(name), value);
  return value;
}

const setFault: Fault = { code: "set", message: "JSON has no sets: write a list, in [ ]", expected: "a list" };

/** The fault of a list, dict or set as a member of a set. */
function unhashableFault(literal: PythonValue): Fault {
  const message = `a set can't contain ${kindWithArticle(literal)}: write a list, in [ ]`;
  return { code: "set", message, expected: "a list" };
}

/** The fault of a dict key that JSON can't represent. */
function invalidKeyFault(key: PythonValue): Fault {
  return { code: "key", message: `a key must be a string (got ${kindWithArticle(key)})`, expected: "a string" };
}

function duplicateKeyFault(name: string): Fault {
  return { code: "duplicate_key", message: `the key ${quote(name)} appears more than once`, expected: "each key once" };
}

/** The fault of a name before an item of an inner tuple. */
function nestedNameFault(name: string): Fault {
  const message = `${quote(`${name}=`, 40)} is allowed only in the outermost parentheses: write {"${name}": …}`;
  return { code: "nested_name", message, expected: "a dict" };
}

/**
 * A key that is the same for values that Python considers equal, as in a set: `1`, `1.0` and `True`.
 *
 * @returns `undefined` for values that a set can't contain: a list, a dict, a set
 */
function equalityKey(literal: PythonValue): string | undefined {
  switch (literal.type) {
    case "number":
      return `number ${asExactNumber(literal.value)}`;
    case "word":
      return booleanKeys.get(literal.name) ?? `word ${literal.name}`;
    case "text":
    case "bytes":
      return `${literal.type} ${literal.value}`;
    case "tuple": {
      const items = literal.items.map(({ value }) => equalityKey(value));
      if (items.includes(undefined)) return undefined;
      return `tuple ${items.map((item) => `${item?.length}:${item}`).join("")}`;
    }
    case "refused":
      return `refused ${literal.start}`;
    default:
      return undefined;
  }
}

const booleanKeys = new Map([
  ["True", "number 1"],
  ["False", "number 0"],
]);

/** Converts a large integer to a number if the number holds it exactly. */
function asExactNumber(value: number | bigint): number | bigint {
  if (typeof value === "number") return value;
  const rounded = Number(value);
  return Number.isFinite(rounded) && BigInt(rounded) === value ? rounded : value;
}

/** Converts a number; the policies `bigIntegers` and `nonFinite` decide about numbers that JSON can't represent. */
function numberToJson(literal: NumberValue, path: readonly PropertyKey[], reading: TupleReading): unknown {
  return typeof literal.value === "bigint"
    ? integerToJson(literal, literal.value, path, reading)
    : floatToJson(literal, literal.value, path, reading);
}

/** Converts an integer that a JavaScript number can't hold exactly, by the `bigIntegers` policy. */
function integerToJson(
  literal: NumberValue,
  value: bigint,
  path: readonly PropertyKey[],
  reading: TupleReading,
): unknown {
  const result = integerByPolicy(String(value), reading.options.bigIntegers);
  if (result.kind === "refused") {
    addIssue(reading, { code: "big_integer", message: result.message, expected: "a string in quotes" }, literal, path);
  }
  if (result.kind === "converted") addRepair(reading, "big_integer", literal, result.value, path);
  return result.value;
}

/** Converts a float; an infinite one by the `nonFinite` policy. */
function floatToJson(
  literal: NumberValue,
  value: number,
  path: readonly PropertyKey[],
  reading: TupleReading,
): unknown {
  if (Number.isFinite(value)) return value;
  const { nonFinite } = reading.options;
  if (nonFinite === "refuse") addIssue(reading, tooLargeFault, literal, path);
  const after = nonFinite === "text" ? String(value) : null;
  if (nonFinite !== "refuse") addRepair(reading, "non_finite", literal, after, path);
  return after;
}

/** The values of Python's constants. */
const pythonConstants: ReadonlyMap<string, boolean | null> = new Map([
  ["None", null],
  ["True", true],
  ["False", false],
]);

const jsonConstants: ReadonlyMap<string, boolean | null> = new Map([
  ["null", null],
  ["true", true],
  ["false", false],
]);

/** Converts `None`, `True` and `False`; as a repair, also JSON's `null`, `true` and `false`. */
function nameToJson(literal: NameValue, path: readonly PropertyKey[], reading: TupleReading): unknown {
  const value = pythonConstants.get(literal.name);
  if (value !== undefined) return value;
  const constant = jsonConstants.get(literal.name);
  if (constant === undefined || !reading.options.repair) {
    addIssue(reading, unknownNameFault(literal.name), literal, path);
    return null;
  }
  addRepair(reading, "json_literal", literal, constant, path);
  return constant;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Converts bytes to their UTF-8 text, as a repair. */
function bytesToJson(literal: BytesValue, path: readonly PropertyKey[], reading: TupleReading): unknown {
  const text = reading.options.repair ? decodeUtf8(literal.value) : undefined;
  if (text === undefined) addIssue(reading, notUtf8Fault, literal, path);
  else addRepair(reading, "python_bytes", literal, text, path);
  return text ?? null;
}

/** Decodes a text of bytes as UTF-8; `undefined` if they are not valid. */
function decodeUtf8(binary: string): string | undefined {
  try {
    return utf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

const tooLargeFault: Fault = {
  code: "non_finite",
  message: "the number is too large: expected at most 1.7976931348623157e+308",
  expected: "a number of at most 1.7976931348623157e+308",
};

const notUtf8Fault: Fault = {
  code: "bytes",
  message: "JSON has no bytes: write a string, without the b before the quote",
  expected: "a string",
};

/** The fault of a name that is not a literal; its message suggests quotes. */
function unknownNameFault(name: string): Fault {
  const message = `${quote(name, 40)} is a name without a value: put strings in quotes`;
  return { code: "name", message, expected: "a value" };
}
