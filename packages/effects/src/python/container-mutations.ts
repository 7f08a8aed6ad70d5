import { noteChange } from "./branches.ts";
import type { Run } from "./interpreter.ts";
import { type Dict, join, joinAll, type List, literalOf, numberOf, type Value } from "./value.ts";

/** Takes an item out of a list; of a place that is not known, any of them may be gone. */
export function removeAt(list: List, index: Value, run: Run): void {
  const number = numberOf(index);
  const at = number !== undefined && number < 0 ? list.items.length + number : number;
  if (at !== undefined && list.more === null && list.items[at] !== undefined) {
    noteChange(list, run);
    list.items.splice(at, 1);
  } else loosen(list, number !== undefined && number >= 0 ? number : 0, run);
}

/** Takes an item that is just that out of a list; of one that is not known, any of them may be gone. */
export function removeItem(list: List, item: Value, run: Run): void {
  const [sought, held] = [textOf(item), list.items.map(textOf)];
  const at = sought === undefined ? -1 : held.indexOf(sought);
  if (at !== -1 && !held.slice(0, at).includes(undefined)) {
    noteChange(list, run);
    list.items.splice(at, 1);
  } else if (sought === undefined || held.includes(undefined)) loosen(list, 0, run);
}

/** Takes everything out of a list or a dictionary. */
export function removeAll(held: List | Dict, run: Run): void {
  noteChange(held, run);
  if (held.kind === "list") held.items.length = 0;
  else held.entries.clear();
  held.more = null;
}

/** Takes what stands under a key out of a dictionary. */
export function removeKey(dict: Dict, key: Value, run: Run): void {
  const name = literalOf(key);
  if (name === undefined || !dict.entries.has(name)) return;
  noteChange(dict, run);
  dict.entries.delete(name);
}

/** From a place on, the items of a list may be there or not, and stand in any order. */
export function loosen(list: List, from: number, run: Run): void {
  if (list.items.length <= from) return;
  noteChange(list, run);
  const loose = list.items.splice(from);
  list.more = joinAll(list.more === null ? loose : [...loose, list.more]);
}

function textOf(value: Value): string | undefined {
  return literalOf(value) ?? numberOf(value)?.toString();
}

/** Gives a name of something that others can see its value; where that is not sure, it may keep the one that it had. */
export function setOrJoin(names: Map<string, Value>, name: string, value: Value, sure: boolean): void {
  const before = names.get(name);
  names.set(name, sure || before === undefined ? value : join(before, value));
}
