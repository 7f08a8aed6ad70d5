/** Builtin functions of Go, and the functions that stand for its syntax. */
import { textOfBytes } from "../encodings.ts";
import { argumentOrigins } from "../engine/arguments.ts";
import { callAnyTimes, startCall } from "../engine/callbacks.ts";
import { callContainerMethod } from "../engine/container-methods.ts";
import { forgetOrder, isOnly, removeAll, removeKey } from "../engine/container-mutations.ts";
import { ownCopy } from "../engine/copies.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import { type BuiltinTable, emit, type SortedCall } from "../engine/interpreter.ts";
import { anyIteratedItem, iteratedItems } from "../engine/iteration.ts";
import { memoryExhaustionSize } from "../engine/limits.ts";
import { willChange } from "../engine/paths.ts";
import { behindReferences } from "../engine/references.ts";
import {
  dictValue,
  exactNumber,
  exactValue,
  joinAllValues,
  joinValues,
  listValue,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "../engine/value.ts";
import { originsOf } from "../engine/value-origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { textOfCode } from "./format.ts";
import { rangeBuiltins } from "./ranges.ts";

/** Functions that every program has, and those that stand for syntax: `go.receive` for `<-channel`. */
export const languageBuiltins: BuiltinTable = [
  ...rangeBuiltins,
  ["append", append],
  ["go.append", appendInPlace],
  ["len", ({ positional: [value = unknownValue] }) => lengthOf(behindReferences(value))],
  ["cap recover", () => unknownValue],
  ["copy", copyItems],
  ["go.array", ({ positional: [list = unknownValue] }) => asArray(list)],
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
  ["min max", ({ positional }) => joinAllValues(positional)],
  ["close panic", () => noneValue],
  ["string", ({ positional: [value = unknownValue] }) => toText(value)],
  [
    "go.typed",
    ({ positional: [value = unknownValue, object = unknownValue] }) =>
      value.alternatives.length === 0 ? withAddedOrigins(object, value.from) : value,
  ],
  [
    "go.start",
    ({ passed: [callee, ...passed], span, interpreter }) => {
      if (callee !== undefined) startCall(() => void interpreter.call(callee.value, passed, span), span, interpreter);
      return noneValue;
    },
  ],
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
  ["slices.Reverse", reverse],
  [
    "slices.Sort slices.SortFunc sort.Strings sort.Slice sort.Sort sort.SliceStable",
    (call) => {
      const [, less] = call.passed;
      if (less !== undefined) callAnyTimes(less.value, [], call.span, call.interpreter);
      return loseOrder(call);
    },
  ],
  [
    "slices.Concat",
    ({ positional }) =>
      concatenated(
        positional.map((each) => iteratedItems(each)),
        [],
      ),
  ],
  ["slices.Clone maps.Clone slices.Collect slices.Sorted", copyOf],
];

/** A list that assignments copy: `[2]T{a, b}`. */
function asArray(list: Value): Value {
  const alternatives = list.alternatives.map((each) =>
    each.kind === "list" ? { ...each, isCopied: true as const } : each,
  );
  return { ...list, alternatives };
}

/** Computes `append(list, a, b…)`: a new list, or a longer text. */
function append({ passed: [base, ...others], interpreter }: SortedCall): Value {
  const first = base?.value ?? unknownValue;
  const isText = (value: Value): boolean => value.alternatives.some(({ kind }) => kind === "text");
  if (isText(first) || others.some(({ name, value }) => name === "*" && isText(value)))
    return concatenateTexts([first, ...others.map(({ value }) => toText(value))]);
  const lists = first.alternatives.filter(({ kind }) => kind !== "constant");
  const isEmpty = lists.length === 0 && !first.mayBeUnknown;
  const added = others.map(({ name, value }) =>
    name === "*" ? iteratedItems(value) : { items: [ownCopy(value, interpreter)], more: null },
  );
  return concatenated([...(isEmpty ? [] : [iteratedItems({ ...first, alternatives: lists })]), ...added], first.from);
}

/** Simulates `append` on a list whose array other variables may share: all of them may have the new items. */
function appendInPlace(call: SortedCall): Value {
  const [base = unknownValue] = call.positional;
  const lists = behindReferences(base).alternatives.filter((each) => each.kind === "list");
  const added = call.passed.slice(1).flatMap(({ name, value }) => (name === "*" ? anyIteratedItem(value) : value));
  if (lists.length === 0 || added.length === 0) return append(call);
  for (const list of lists) {
    forgetOrder(list, 0, call.interpreter);
    willChange(list, call.interpreter);
    list.more = joinAllValues(list.more === null ? added : [list.more, ...added]);
  }
  return base;
}

/** The items of several lists. After one of unknown length, the positions of items are unknown. */
function concatenated(parts: readonly ReturnType<typeof iteratedItems>[], from: Value["from"]): Value {
  const open = parts.findIndex(({ more }) => more !== null);
  const known = open === -1 ? parts : parts.slice(0, open + 1);
  const loose = parts.flatMap(({ items, more }, at) => [
    ...(open !== -1 && at > open ? items : []),
    ...(more === null ? [] : [more]),
  ]);
  return listValue(
    known.flatMap(({ items }) => items),
    loose.length === 0 ? null : joinAllValues(loose),
    from,
  );
}

/** Returns the length of a list or ASCII text; unknown otherwise, as Go counts bytes. */
function lengthOf(value: Value): Value {
  const [only, other] = value.alternatives;
  if (only === undefined || other !== undefined || value.mayBeUnknown) return unknownValue;
  if (only.kind === "list" && only.more === null) return exactValue({ kind: "number", number: only.items.length });
  return only.kind === "text" && /^[ -~]*$/.test(only.text)
    ? exactValue({ kind: "number", number: only.text.length })
    : unknownValue;
}

/** Evaluates `copy(to, from)`: the items may be the items of the other list. */
function copyItems({ positional: [to = unknownValue, from = unknownValue], interpreter }: SortedCall): Value {
  const item = anyIteratedItem(from);
  for (const each of to.alternatives) {
    if (each.kind !== "list") continue;
    forgetOrder(each, 0, interpreter);
    each.more = each.more === null ? item : joinValues(each.more, item);
  }
  return unknownValue;
}

/** Computes `string(x)`: a number is the code of a character, a list holds the codes of bytes or characters. */
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

/** Computes `value[from:to]`. */
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

/** Computes `make([]T, n)`. */
function makeSlice({ positional: [zero = unknownValue, size], span, interpreter }: SortedCall): Value {
  const count = exactNumber(size);
  if (count !== undefined && count >= memoryExhaustionSize)
    emit(interpreter, { kind: "exhaust", what: "memory", by: "make", start: span.start, end: span.end });
  const isShort = count !== undefined && count <= 64;
  const items = isShort ? Array.from({ length: count }, () => ownCopy(zero, interpreter)) : [];
  return { ...listValue(items, isShort ? null : zero), repetitions: isShort ? 1 : (count ?? 1) };
}

/** Computes a copy of a list or map; a sorted list has its items in any order. */
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

/** Evaluates sorting a list: its order becomes unknown. */
function loseOrder({ positional: [value = unknownValue], passed, interpreter }: SortedCall): Value {
  for (const each of behindReferences(value).alternatives) if (each.kind === "list") forgetOrder(each, 0, interpreter);
  return unknownValueFrom(argumentOrigins(passed, []));
}
