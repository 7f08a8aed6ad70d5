import type { Run } from "./interpreter.ts";
import { type Changed, lessSure } from "./interpreter.ts";
import { type Dict, join, joinAll, type List, none, type Value } from "./value.ts";

/** A list or a dictionary is about to change: where ways part, what it held before counts, too. */
export function noteChange(held: List | Dict, run: Run): void {
  if (run.changed === null || run.changed.has(held)) return;
  run.steps.left -= (held.kind === "list" ? held.items.length : held.entries.size) / 30;
  run.changed.set(
    held,
    held.kind === "list" ? { ...held, items: [...held.items] } : { ...held, entries: new Map(held.entries) },
  );
}

/** Does something on a way that may not be taken: the lists and dictionaries that it changes may be as they were. */
export function onWay<T>(run: Run, act: () => T): T {
  const outer = run.changed;
  const changed: Changed = new Map();
  run.changed = changed;
  try {
    return act();
  } finally {
    run.changed = outer;
    for (const [held, before] of changed) {
      if (outer?.has(held) === false) outer.set(held, before);
      if (held.kind === "list" && before.kind === "list") joinLists(held, before, run);
      if (held.kind === "dict" && before.kind === "dict") joinDicts(held, before, run);
    }
  }
}

/** Makes a list what either of two is: as far as they begin alike, that is known; the rest may be there or not. */
function joinLists(list: List, other: List, run: Run): void {
  const { items } = list;
  const { items: others } = other;
  run.steps.left -= (items.length + others.length) / 30;
  const sameLength = items.length === others.length && list.more === null && other.more === null;
  let alike = 0;
  for (; alike < items.length; alike++) {
    const [item, before] = [items[alike], others[alike]];
    if (item === undefined || before === undefined || (item !== before && !sameLength)) break;
    items[alike] = join(item, before);
  }
  const rest = [...items.splice(alike), ...others.slice(alike)];
  list.more = joinMore(joinMore(list.more, other.more), rest.length === 0 ? null : joinAll(rest));
}

/** Makes a dictionary what either of two is; what only one of them has may not be there. */
function joinDicts(dict: Dict, other: Dict, run: Run): void {
  run.steps.left -= (dict.entries.size + other.entries.size) / 30;
  for (const name of new Set([...dict.entries.keys(), ...other.entries.keys()])) {
    dict.entries.set(name, join(dict.entries.get(name) ?? none, other.entries.get(name) ?? none));
  }
  dict.more = joinMore(dict.more, other.more);
}

function joinMore(a: Value | null, b: Value | null): Value | null {
  return a === null || b === null ? (a ?? b) : join(a, b);
}

/** Does something as at a place that may not be reached. */
export function possibly<T>(run: Run, act: () => T): T {
  const before = run.certainty;
  run.certainty = lessSure(before, "possible");
  try {
    return onWay(run, act);
  } finally {
    run.certainty = before;
  }
}
