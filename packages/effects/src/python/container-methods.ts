import { noteChange } from "./branches.ts";
import { loosen, removeAll, removeAt, removeItem, removeKey, setOrJoin } from "./container-mutations.ts";
import { emit, type Run } from "./interpreter.ts";
import { itemsOf } from "./iteration.ts";
import type { Span } from "./syntax/nodes.ts";
import {
  type Dict,
  exactly,
  hole,
  join,
  joinAll,
  type List,
  listValue,
  literalOf,
  numberOf,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

const mostItems = 200;

/** A call of a method of a list, a set or a dictionary. */
interface ContainerCall {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly self: Value;
  readonly span: Span;
}

/** What a method of a list, a set or a dictionary gives; what it adds is kept. */
export function callContainerMethod(known: List | Dict, name: string, call: ContainerCall, run: Run): Value {
  return known.kind === "list" ? callListMethod(known, name, call, run) : callDictMethod(known, name, call, run);
}

function callListMethod(list: List, name: string, { positional, self, span }: ContainerCall, run: Run): Value {
  const last = positional.at(-1) ?? unknownValue;
  switch (name) {
    case "append":
    case "add":
    case "appendleft":
    case "insert":
    case "put":
      if (run.loop.times === Number.POSITIVE_INFINITY)
        emit(run, { kind: "exhaust", what: "memory", by: name, start: span.start, end: span.end });
      noteChange(list, run);
      if (name === "insert") insert(list, positional, run);
      else addTo(list, name, last, run);
      return unknownFrom([]);
    case "extend":
    case "update":
    case "union": {
      const { items, more } = itemsOf(last);
      noteChange(list, run);
      for (const item of items) addTo(list, "append", item, run);
      if (more !== null) list.more = list.more === null ? more : join(list.more, more);
      return name === "union" ? self : unknownFrom([]);
    }
    case "pop":
    case "popleft":
    case "get": {
      const popped = elementOf(list, self);
      if (name === "pop") removeAt(list, positional[0] ?? lastPlace, run);
      if (name === "popleft") removeAt(list, firstPlace, run);
      return popped;
    }
    case "copy":
      return listValue(list.items, list.more, self.from);
    case "remove":
    case "discard":
      removeItem(list, last, run);
      return unknownFrom([]);
    case "clear":
      removeAll(list, run);
      return unknownFrom([]);
    case "sort":
    case "reverse":
    case "__setitem__":
    case "__delitem__":
    case "__iadd__":
    case "__imul__":
      loosen(list, 0, run);
      return unknownFrom([]);
    case "index":
    case "count":
      return unknownFrom([]);
    default:
      return unknownFrom(self.from);
  }
}

/** Puts an item where others move on; of a place that is not known, it may stand anywhere. */
function insert(list: List, [place, item = unknownValue]: readonly Value[], run: Run): void {
  const at = numberOf(place);
  if (at === undefined || list.more !== null || list.items.length >= mostItems) loosen(list, 0, run);
  if (at !== undefined && list.more === null) list.items.splice(at, 0, item);
  else addTo(list, "insert", item, run);
}

const firstPlace = exactly({ kind: "number", number: 0 });
const lastPlace = exactly({ kind: "number", number: -1 });

function addTo(list: List, name: string, value: Value, run: Run): void {
  const { times } = run.loop;
  const item = Number.isFinite(times) && times > value.times ? { ...value, times } : value;
  const ordered = name === "append" || name === "add" || name === "put";
  if (ordered && list.more === null && list.items.length < mostItems) list.items.push(item);
  else list.more = list.more === null ? item : join(list.more, item);
}

function elementOf(list: List, self: Value): Value {
  const item = joinAll(list.more === null ? list.items : [...list.items, list.more]);
  return self.times > item.times ? { ...item, times: self.times } : item;
}

function callDictMethod(dict: Dict, name: string, { positional, named, self }: ContainerCall, run: Run): Value {
  const [key, value] = positional;
  const sure = run.certainty === "certain";
  switch (name) {
    case "get":
    case "pop":
    case "setdefault": {
      const text = literalOf(key);
      const held = text === undefined ? undefined : dict.entries.get(text);
      if (name === "pop" && key !== undefined) removeKey(dict, key, run);
      if (held !== undefined) return held;
      if (name === "setdefault") noteChange(dict, run);
      if (name === "setdefault" && text !== undefined && value !== undefined)
        setOrJoin(dict.entries, text, value, false);
      const all = [...dict.entries.values(), ...(dict.more === null ? [] : [dict.more])];
      const found: Value[] = text === undefined ? all : dict.more === null ? [] : [dict.more];
      if (value !== undefined) found.push(value);
      return found.length === 0 ? unknownFrom(self.from) : joinAll(found);
    }
    case "items":
      return listValue(
        [...dict.entries].map(([entry, held]) => listValue([textValue(entry), held])),
        dict.more === null ? null : listValue([textValue(hole), dict.more]),
        self.from,
      );
    case "values":
      return listValue([...dict.entries.values()], dict.more, self.from);
    case "keys":
      return listValue(
        [...dict.entries.keys()].map((each) => textValue(each)),
        dict.more === null ? null : textValue(hole),
        self.from,
      );
    case "update": {
      const [other] = key?.known ?? [];
      noteChange(dict, run);
      for (const [entry, held] of named) setOrJoin(dict.entries, entry, held, sure);
      if (other?.kind === "dict") for (const [entry, held] of other.entries) setOrJoin(dict.entries, entry, held, sure);
      else if (key !== undefined)
        dict.more = dict.more === null ? unknownFrom(key.from) : join(dict.more, unknownFrom(key.from));
      return unknownFrom([]);
    }
    case "clear":
      removeAll(dict, run);
      return unknownFrom([]);
    case "copy":
      return exactly({ kind: "dict", entries: new Map(dict.entries), more: dict.more }, self.from);
    default:
      return unknownFrom(self.from);
  }
}
