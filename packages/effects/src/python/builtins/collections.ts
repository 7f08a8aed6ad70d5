import { first } from "../arguments.ts";
import { type BuiltinCall, type BuiltinTable, emit } from "../interpreter.ts";
import { anyItemOf, itemsOf } from "../iteration.ts";
import { greatSize } from "../limits.ts";
import { scopeWithin } from "../scope.ts";
import {
  exactly,
  joinAll,
  listValue,
  literalOf,
  numberOf,
  textsOf,
  unknownFrom,
  unknownValue,
  type Value,
} from "../value.ts";

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
    ({ positional: [value] }) => listValue([], anyItemOf(anyItemOf(value ?? unknownValue))),
  ],
  [
    "itertools.chain",
    ({ positional }) => listValue([], positional.length === 0 ? null : joinAll(positional.map(anyItemOf))),
  ],
  [
    "itertools.cycle",
    ({ positional: [value] }) => ({
      ...listValue([], anyItemOf(value ?? unknownValue)),
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
  ["filter", filtered],
  ["itertools.filterfalse", filtered],
  ["itertools.takewhile", filtered],
  ["itertools.dropwhile", filtered],
  ["itertools.islice", collection],
  ["random.sample", collection],
  ["random.choices", collection],
  ["next", anyOf],
  ["min", anyOf],
  ["max", anyOf],
  ["random.choice", anyOf],
  ["select.select", ({ positional }) => listValue(positional.slice(0, 3))],
  [
    "getopt.getopt",
    ({ positional: [value = unknownValue] }) => {
      const any = anyItemOf(value);
      return listValue([listValue([], listValue([unknownValue, any])), listValue([], any)]);
    },
  ],
  ["collections.namedtuple", namedTuple],
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
    run.call(
      callee,
      values.map((value) => ({ name: null, value })),
      span,
    );
  const [only] = held;
  if (held.length === 1 && only !== undefined && only.more === null && only.items.length <= mostMapped)
    return listValue(only.items.map((item) => call([item])));
  return listValue([], call(lists.map(anyItemOf)));
}

/** Those of the items for which a function says yes: any of them. */
function filtered({ positional: [callee = unknownValue, list = unknownValue], span, run }: BuiltinCall): Value {
  run.call(callee, [{ name: null, value: anyItemOf(list) }], span);
  return { ...listValue([], anyItemOf(list), list.from), times: list.times };
}

/** A class that keeps what it is given under names. */
function namedTuple({ positional: [name, given = unknownValue], span }: BuiltinCall): Value {
  const text = literalOf(given);
  const fields = text === undefined ? itemsOf(given).items.flatMap(textsOf) : text.split(/[\s,]+/);
  return exactly({
    kind: "class",
    node: { kind: "class", name: literalOf(name) ?? "", bases: [], fields, body: [], decorators: [], ...span },
    members: scopeWithin(null, true),
    bases: [],
  });
}

/** One of what is given, or of what it holds. */
function anyOf({ positional }: BuiltinCall): Value {
  const [only] = positional;
  if (only === undefined || positional.length > 1) return joinAll(positional);
  return anyItemOf(only);
}

function reversedValue(value: Value): Value {
  const known = value.known.map((each) => {
    if (each.kind === "text") return { kind: "text" as const, text: [...each.text].reverse().join(""), at: null };
    return each.kind === "list" ? { ...each, items: each.items.toReversed() } : each;
  });
  return { ...value, known };
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
  if (held.length === 0 || held.some(({ more }) => more !== null))
    return listValue([], listValue(lists.map(anyItemOf)));
  const length = Math.min(...held.map(({ items }) => items.length));
  const row = (at: number): Value => listValue(held.map(({ items }) => items[at] ?? unknownValue));
  return listValue(Array.from({ length }, (_, at) => row(at)));
}
