/** Removes and replaces items of lists and dictionaries; where the position is unknown, the result covers every case. */
import { argumentOrigins } from "./arguments.ts";
import type { Interpreter } from "./interpreter.ts";
import { willChange } from "./paths.ts";
import {
  type Alternative,
  type DictValue,
  exactNumber,
  exactText,
  type InstanceValue,
  joinAllValues,
  joinValues,
  type LibraryObject,
  type ListValue,
  type PassedArgument,
  unknownValueFrom,
  type Value,
} from "./value.ts";

/** Removes the item at an index; when the index is unknown, any of the items may be missing. */
export function removeItemAt(list: ListValue, index: Value, interpreter: Interpreter): void {
  const number = exactNumber(index);
  const at = number !== undefined && number < 0 ? list.items.length + number : number;
  if (at !== undefined && list.more === null && list.items[at] !== undefined) {
    willChange(list, interpreter);
    list.items.splice(at, 1);
  } else forgetOrder(list, number !== undefined && number >= 0 ? number : 0, interpreter);
}

/** Removes an item by its value; when it can't be compared with all items, any of them may be missing. */
export function removeItem(list: ListValue, item: Value, interpreter: Interpreter): void {
  const [key, keys] = [itemKey(item), list.items.map(itemKey)];
  const at = key === undefined ? -1 : keys.indexOf(key);
  if (at !== -1 && !keys.slice(0, at).includes(undefined)) {
    willChange(list, interpreter);
    list.items.splice(at, 1);
  } else if (key === undefined || keys.includes(undefined)) forgetOrder(list, 0, interpreter);
}

/** Removes all items of a list or a dictionary. */
export function removeAll(keys: ListValue | DictValue, interpreter: Interpreter): void {
  willChange(keys, interpreter);
  if (keys.kind === "list") keys.items.length = 0;
  else keys.entries.clear();
  keys.more = null;
}

/** Removes the entry of a key from a dictionary. */
export function removeKey(dict: DictValue, key: Value, interpreter: Interpreter): void {
  const name = exactText(key);
  if (name === undefined || !dict.entries.has(name)) return;
  willChange(dict, interpreter);
  dict.entries.delete(name);
}

/** Makes the order and presence of a list's items unknown from an index on. */
export function forgetOrder(list: ListValue, from: number, interpreter: Interpreter): void {
  if (list.items.length <= from) return;
  willChange(list, interpreter);
  const loose = list.items.splice(from);
  list.more = joinAllValues(list.more === null ? loose : [...loose, list.more]);
}

/** The text by which an item is compared; `undefined` when it is unknown. */
function itemKey(value: Value): string | undefined {
  return exactText(value) ?? exactNumber(value)?.toString();
}

/** Whether a value can only be one object, so that changing it is certain. */
export function isOnly(alternative: Alternative, { alternatives, mayBeUnknown }: Value): boolean {
  const isSeveral = "isSeveral" in alternative && alternative.isSeveral === true;
  return alternatives.length === 1 && !mayBeUnknown && !isSeveral;
}

/** Sets an entry or a field; unless the change is certain, the old value stays an alternative. */
export function setEntry(
  cell: DictValue | InstanceValue | LibraryObject,
  name: string,
  value: Value,
  object: Value,
  interpreter: Interpreter,
): void {
  willChange(cell, interpreter);
  const names = cell.kind === "dict" ? cell.entries : cell.fields;
  const before = names.get(name);
  names.set(name, before === undefined || isOnly(cell, object) ? value : joinValues(before, value));
}

/** Sets a field of an object of a library. */
export function setField(
  cell: LibraryObject | InstanceValue,
  name: string,
  value: Value,
  interpreter: Interpreter,
): void {
  willChange(cell, interpreter);
  cell.fields.set(name, value);
}

/** Stores the data of arguments in a library object whose methods are unknown: the methods may return the data. */
export function keepArguments(
  object: LibraryObject,
  passed: readonly PassedArgument[],
  interpreter: Interpreter,
): void {
  const kept = object.fields.get("given");
  const from = argumentOrigins(passed, kept?.from ?? []);
  if (from.length > (kept?.from.length ?? 0)) setField(object, "given", unknownValueFrom(from), interpreter);
}
