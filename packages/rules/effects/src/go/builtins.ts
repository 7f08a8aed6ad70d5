// Builtin functions of Go, and the functions that stand for its syntax.

import { textOfBytes } from "../encodings.ts";
import { argumentOrigins } from "../engine/arguments.ts";
import { ownCopy } from "../engine/assignment.ts";
import { callAnyTimes, startCall } from "../engine/callbacks.ts";
import { callContainerMethod } from "../engine/container-methods.ts";
import { forgetOrder, isOnly, removeAll, removeKey } from "../engine/container-mutations.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import { type Builtin, emit, type SortedCall } from "../engine/interpreter.ts";
import { anyIteratedItem, iteratedItems, iteratedKeys } from "../engine/iteration.ts";
import { memoryExhaustionSize } from "../engine/limits.ts";
import { willChange } from "../engine/paths.ts";
import { behindReferences } from "../engine/references.ts";
import {
  type Alternative,
  dictValue,
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  joinValues,
  knownTexts,
  type ListValue,
  listValue,
  noneValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "../engine/value.ts";
import { originsOf } from "../engine/value-origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { textOfCode } from "./format.ts";

/** Functions that every program has, and those that stand for syntax: `go.receive` for `<-channel`. */
export const languageBuiltins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["append", append],
  ["len", ({ positional: [value = unknownValue] }) => lengthOf(behindReferences(value))],
  ["cap", () => unknownValue],
  ["copy", copyItems],
  [
    "delete",
    ({ positional: [value = unknownValue, key = unknownValue], interpreter }) => {
      for (const each of value.alternatives) if (each.kind === "dict") removeKey(each, key, interpreter);
      return noneValue;
    },
  ],
  [
    "clear",
    ({ positional: [value = unknownValue], interpreter }) => {
      for (const each of value.alternatives) if (each.kind === "dict") removeAll(each, interpreter);
      return noneValue;
    },
  ],
  ["min", ({ positional }) => joinAllValues(positional)],
  ["max", ({ positional }) => joinAllValues(positional)],
  ["close", () => noneValue],
  ["recover", () => unknownValue],
  ["panic", () => noneValue],
  ["string", ({ positional: [value = unknownValue] }) => toText(value)],
  [
    "go.typed",
    ({ positional: [value = unknownValue, object = unknownValue] }) =>
      value.alternatives.length === 0 ? withAddedOrigins(object, value.from) : value,
  ],
  [
    "go.start",
    ({ passed: [callee, ...passed], span, interpreter }) => {
      if (callee !== undefined) startCall(callee.value, passed, span, interpreter);
      return noneValue;
    },
  ],
  ["go.codes", ({ positional: [value = unknownValue] }) => codesOf(value)],
  ["go.slice", (call) => slice(call)],
  [
    "go.share",
    (call) => {
      const list = behindReferences(call.positional[0] ?? unknownValue);
      for (const each of list.alternatives) if (each.kind === "list") forgetOrder(each, 0, call.interpreter);
      return list.alternatives.some(({ kind }) => kind === "list") ? list : slice(call);
    },
  ],
  ["go.makeMap", () => dictValue(new Map())],
  ["go.makeSlice", makeSlice],
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
  ["go.values", (call) => ranged(call).values],
  ["go.pairs", (call) => ranged(call).pairs],
  ["slices.Reverse", reverse],
  ...["slices.Sort", "slices.SortFunc", "sort.Strings", "sort.Slice", "sort.Sort", "sort.SliceStable"].map(
    (name): [string, Builtin] => [
      name,
      (call) => {
        const [, less] = call.passed;
        if (less !== undefined) callAnyTimes(less.value, [], call.span, call.interpreter);
        return loseOrder(call);
      },
    ],
  ),
  [
    "slices.Concat",
    ({ positional }) =>
      append({ positional: [listValue([]), ...positional.flatMap((each) => iteratedItems(each).items)] }),
  ],
  ...["slices.Clone", "maps.Clone", "slices.Collect", "slices.Sorted"].map((name): [string, Builtin] => [name, copyOf]),
  ["maps.Keys", ({ positional: [value = unknownValue] }) => keysOf(behindReferences(value))],
  ["maps.Values", (call) => ranged(call).values],
]);

const channel = "go.channel";

/** What was sent over the channels that a value may be. */
function channelItems(value: Value): readonly ListValue[] {
  return behindReferences(value).alternatives.flatMap((each) => {
    const items = each.kind === "object" && each.type === channel ? each.fields.get("items")?.alternatives : undefined;
    return (items ?? []).filter((item): item is ListValue => item.kind === "list");
  });
}

function addItem(list: ListValue, value: Value, call: SortedCall): void {
  callContainerMethod(list, { ...call, name: "append", positional: [value], self: exactValue(list) });
}

/** `append(list, a, b…)`: a new list, or a longer text. */
function append({
  positional: [first = unknownValue],
  passed = [],
  interpreter,
}: Partial<SortedCall> & Pick<SortedCall, "positional">): Value {
  const others = passed.slice(1);
  if (
    first.alternatives.some(({ kind }) => kind === "text") ||
    others.some(({ name, value }) => name === "*" && knownTexts(value).length > 0)
  )
    return concatenateTexts([first, ...others.map(({ value }) => toText(value))]);
  const lists = first.alternatives.filter(({ kind }) => kind !== "constant");
  const { items, more } =
    lists.length === 0 && !first.mayBeUnknown
      ? { items: [], more: null }
      : iteratedItems({ ...first, alternatives: lists });
  let loose = more;
  const all = [...items];
  for (const { name, value } of others) {
    const own = interpreter === undefined ? value : ownCopy(value, interpreter);
    const added = name === "*" ? iteratedItems(value) : { items: [own], more: null };
    if (loose === null) all.push(...added.items);
    else for (const item of added.items) loose = joinValues(loose, item);
    if (added.more !== null) loose = loose === null ? added.more : joinValues(loose, added.more);
  }
  const { repetitions = 1 } = interpreter?.loop ?? {};
  const list = listValue(all, loose, first.from);
  return Number.isFinite(repetitions) ? list : { ...list, repetitions: 1 };
}

function lengthOf(value: Value): Value {
  const [only, other] = value.alternatives;
  if (only === undefined || other !== undefined || value.mayBeUnknown) return unknownValue;
  if (only.kind === "list" && only.more === null) return exactValue({ kind: "number", number: only.items.length });
  return only.kind === "text" && /^[ -~]*$/.test(only.text)
    ? exactValue({ kind: "number", number: only.text.length })
    : unknownValue;
}

/** `copy(to, from)`: the items may be those of the other list. */
function copyItems({ positional: [to = unknownValue, from = unknownValue], interpreter }: SortedCall): Value {
  const item = anyIteratedItem(from);
  for (const each of to.alternatives) {
    if (each.kind !== "list") continue;
    forgetOrder(each, 0, interpreter);
    each.more = each.more === null ? item : joinValues(each.more, item);
  }
  return unknownValue;
}

/** `string(x)`: a number is the code of a character, a list holds the codes of bytes or characters. */
export function toText(value: Value): Value {
  const results = value.alternatives.map((each): Value => {
    if (each.kind === "number")
      return Number.isNaN(each.number) ? unknownValueFrom(value.from) : textOfCode(each.number);
    if (each.kind !== "list") return { ...value, alternatives: [each], mayBeUnknown: false };
    const codes = each.items.map(exactNumber).filter((code) => code !== undefined);
    const text = each.more === null && codes.length === each.items.length ? textOfBytes(codes) : undefined;
    return text === undefined
      ? unknownValueFrom(originsOf(exactValue(each)))
      : exactValue({ kind: "text", text, at: null }, value.from);
  });
  if (value.mayBeUnknown || results.length === 0) results.push({ ...value, alternatives: [] });
  return joinAllValues(results);
}

/** `[]byte(text)`: the codes of a short text; other texts stay texts. */
function codesOf(value: Value): Value {
  const text = exactText(value);
  if (text === undefined || text.length > 100 || !/^[\0-~]*$/.test(text)) return value;
  return listValue(
    [...text].map((char) => exactValue({ kind: "number", number: char.charCodeAt(0) })),
    null,
    value.from,
  );
}

/** `value[from:to]`. */
function slice({ positional: [reached = unknownValue, ...bounds] }: SortedCall): Value {
  const value = behindReferences(reached);
  const [from, to] = bounds.map((bound) => (bound === noneValue ? null : exactNumber(bound)));
  const results = value.alternatives.map((each): Value => {
    if (each.kind === "list")
      return from === undefined || to === undefined || each.more !== null
        ? listValue([], anyIteratedItem(exactValue(each)), value.from)
        : listValue(each.items.slice(from ?? 0, to ?? undefined), null, value.from);
    const isKnown = each.kind === "text" && from !== undefined && to !== undefined && !hasUnknownText(each.text);
    if (isKnown) return textValue(each.text.slice(from ?? 0, to ?? undefined), value.from);
    return each.kind === "text"
      ? unknownValueFrom(value.from)
      : { ...value, alternatives: [each], mayBeUnknown: false };
  });
  if (value.mayBeUnknown || results.length === 0) results.push({ ...value, alternatives: [] });
  return { ...joinAllValues(results), repetitions: value.repetitions };
}

/** `make([]T, n)`. */
function makeSlice({ positional: [zero = unknownValue, size], span, interpreter }: SortedCall): Value {
  const count = exactNumber(size);
  if (count !== undefined && count >= memoryExhaustionSize)
    emit(interpreter, { kind: "exhaust", what: "memory", by: "make", start: span.start, end: span.end });
  const isShort = count !== undefined && count <= 64;
  const items = isShort ? Array.from({ length: count }, () => ownCopy(zero, interpreter)) : [];
  return { ...listValue(items, isShort ? null : zero), repetitions: isShort ? 1 : (count ?? 1) };
}

/** `for x := range value`: numbers, positions, keys, what a channel receives, or what a function yields. */
function rangeOver(call: SortedCall): Value {
  const value = behindReferences(call.positional[0] ?? unknownValue);
  const [only] = value.alternatives;
  if (only?.kind === "function") return yieldedBy(value, call);
  const sent = channelItems(value);
  if (sent.length > 0) return { ...joinAllValues(sent.map((items) => exactValue(items))), from: value.from };
  return keysOf(value);
}

function keysOf(value: Value): Value {
  const [only] = value.alternatives;
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
  return { values: list, pairs: pairsOf(list, keys) };
}

function pairsOf(values: Value, keys: readonly Value[] | null): Value {
  const { items, more } = iteratedItems(values);
  const pairs = items.map((item, at) => listValue([keys?.[at] ?? unknownValue, item]));
  return {
    ...listValue(pairs, more === null ? null : listValue([unknownValue, more])),
    repetitions: values.repetitions,
  };
}

/** What an iterator function passes to the function that it is called with. */
function yieldedBy(value: Value, { span, interpreter }: SortedCall): Value {
  const list = listValue([]);
  const collect: Alternative = { kind: "method", object: list, name: "append" };
  interpreter.call(value, [{ name: null, value: exactValue(collect) }], span);
  return list;
}

/** A new list or map with the same items; sorted lists have theirs in any order. */
function copyOf(call: SortedCall): Value {
  const value = behindReferences(call.positional[0] ?? unknownValue);
  const copies = value.alternatives.map((each) => {
    const self = exactValue(each, value.from);
    if (each.kind !== "list" && each.kind !== "dict") return self;
    const copy = callContainerMethod(each, { ...call, name: "copy", positional: [], self });
    return call.name === "slices.Sorted" ? listValue([], anyIteratedItem(copy), value.from) : copy;
  });
  return copies.length === 0 || value.mayBeUnknown
    ? joinAllValues([...copies, unknownValueFrom(value.from)])
    : joinAllValues(copies);
}

/** Reverses a list in place. */
function reverse(call: SortedCall): Value {
  const value = behindReferences(call.positional[0] ?? unknownValue);
  for (const each of value.alternatives) {
    if (each.kind !== "list") continue;
    if (each.more !== null || !isOnly(each, value)) return loseOrder(call);
    willChange(each, call.interpreter);
    each.items.reverse();
  }
  return noneValue;
}

/** Sorts a list in place. */
function loseOrder({ positional: [value = unknownValue], passed, interpreter }: SortedCall): Value {
  for (const each of behindReferences(value).alternatives) if (each.kind === "list") forgetOrder(each, 0, interpreter);
  return unknownValueFrom(argumentOrigins(passed, []));
}
