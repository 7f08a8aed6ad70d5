/** Evaluates Go's channels and `for … range`. */
import { callContainerMethod } from "../engine/container-methods.ts";
import type { BuiltinTable, SortedCall } from "../engine/interpreter.ts";
import { anyIteratedItem, iteratedItems, iteratedKeys } from "../engine/iteration.ts";
import { behindReferences } from "../engine/references.ts";
import {
  type Alternative,
  exactText,
  exactValue,
  joinAllValues,
  type ListValue,
  listValue,
  noneValue,
  objectValue,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "../engine/value.ts";

/** The functions that stand for channels and ranges: `go.receive` for `<-channel`. */
export const rangeBuiltins: BuiltinTable = [
  ["go.makeChannel", () => objectValue(channel, [], new Map([["items", listValue([])]]))],
  [
    "go.send",
    (call) => {
      const [to = unknownValue, value = unknownValue] = call.positional;
      for (const items of channelItems(to)) addItem(items, value, call);
      return noneValue;
    },
  ],
  [
    "go.receive",
    ({ positional: [from = unknownValue] }) => {
      const sent = channelItems(from).map((items) => anyIteratedItem(exactValue(items)));
      return sent.length === 0 ? unknownValueFrom(from.from) : joinAllValues(sent);
    },
  ],
  ["go.range", rangeOver],
  ["go.values maps.Values", (call) => ranged(call).values],
  ["go.pairs", (call) => ranged(call).pairs],
  ["maps.Keys", ({ positional: [value = unknownValue] }) => keysOf(behindReferences(value))],
  ["go.codes", ({ positional: [value = unknownValue] }) => codesOf(value)],
];

const channel = "go.channel";

/** The values sent over the channels that a value may be. */
function channelItems(value: Value): readonly ListValue[] {
  return behindReferences(value).alternatives.flatMap((each) => {
    const items = each.kind === "object" && each.type === channel ? each.fields.get("items")?.alternatives : undefined;
    return (items ?? []).filter((item): item is ListValue => item.kind === "list");
  });
}

/** Appends a value to a list. */
function addItem(list: ListValue, value: Value, call: SortedCall): void {
  callContainerMethod(list, { ...call, name: "append", positional: [value], self: exactValue(list) });
}

/** Computes `[]byte(text)`: the codes of a short text; other texts stay texts. */
function codesOf(value: Value): Value {
  const text = exactText(value);
  if (text === undefined || text.length > 100 || !/^[\0-~]*$/.test(text)) return value;
  return listValue(
    [...text].map((char) => exactValue({ kind: "number", number: char.charCodeAt(0) })),
    null,
    value.from,
  );
}

/** Computes `for x := range value`: numbers, positions, keys, what a channel receives, or what a function yields. */
function rangeOver(call: SortedCall): Value {
  const value = behindReferences(call.positional[0] ?? unknownValue);
  const [only] = value.alternatives;
  if (only?.kind === "function") return yieldedBy(value, call);
  const sent = channelItems(value);
  if (sent.length > 0) return { ...joinAllValues(sent.map((items) => exactValue(items))), from: value.from };
  return keysOf(value);
}

/** Lists the keys over which `range` iterates. */
function keysOf(value: Value): Value {
  const [only] = value.alternatives;
  if (only?.kind === "dict") return inAnyOrder(iteratedKeys(value));
  if (only?.kind !== "number") {
    const { items, more } = iteratedKeys(value);
    return listValue(items, more);
  }
  const count = Number.isNaN(only.number) ? 1 : only.number;
  if (count > 64 || Number.isNaN(only.number))
    return { ...listValue([], unknownValue), repetitions: Math.max(1, count) };
  return listValue(Array.from({ length: count }, (_, number) => exactValue({ kind: "number", number })));
}

/** The values, and the keys with the values, of `for k, v := range value`. */
function ranged(call: SortedCall): { readonly values: Value; readonly pairs: Value } {
  const value = behindReferences(call.positional[0] ?? unknownValue);
  const [only] = value.alternatives;
  if (only?.kind === "function") {
    const values = yieldedBy(value, call);
    return { values, pairs: pairsOf(values, null) };
  }
  const codes = codesOf(value);
  const isText = value.alternatives.some(({ kind }) => kind === "text");
  const values =
    isText && codes === value ? { items: [], more: unknownValueFrom(value.from) } : iteratedItems(codes, "values");
  const list = withAddedOrigins(
    { ...listValue(values.items, values.more), repetitions: value.repetitions },
    value.from,
  );
  const keys = value.alternatives.length === 1 && values.more === null ? iteratedKeys(value).items : null;
  const pairs = pairsOf(list, keys);
  if (only?.kind !== "dict") return { values: list, pairs };
  return { values: inAnyOrder(iteratedItems(list)), pairs: inAnyOrder(iteratedItems(pairs)) };
}

/** The items of a map, whose order is unknown. */
function inAnyOrder({ items, more }: ReturnType<typeof iteratedItems>): Value {
  const all = more === null ? items : [...items, more];
  return listValue([], all.length === 0 ? null : joinAllValues(all));
}

/** Pairs values with their keys. */
function pairsOf(values: Value, keys: readonly Value[] | null): Value {
  const { items, more } = iteratedItems(values);
  const pairs = items.map((item, at) => listValue([keys?.[at] ?? unknownValue, item]));
  return {
    ...listValue(pairs, more === null ? null : listValue([unknownValue, more])),
    repetitions: values.repetitions,
  };
}

/** Returns the values that an iterator function yields. */
function yieldedBy(value: Value, { span, interpreter }: SortedCall): Value {
  const list = listValue([]);
  const collect: Alternative = { kind: "method", object: list, name: "append" };
  interpreter.call(value, [{ name: null, value: exactValue(collect) }], span);
  return list;
}
