// Methods of lists whose items are known.

import { joinTexts } from "../bounded-text.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { callValue } from "./functions.ts";
import { type MethodCall, possibly } from "./interpreter.ts";
import {
  joined,
  joinedOrigins,
  listValue,
  textsOf,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

/** A function that is called for more items than these is not called for the others one by one. */
const maxItems = 50;

/**
 * The result of a method of a list; `undefined` if it is not a method of lists.
 *
 * @param items - its items, to which `push` adds
 */
export function callListMethod(items: Value[], call: MethodCall): Value | undefined {
  const { name, args, self: list, span, interpreter } = call;
  const [first = unknownValue] = args;
  const callWith = (item: Value): Value => callValue(first, { args: [item, unknownValue], span, interpreter });
  const callEach = (): Value[] => {
    const results = items.slice(0, maxItems).map(callWith);
    if (items.length > maxItems) results.push(callWith(joined(items.slice(maxItems))));
    return results;
  };
  switch (name) {
    case "forEach":
    case "map":
      return listValue(callEach(), list.from);
    case "flatMap":
      return listValue(callEach().flatMap(itemsOf), list.from);
    case "flat":
      return listValue(items.flatMap(itemsOf), list.from);
    case "filter":
    case "sort":
    case "toSorted":
      possibly(interpreter, callEach);
      return list;
    case "some":
    case "every":
      possibly(interpreter, callEach);
      return unknownValue;
    case "find":
    case "findLast":
      possibly(interpreter, callEach);
      return joined(items);
    case "at":
    case "pop":
    case "shift":
      return items.length === 0 ? unknownValue : joined(items);
    case "reduce":
      for (const item of items.slice(0, maxItems))
        callValue(first, { args: [unknownFrom(list.from), item], span, interpreter });
      return unknownFrom(joinedOrigins([list, ...args]));
    case "join":
      return join(items, args[0], list);
    case "concat":
      return listValue([...items, ...args.flatMap(itemsOf)], list.from);
    case "reverse":
    case "toReversed":
      return listValue([...items].reverse(), list.from);
    case "push":
    case "unshift":
      if (items.length < 1000) items[name](...args);
      return unknownValue;
    case "slice":
    case "values":
      return args.length === 0 ? listValue(items, list.from) : sliced(items, args, list);
  }
  return;
}

function itemsOf(value: Value): readonly Value[] {
  return value.alternatives.flatMap((each) =>
    each.kind === "list" ? each.items : [{ alternatives: [each], from: value.from }],
  );
}

function join(items: readonly Value[], separator: Value | undefined, list: Value): Value {
  const between = separator === undefined ? "," : (textsOf(separator)[0] ?? ",");
  const text = joinTexts(
    items.map((item) => textsOf(item)[0] ?? ""),
    between,
  );
  return text === undefined ? unknownFrom(list.from) : textValue(text, joinedOrigins([list]));
}

function sliced(items: readonly Value[], args: readonly Value[], list: Value): Value {
  const [start = 0, end] = args
    .map((each) => textsOf(each)[0] ?? "")
    .map((text) => (hasUnknownText(text) ? Number.NaN : Number(text)));
  return Number.isNaN(start) || Number.isNaN(end) ? list : listValue(items.slice(start, end), list.from);
}
