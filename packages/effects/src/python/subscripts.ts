import { libraryAttribute } from "./attributes.ts";
import { environmentValue } from "./environment.ts";
import type { Run } from "./interpreter.ts";
import type { Expression } from "./syntax/nodes.ts";
import {
  exactly,
  givenHole,
  hasHole,
  join,
  joinAll,
  type Known,
  listValue,
  literalOf,
  numberOf,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
  withOrigins,
} from "./value.ts";

/** What `value[index]` gives. */
export function itemOf(value: Value, index: Value, written: Expression, run: Run): Value {
  const found = value.known.map((known) => itemOfKnown(known, value, index, written, run));
  if (value.open || found.length === 0) found.push(unknownFrom(value.from, value.times));
  const item = withOrigins(joinAll(found), value.from);
  return value.times > item.times ? { ...item, times: value.times } : item;
}

function itemOfKnown(known: Known, value: Value, index: Value, written: Expression, run: Run): Value {
  const number = numberOf(index);
  const key = literalOf(index);
  switch (known.kind) {
    case "list": {
      if (written.kind === "slice") return sliceOfList(known.items, known.more, written, value);
      const item = number === undefined ? undefined : known.items.at(number);
      if (item !== undefined && (known.more === null || (number ?? -1) >= 0)) return item;
      return joinAll(known.more === null ? known.items : [...known.items, known.more]);
    }
    case "dict": {
      const name = key ?? (number === undefined ? undefined : String(number));
      const entry = name === undefined ? undefined : known.entries.get(name);
      if (entry !== undefined) return known.more === null ? entry : join(entry, known.more);
      if (name !== undefined) return known.more ?? unknownValue;
      return joinAll([...known.entries.values(), ...(known.more === null ? [] : [known.more])]);
    }
    case "text":
      return itemOfText(known.text, number, written, value);
    case "library":
      if (known.name === "sys.argv") return argumentOf(written, value);
      if (known.name === "os.environ" || known.name === "os.environb") return environmentValue(key, undefined, run);
      if (known.name === "builtins") return libraryAttribute("builtins", key, run);
      if (known.name === "sys.modules")
        return key === undefined
          ? hidden("a module of a name that is not known")
          : exactly({ kind: "library", name: key });
      if (/\.?__dict__$/.test(known.name)) return libraryAttribute(known.name.replace(/\.?__dict__$/, ""), key, run);
      return unknownFrom(value.from);
    case "hidden":
      return { ...unknownValue, known: [known], open: false };
    default:
      return unknownFrom(value.from);
  }
}

/** One of the arguments of the program, or several. */
function argumentOf(written: Expression, { from }: Value): Value {
  const argument = textValue(givenHole, from);
  return written.kind === "slice" ? listValue([], argument, from) : argument;
}

function hidden(reason: string): Value {
  return exactly({ kind: "hidden", reason });
}

function sliceOfList(
  items: readonly Value[],
  more: Value | null,
  { bounds }: Expression & { kind: "slice" },
  value: Value,
): Value {
  const [from, to, step] = bounds.map((bound) => (bound === null ? null : constantNumber(bound)));
  const known = more === null && from !== undefined && to !== undefined && step == null;
  const kept = known ? items.slice(from ?? 0, to ?? undefined) : items;
  return { ...exactly({ kind: "list", items: [...kept], more }), from: value.from, times: value.times };
}

function itemOfText(text: string, number: number | undefined, written: Expression, value: Value): Value {
  if (hasHole(text)) return unknownFrom(value.from, value.times);
  if (number !== undefined) return textValue(text.at(number) ?? "", value.from);
  if (written.kind !== "slice") return unknownFrom(value.from, value.times);
  const [from, to, step = null] = written.bounds.map((bound) => (bound === null ? null : constantNumber(bound)));
  if (from === undefined || to === undefined) return unknownFrom(value.from, value.times);
  if (step === null || step === 1)
    return { ...textValue(text.slice(from ?? 0, to ?? undefined), value.from), times: value.times };
  if (step === -1 && from === null && to === null) return textValue([...text].reverse().join(""), value.from);
  return unknownFrom(value.from, value.times);
}

/** The number that a bound of a slice is; `undefined` when it is not known. */
function constantNumber(expression: Expression): number | undefined {
  if (expression.kind === "number") return expression.number;
  if (expression.kind === "unary" && expression.operator === "-" && expression.operand.kind === "number")
    return -expression.operand.number;
  return undefined;
}
