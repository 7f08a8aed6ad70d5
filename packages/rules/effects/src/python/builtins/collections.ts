import { firstArgument } from "../../engine/arguments.ts";
import { functionsOf } from "../../engine/attributes.ts";
import { computeLazily } from "../../engine/callbacks.ts";
import { deepCopy, shallowCopy } from "../../engine/copies.ts";
import { type BuiltinTable, emit, type SortedCall } from "../../engine/interpreter.ts";
import { anyIteratedItem, iteratedItems } from "../../engine/iteration.ts";
import { memoryExhaustionSize } from "../../engine/limits.ts";
import { createScope } from "../../engine/scope.ts";
import {
  dictValue,
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  knownTexts,
  listValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../../engine/value.ts";

const maxMapped = 100;

/** Builtins that create, copy and iterate collections: `list`, `sorted`, `map`, `zip`, `range`, `itertools`. */
export const collectionBuiltins: BuiltinTable = [
  ["len isinstance hasattr", () => unknownValueFrom([])],
  ["list tuple set frozenset collections.deque random.sample random.choices", copyCollection],
  ["sorted", byKey(copyCollection)],
  ["reversed", ({ positional: [value] }) => reverseValue(value ?? unknownValue)],
  ["iter asyncio.run contextlib.closing contextlib.nullcontext sys.intern", firstArgument],
  ["queue.Queue queue.LifoQueue", () => listValue([])],
  [
    "itertools.chain.from_iterable",
    ({ positional: [value] }) => listValue([], anyIteratedItem(anyIteratedItem(value ?? unknownValue))),
  ],
  [
    "itertools.chain",
    ({ positional }) =>
      listValue([], positional.length === 0 ? null : joinAllValues(positional.map((each) => anyIteratedItem(each)))),
  ],
  [
    "itertools.cycle",
    ({ positional: [value] }) => ({
      ...listValue([], anyIteratedItem(value ?? unknownValue)),
      repetitions: Number.POSITIVE_INFINITY,
    }),
  ],
  [
    "itertools.repeat",
    ({ positional: [value, count] }) => ({
      ...listValue([], value ?? unknownValue),
      repetitions: exactNumber(count) ?? (count === undefined ? Number.POSITIVE_INFINITY : 1),
    }),
  ],
  ["itertools.count", () => ({ ...listValue([], unknownValue), repetitions: Number.POSITIVE_INFINITY })],
  ["range", ({ positional }) => rangeValue(positional)],
  [
    "enumerate",
    ({ positional: [value] }) => {
      const { items, more } = iteratedItems(value ?? unknownValue);
      const pair = (item: Value, at: Value): Value => listValue([at, item]);
      const list = listValue(
        items.map((item, at) => pair(item, exactValue({ kind: "number", number: at }))),
        more === null ? null : pair(more, unknownValue),
      );
      return { ...list, repetitions: value?.repetitions ?? 1 };
    },
  ],
  ["zip", ({ positional }) => zipItems(positional)],
  [
    "dict",
    ({ positional: [value], named, interpreter }) => {
      const [alternative] = value?.alternatives ?? [];
      const entries = new Map([...(alternative?.kind === "dict" ? alternative.entries : []), ...named]);
      if (value === undefined || alternative?.kind === "dict") return dictValue(entries, null);
      return dictValue(entries, functionsOf(value, interpreter) ?? unknownValueFrom(value.from));
    },
  ],
  ["collections.OrderedDict", ({ named }) => dictValue(named)],
  ["collections.defaultdict", () => dictValue(new Map())],
  ["map", mapItems],
  ["filter itertools.filterfalse itertools.takewhile itertools.dropwhile", filterItems],
  ["itertools.islice", sliceOfCollection],
  ["next random.choice", anyItem],
  ["min max", byKey(anyItem)],
  ["select.select", ({ positional }) => listValue(positional.slice(0, 3))],
  [
    "getopt.getopt",
    ({ positional: [value = unknownValue] }) => {
      const any = anyIteratedItem(value);
      return listValue([listValue([], listValue([unknownValue, any])), listValue([], any)]);
    },
  ],
  ["collections.namedtuple", namedTuple],
  ["asyncio.gather", ({ positional }) => listValue(positional)],
  ["copy.copy", ({ positional: [value] }) => value && shallowCopy(value)],
  ["copy.deepcopy", ({ positional: [value] }) => value && deepCopy(value)],
  ["typing.cast", ({ positional }) => positional[1] ?? unknownValue],
];

/** A list of the items of another collection: `list(x)`, `sorted(x)`, `set(x)`. */
function copyCollection({ positional: [value], span, interpreter }: SortedCall): Value {
  if (value === undefined) return listValue([]);
  if (value.repetitions >= memoryExhaustionSize)
    emit(interpreter, { kind: "exhaust", what: "memory", by: "list", start: span.start, end: span.end });
  const { items, more } = iteratedItems(value);
  return { ...listValue(items, more, value.from), repetitions: value.repetitions };
}

/** Computes `itertools.islice(items, stop)`: as many items as it says, also of an endless iterator. */
function sliceOfCollection(call: SortedCall): Value {
  const [value, first, second] = call.positional;
  const most = exactNumber(second) ?? exactNumber(first);
  if (value === undefined || most === undefined || most > value.repetitions) return copyCollection(call);
  return { ...copyCollection({ ...call, positional: [{ ...value, repetitions: Math.max(1, most) }] }) };
}

/** Computes `map(function, …)`: calls the function once per known item, or once with the join of all items. */
function mapItems(called: SortedCall): Value {
  return computeLazily(() => mapNow(called), called.span, called.interpreter);
}

/** Calls a function with each item of lists, as `map`. */
function mapNow({ positional: [callee = unknownValue, ...lists], span, interpreter }: SortedCall): Value {
  const iterated = lists.map((value) => iteratedItems(value));
  const call = (values: readonly Value[]): Value =>
    interpreter.call(
      callee,
      values.map((value) => ({ name: null, value })),
      span,
    );
  const [only] = iterated;
  if (iterated.length === 1 && only !== undefined && only.more === null && only.items.length <= maxMapped)
    return listValue(only.items.map((item) => call([item])));
  return listValue([], call(lists.map((each) => anyIteratedItem(each))));
}

/** Computes `filter(function, items)`: any of the items may remain. */
function filterItems({
  positional: [callee = unknownValue, list = unknownValue],
  span,
  interpreter,
}: SortedCall): Value {
  const item = anyIteratedItem(list);
  computeLazily(() => interpreter.call(callee, [{ name: null, value: item }], span), span, interpreter);
  return { ...listValue([], item, list.from), repetitions: list.repetitions };
}

/** The class that `collections.namedtuple(name, fields)` creates. */
function namedTuple({ positional: [name, fieldNames = unknownValue], span }: SortedCall): Value {
  const text = exactText(fieldNames);
  const fields = text === undefined ? iteratedItems(fieldNames).items.flatMap(knownTexts) : text.split(/[\s,]+/);
  return exactValue({
    kind: "class",
    node: { kind: "class", name: exactText(name) ?? "", bases: [], fields, body: [], decorators: [], ...span },
    members: createScope(null, true),
    bases: [],
  });
}

/** A builtin that calls `key=` with each item first: `sorted(names, key=f)`. */
function byKey(builtin: (call: SortedCall) => Value): (call: SortedCall) => Value {
  return (call) => {
    const key = call.passed.find(({ name }) => name === "key")?.value;
    const [items] = call.positional;
    if (key !== undefined && items !== undefined) mapItems({ ...call, positional: [key, items] });
    return builtin(call);
  };
}

/** Returns any of the arguments, or any item of a single argument: `max(a, b)`, `next(items)`. */
function anyItem({ positional }: SortedCall): Value {
  const [only] = positional;
  if (only === undefined || positional.length > 1) return joinAllValues(positional);
  return anyIteratedItem(only);
}

/** Returns a list or text in reverse order. */
function reverseValue(value: Value): Value {
  const alternatives = value.alternatives.map((each) => {
    if (each.kind === "text") return { kind: "text" as const, text: [...each.text].reverse().join(""), at: null };
    return each.kind === "list" ? { ...each, items: each.items.toReversed() } : each;
  });
  return { ...value, alternatives };
}

/** Computes `range(from, to, step)`: up to 8 numbers one by one, otherwise unknown numbers. */
function rangeValue(bounds: readonly Value[]): Value {
  const [from = 0, to, step = 1] = bounds.length === 1 ? [0, exactNumber(bounds[0])] : bounds.map(exactNumber);
  const count = to === undefined || step === 0 ? 1 : Math.max(0, Math.ceil((to - from) / step));
  if (to !== undefined && count <= 8)
    return listValue(
      Array.from({ length: count }, (_, at) => exactValue({ kind: "number", number: from + at * step })),
    );
  return { ...listValue([], unknownValue), repetitions: Math.max(1, count) };
}

/** Computes `zip(a, b)`. */
function zipItems(lists: readonly Value[]): Value {
  const iterated = lists.map((value) => iteratedItems(value));
  if (iterated.length === 0 || iterated.some(({ more }) => more !== null))
    return listValue([], listValue(lists.map((each) => anyIteratedItem(each))));
  const length = Math.min(...iterated.map(({ items }) => items.length));
  const row = (at: number): Value => listValue(iterated.map(({ items }) => items[at] ?? unknownValue));
  return listValue(Array.from({ length }, (_, at) => row(at)));
}
