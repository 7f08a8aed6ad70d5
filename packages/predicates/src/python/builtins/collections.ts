import { callValue } from "../calls.ts";
import { itemsOf } from "../items.ts";
import { greatSize } from "../limits.ts";
import { emit } from "../run.ts";
import { exactly, joinAll, listValue, numberOf, unknownFrom, unknownValue, type Value } from "../value.ts";
import { type BuiltinCall, type BuiltinTable, first } from "./builtin.ts";

const mostMapped = 100;

/** What makes lists, dictionaries and numbers, and takes them apart. */
export const collectionBuiltins: BuiltinTable = [
  ["len", () => unknownFrom([])],
  ["isinstance", () => unknownFrom([])],
  ["hasattr", () => unknownFrom([])],
  ["list", collection],
  ["tuple", collection],
  ["set", collection],
  ["frozenset", collection],
  ["sorted", collection],
  ["reversed", ({ positional: [value] }) => reversedValue(value ?? unknownValue)],
  ["iter", first],
  ["collections.deque", collection],
  ["queue.Queue", () => listValue([])],
  ["queue.LifoQueue", () => listValue([])],
  [
    "itertools.chain.from_iterable",
    ({ positional: [value] }) => listValue([], anyHeld(anyHeld(value ?? unknownValue))),
  ],
  [
    "itertools.chain",
    ({ positional }) => listValue([], positional.length === 0 ? null : joinAll(positional.map(anyHeld))),
  ],
  [
    "itertools.cycle",
    ({ positional: [value] }) => ({
      ...listValue([], anyHeld(value ?? unknownValue)),
      times: Number.POSITIVE_INFINITY,
    }),
  ],
  [
    "itertools.repeat",
    ({ positional: [value, count] }) => ({
      ...listValue([], value ?? unknownValue),
      times: numberOf(count) ?? (count === undefined ? Number.POSITIVE_INFINITY : 1),
    }),
  ],
  ["itertools.count", () => ({ ...listValue([], unknownValue), times: Number.POSITIVE_INFINITY })],
  ["range", ({ positional }) => rangeOf(positional)],
  [
    "enumerate",
    ({ positional: [value] }) => {
      const { items, more } = itemsOf(value ?? unknownValue);
      const pair = (item: Value, at: Value): Value => listValue([at, item]);
      const list = listValue(
        items.map((item, at) => pair(item, exactly({ kind: "number", number: at }))),
        more === null ? null : pair(more, unknownValue),
      );
      return { ...list, times: value?.times ?? 1 };
    },
  ],
  ["zip", ({ positional }) => zipped(positional)],
  [
    "dict",
    ({ positional: [value], named }) => {
      const [known] = value?.known ?? [];
      const entries = new Map([...(known?.kind === "dict" ? known.entries : []), ...named]);
      return exactly({
        kind: "dict",
        entries,
        more: value === undefined || known?.kind === "dict" ? null : unknownFrom(value.from),
      });
    },
  ],
  ["collections.OrderedDict", ({ named }) => exactly({ kind: "dict", entries: new Map(named), more: null })],
  ["collections.defaultdict", () => exactly({ kind: "dict", entries: new Map(), more: null })],
  ["map", mapped],
  ["next", anyOf],
  ["min", anyOf],
  ["max", anyOf],
  ["random.choice", anyOf],
  ["asyncio.run", first],
  ["asyncio.gather", ({ positional }) => listValue(positional)],
  ["copy.copy", first],
  ["copy.deepcopy", first],
  ["contextlib.closing", first],
  ["contextlib.nullcontext", first],
  ["typing.cast", ({ positional }) => positional[1] ?? unknownValue],
  ["sys.intern", first],
];

/** A collection of all that another one holds. */
function collection({ positional: [value], span, run }: BuiltinCall): Value {
  if (value === undefined) return listValue([]);
  if (value.times >= greatSize)
    emit(run, { kind: "exhaust", what: "memory", by: "list", start: span.start, end: span.end });
  const { items, more } = itemsOf(value);
  return { ...listValue(items, more, value.from), times: value.times };
}
/** What a function gives for each item; those that are known one by one. */
function mapped({ positional: [callee = unknownValue, ...lists], span, run }: BuiltinCall): Value {
  const held = lists.map((value) => itemsOf(value));
  const call = (values: readonly Value[]): Value =>
    callValue(
      callee,
      values.map((value) => ({ name: null, value })),
      span,
      run,
    );
  const [only] = held;
  if (held.length === 1 && only !== undefined && only.more === null && only.items.length <= mostMapped)
    return listValue(only.items.map((item) => call([item])));
  return listValue([], call(lists.map(anyHeld)));
}

/** One of what is given, or of what it holds. */
function anyOf({ positional }: BuiltinCall): Value {
  const [only] = positional;
  if (only === undefined || positional.length > 1) return joinAll(positional);
  const { items, more } = itemsOf(only);
  return joinAll(more === null ? items : [...items, more]);
}

function reversedValue(value: Value): Value {
  const known = value.known.map((each) => {
    if (each.kind === "text") return { kind: "text" as const, text: [...each.text].reverse().join(""), at: null };
    return each.kind === "list" ? { ...each, items: each.items.toReversed() } : each;
  });
  return { ...value, known };
}

function anyHeld(value: Value): Value {
  const { items, more } = itemsOf(value);
  return joinAll(more === null ? items : [...items, more]);
}

function rangeOf(bounds: readonly Value[]): Value {
  const [from = 0, to, step = 1] = bounds.length === 1 ? [0, numberOf(bounds[0])] : bounds.map(numberOf);
  const count = to === undefined || step === 0 ? 1 : Math.max(0, Math.ceil((to - from) / step));
  if (to !== undefined && count <= 8)
    return listValue(Array.from({ length: count }, (_, at) => exactly({ kind: "number", number: from + at * step })));
  return { ...listValue([], unknownValue), times: Math.max(1, count) };
}

function zipped(lists: readonly Value[]): Value {
  const held = lists.map((value) => itemsOf(value));
  const length = Math.min(...held.map(({ items, more }) => (more === null ? items.length : 0)));
  const known = held.every(({ more }) => more === null);
  const row = (at: number): Value => listValue(held.map(({ items }) => items[at] ?? unknownValue));
  return known ? listValue(Array.from({ length }, (_, at) => row(at))) : listValue([], listValue(lists.map(anyHeld)));
}
