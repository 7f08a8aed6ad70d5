import { setOrJoin } from "./assign.ts";
import { itemsOf } from "./items.ts";
import { emit, type Run } from "./run.ts";
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
      addTo(list, name, last, run);
      return unknownFrom([]);
    case "extend":
    case "update":
    case "union": {
      const { items, more } = itemsOf(last);
      for (const item of items) addTo(list, "append", item, run);
      if (more !== null) list.more = list.more === null ? more : join(list.more, more);
      return name === "union" ? self : unknownFrom([]);
    }
    case "pop":
    case "popleft":
    case "popitem":
    case "get":
      return elementOf(list, self);
    case "copy":
      return listValue(list.items, list.more, self.from);
    case "index":
    case "count":
    case "sort":
    case "reverse":
    case "remove":
    case "clear":
    case "discard":
      return unknownFrom([]);
    default:
      return unknownFrom(self.from);
  }
}

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
      if (held !== undefined) return held;
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
      for (const [entry, held] of named) setOrJoin(dict.entries, entry, held, sure);
      if (other?.kind === "dict") for (const [entry, held] of other.entries) setOrJoin(dict.entries, entry, held, sure);
      else if (key !== undefined)
        dict.more = dict.more === null ? unknownFrom(key.from) : join(dict.more, unknownFrom(key.from));
      return unknownFrom([]);
    }
    case "copy":
      return exactly({ kind: "dict", entries: new Map(dict.entries), more: dict.more }, self.from);
    default:
      return unknownFrom(self.from);
  }
}
