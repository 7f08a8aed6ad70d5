/** Computes methods of lists, sets and dictionaries (`append`, `pop`, `get`, `update`) and changes the containers. */
import { unknownText } from "../unknown-text.ts";
import {
  forgetOrder,
  isOnly,
  removeAll,
  removeItem,
  removeItemAt,
  removeKey,
  setEntry,
} from "./container-mutations.ts";
import { emit, type Interpreter, type MethodCall } from "./interpreter.ts";
import { iteratedItems } from "./iteration.ts";
import { willChange } from "./paths.ts";
import {
  type DictValue,
  dictValue,
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  joinValues,
  type ListValue,
  listValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";

const maxItems = 200;

/**
 * Computes the result of a method of a list, set or dictionary (`append`, `pop`, `get`, `update`) and changes the
 * container.
 */
export function callContainerMethod(alternative: ListValue | DictValue, call: MethodCall): Value {
  return alternative.kind === "list" ? callListMethod(alternative, call) : callDictMethod(alternative, call);
}

function callListMethod(list: ListValue, { name, positional, self, span, interpreter }: MethodCall): Value {
  const last = positional.at(-1) ?? unknownValue;
  switch (name) {
    case "append":
    case "add":
    case "appendleft":
    case "insert":
    case "put":
      if (interpreter.loop.repetitions === Number.POSITIVE_INFINITY)
        emit(interpreter, { kind: "exhaust", what: "memory", by: name, start: span.start, end: span.end });
      willChange(list, interpreter);
      if (name === "insert") insertItem(list, positional, interpreter);
      else addItem(list, name, last, interpreter);
      return unknownValueFrom([]);
    case "extend":
    case "update":
    case "union": {
      const { items, more } = iteratedItems(last);
      willChange(list, interpreter);
      for (const item of items) addItem(list, "append", item, interpreter);
      if (more !== null) list.more = list.more === null ? more : joinValues(list.more, more);
      return name === "union" ? self : unknownValueFrom([]);
    }
    case "pop":
    case "popleft":
    case "get": {
      const popped = anyElement(list, self);
      if (name === "pop") removeItemAt(list, positional[0] ?? lastPlace, interpreter);
      if (name === "popleft") removeItemAt(list, firstPlace, interpreter);
      return popped;
    }
    case "copy":
      return listValue(list.items, list.more, self.from);
    case "remove":
    case "discard":
      removeItem(list, last, interpreter);
      return unknownValueFrom([]);
    case "clear":
      removeAll(list, interpreter);
      return unknownValueFrom([]);
    case "reverse":
      willChange(list, interpreter);
      if (list.more === null && isOnly(list, self)) list.items.reverse();
      else forgetOrder(list, 0, interpreter);
      return self;
    case "sort":
    case "__setitem__":
    case "__delitem__":
    case "__iadd__":
    case "__imul__":
      forgetOrder(list, 0, interpreter);
      return unknownValueFrom([]);
    case "index":
    case "count":
      return unknownValueFrom([]);
    default:
      return unknownValueFrom(self.from);
  }
}

/** Evaluates `list.insert(index, item)`; at an unknown index the order of all items becomes unknown. */
function insertItem(list: ListValue, [place, item = unknownValue]: readonly Value[], interpreter: Interpreter): void {
  const at = exactNumber(place);
  if (at === undefined || list.more !== null || list.items.length >= maxItems) forgetOrder(list, 0, interpreter);
  if (at !== undefined && list.more === null) list.items.splice(at, 0, item);
  else addItem(list, "insert", item, interpreter);
}

const firstPlace = exactValue({ kind: "number", number: 0 });
const lastPlace = exactValue({ kind: "number", number: -1 });

/** Adds an item to a list: at the end if its position is known, otherwise to `more`. */
function addItem(list: ListValue, name: string, value: Value, interpreter: Interpreter): void {
  const { repetitions } = interpreter.loop;
  const item = Number.isFinite(repetitions) && repetitions > value.repetitions ? { ...value, repetitions } : value;
  const ordered = name === "append" || name === "add" || name === "put";
  if (ordered && list.more === null && list.items.length < maxItems) list.items.push(item);
  else list.more = list.more === null ? item : joinValues(list.more, item);
}

/** Returns a value that may be any element of a list. */
function anyElement(list: ListValue, self: Value): Value {
  const item = joinAllValues(list.more === null ? list.items : [...list.items, list.more]);
  return self.repetitions > item.repetitions ? { ...item, repetitions: self.repetitions } : item;
}

function callDictMethod(dict: DictValue, { name, positional, named, self, interpreter }: MethodCall): Value {
  const [key, value] = positional;
  switch (name) {
    case "get":
    case "pop":
    case "setdefault": {
      const text = exactText(key);
      const held = text === undefined ? undefined : dict.entries.get(text);
      if (name === "pop" && key !== undefined) removeKey(dict, key, interpreter);
      if (held !== undefined) return held;
      if (name === "setdefault") willChange(dict, interpreter);
      if (name === "setdefault" && text !== undefined && value !== undefined)
        setEntry(dict, text, joinValues(dict.entries.get(text) ?? value, value), self, interpreter);
      const all = [...dict.entries.values(), ...(dict.more === null ? [] : [dict.more])];
      const results: Value[] = text === undefined ? all : dict.more === null ? [] : [dict.more];
      if (value !== undefined) results.push(value);
      return results.length === 0 ? unknownValueFrom(self.from) : joinAllValues(results);
    }
    case "items":
      return listValue(
        [...dict.entries].map(([entry, held]) => listValue([textValue(entry), held])),
        dict.more === null ? null : listValue([textValue(unknownText), dict.more]),
        self.from,
      );
    case "values":
      return listValue([...dict.entries.values()], dict.more, self.from);
    case "keys":
      return listValue(
        [...dict.entries.keys()].map((each) => textValue(each)),
        dict.more === null ? null : textValue(unknownText),
        self.from,
      );
    case "update": {
      const [other] = key?.alternatives ?? [];
      willChange(dict, interpreter);
      for (const [entry, held] of named) setEntry(dict, entry, held, self, interpreter);
      if (other?.kind === "dict")
        for (const [entry, held] of other.entries) setEntry(dict, entry, held, self, interpreter);
      else if (key !== undefined)
        dict.more = dict.more === null ? unknownValueFrom(key.from) : joinValues(dict.more, unknownValueFrom(key.from));
      return unknownValueFrom([]);
    }
    case "clear":
      removeAll(dict, interpreter);
      return unknownValueFrom([]);
    case "copy":
      return dictValue(dict.entries, dict.more, self.from);
    default:
      return unknownValueFrom(self.from);
  }
}
