// Handles code that may or may not run: afterwards a list or dictionary is the join of its state before and after.

import { type ContainerSnapshots, type Interpreter, lessCertain } from "./interpreter.ts";
import { type DictValue, joinAllValues, joinValues, type ListValue, noneValue, type Value } from "./value.ts";

/**
 * Saves the content of a list or dictionary before it changes inside a branch, so that both states can be joined later.
 */
export function snapshotContainer(container: ListValue | DictValue, interpreter: Interpreter): void {
  if (interpreter.branchSnapshots === null || interpreter.branchSnapshots.has(container)) return;
  interpreter.steps.left -= (container.kind === "list" ? container.items.length : container.entries.size) / 30;
  interpreter.branchSnapshots.set(
    container,
    container.kind === "list"
      ? { ...container, items: [...container.items] }
      : { ...container, entries: new Map(container.entries) },
  );
}

/**
 * Runs code that may be skipped. Each list and dictionary that it changes afterwards holds the join of its old and its
 * new content.
 */
export function withJoinedContainers<T>(interpreter: Interpreter, compute: () => T): T {
  const outerSnapshots = interpreter.branchSnapshots;
  const snapshots: ContainerSnapshots = new Map();
  interpreter.branchSnapshots = snapshots;
  try {
    return compute();
  } finally {
    interpreter.branchSnapshots = outerSnapshots;
    for (const [container, before] of snapshots) {
      if (outerSnapshots?.has(container) === false) outerSnapshots.set(container, before);
      if (container.kind === "list" && before.kind === "list") joinLists(container, before, interpreter);
      if (container.kind === "dict" && before.kind === "dict") joinDicts(container, before, interpreter);
    }
  }
}

/**
 * Joins a list with its earlier content: the common beginning keeps its positions, the remaining items go to `more`.
 */
function joinLists(list: ListValue, other: ListValue, interpreter: Interpreter): void {
  const { items } = list;
  const { items: others } = other;
  interpreter.steps.left -= (items.length + others.length) / 30;
  const sameLength = items.length === others.length && list.more === null && other.more === null;
  let alike = 0;
  for (; alike < items.length; alike++) {
    const [item, before] = [items[alike], others[alike]];
    if (item === undefined || before === undefined || (item !== before && !sameLength)) break;
    items[alike] = joinValues(item, before);
  }
  const rest = [...items.splice(alike), ...others.slice(alike)];
  list.more = joinMore(joinMore(list.more, other.more), rest.length === 0 ? null : joinAllValues(rest));
}

/** Joins a dictionary with its earlier content; an entry of only one of them may also be missing (`None`). */
function joinDicts(dict: DictValue, other: DictValue, interpreter: Interpreter): void {
  interpreter.steps.left -= (dict.entries.size + other.entries.size) / 30;
  for (const name of new Set([...dict.entries.keys(), ...other.entries.keys()])) {
    dict.entries.set(name, joinValues(dict.entries.get(name) ?? noneValue, other.entries.get(name) ?? noneValue));
  }
  dict.more = joinMore(dict.more, other.more);
}

/** Joins the unknown further items of two containers. */
function joinMore(a: Value | null, b: Value | null): Value | null {
  return a === null || b === null ? (a ?? b) : joinValues(a, b);
}

/**
 * Runs code that may be skipped: its effects are at most `possible`, and changed containers are joined with their old
 * content.
 */
export function asPossible<T>(interpreter: Interpreter, compute: () => T): T {
  const before = interpreter.certainty;
  interpreter.certainty = lessCertain(before, "possible");
  try {
    return withJoinedContainers(interpreter, compute);
  } finally {
    interpreter.certainty = before;
  }
}
