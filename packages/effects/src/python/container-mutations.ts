import { snapshotContainer } from "./branches.ts";
import type { Interpreter } from "./interpreter.ts";
import {
  type DictValue,
  exactNumber,
  exactText,
  joinAllValues,
  joinValues,
  type ListValue,
  type Value,
} from "./value.ts";

/** Takes an item out of a list; of a place that is not known, any of them may be gone. */
export function removeItemAt(list: ListValue, index: Value, interpreter: Interpreter): void {
  const number = exactNumber(index);
  const at = number !== undefined && number < 0 ? list.items.length + number : number;
  if (at !== undefined && list.more === null && list.items[at] !== undefined) {
    snapshotContainer(list, interpreter);
    list.items.splice(at, 1);
  } else forgetOrder(list, number !== undefined && number >= 0 ? number : 0, interpreter);
}

/** Takes an item that is just that out of a list; of one that is not known, any of them may be gone. */
export function removeItem(list: ListValue, item: Value, interpreter: Interpreter): void {
  const [key, keys] = [itemKey(item), list.items.map(itemKey)];
  const at = key === undefined ? -1 : keys.indexOf(key);
  if (at !== -1 && !keys.slice(0, at).includes(undefined)) {
    snapshotContainer(list, interpreter);
    list.items.splice(at, 1);
  } else if (key === undefined || keys.includes(undefined)) forgetOrder(list, 0, interpreter);
}

/** Takes everything out of a list or a dictionary. */
export function removeAll(keys: ListValue | DictValue, interpreter: Interpreter): void {
  snapshotContainer(keys, interpreter);
  if (keys.kind === "list") keys.items.length = 0;
  else keys.entries.clear();
  keys.more = null;
}

/** Takes what stands under a key out of a dictionary. */
export function removeKey(dict: DictValue, key: Value, interpreter: Interpreter): void {
  const name = exactText(key);
  if (name === undefined || !dict.entries.has(name)) return;
  snapshotContainer(dict, interpreter);
  dict.entries.delete(name);
}

/** From a place on, the items of a list may be there or not, and stand in any order. */
export function forgetOrder(list: ListValue, from: number, interpreter: Interpreter): void {
  if (list.items.length <= from) return;
  snapshotContainer(list, interpreter);
  const loose = list.items.splice(from);
  list.more = joinAllValues(list.more === null ? loose : [...loose, list.more]);
}

function itemKey(value: Value): string | undefined {
  return exactText(value) ?? exactNumber(value)?.toString();
}

/** Gives a name of something that others can see its value; where that is not sure, it may keep the one that it had. */
export function setOrJoinEntry(names: Map<string, Value>, name: string, value: Value, isCertain: boolean): void {
  const before = names.get(name);
  names.set(name, isCertain || before === undefined ? value : joinValues(before, value));
}
