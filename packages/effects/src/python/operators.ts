import { formatPercent, joinTexts } from "./formatting.ts";
import { emit, type Run } from "./interpreter.ts";
import { itemsOf } from "./iteration.ts";
import { greatSize } from "./limits.ts";
import { joinPathValues } from "./path-texts.ts";
import type { Expression } from "./syntax/nodes.ts";
import {
  exactly,
  hasHole,
  join,
  joinAll,
  joinOrigins,
  listValue,
  numberOf,
  originsOf,
  textsOf,
  textValue,
  timesOf,
  unknownFrom,
  type Value,
} from "./value.ts";

const longestRepeat = 2000;

/** What `left operator right` gives. */
export function combine(expression: Expression & { kind: "binary" }, left: Value, right: Value, run: Run): Value {
  switch (expression.operator) {
    case "+":
      return add(left, right);
    case "*":
      return multiply(left, right, expression, run);
    case "/":
      if ([...left.known, ...right.known].some(({ kind }) => kind === "path")) return joinPathValues(left, right);
      return arithmetic(left, right, (a, b) => a / b);
    case "%":
      if (left.known.some(({ kind }) => kind === "text")) return formatPercent(left, right);
      return arithmetic(left, right, (a, b) => a % b);
    case "-":
      return arithmetic(left, right, (a, b) => a - b);
    case "//":
      return arithmetic(left, right, (a, b) => Math.floor(a / b));
    case "**":
      return arithmetic(left, right, (a, b) => a ** b);
    case "<<":
      return arithmetic(left, right, (a, b) => a * 2 ** b);
    case "|":
      if (numberOf(left) !== undefined && numberOf(right) !== undefined)
        return arithmetic(left, right, (a, b) => a | b);
      return join(left, right);
    case "&":
    case "^":
      return arithmetic(left, right, (a, b) => (expression.operator === "&" ? a & b : a ^ b));
    default:
      return unknownFrom([]);
  }
}

function add(left: Value, right: Value): Value {
  const lists = [...left.known, ...right.known].some(({ kind }) => kind === "list");
  if (lists) return addLists(left, right);
  if (numberOf(left) !== undefined && numberOf(right) !== undefined) return arithmetic(left, right, (a, b) => a + b);
  if (textsOf(left).length + textsOf(right).length > 0) return joinTexts([left, right]);
  return mixed(left, right);
}

function addLists(left: Value, right: Value): Value {
  const parts = [left, right].map((value) => itemsOf(value));
  const more = parts.flatMap((part) => (part.more === null ? [] : [part.more]));
  const [first] = parts;
  const items = parts.flatMap((part, at) => (at === 1 && first?.more !== null ? [] : part.items));
  const late = first?.more === null ? [] : (parts[1]?.items ?? []);
  const list = listValue(
    items,
    more.length + late.length === 0 ? null : joinAll([...more, ...late]),
    joinOrigins(left.from, right.from),
  );
  return { ...list, times: Math.max(left.times, right.times) };
}

function mixed(left: Value, right: Value): Value {
  const from = joinOrigins(originsOf(left), originsOf(right)).filter(({ kind }) => kind !== "literal");
  return unknownFrom(from, Math.max(timesOf(left), timesOf(right)));
}

function arithmetic(left: Value, right: Value, compute: (a: number, b: number) => number): Value {
  const [a, b] = [numberOf(left), numberOf(right)];
  return a === undefined || b === undefined ? mixed(left, right) : exactly({ kind: "number", number: compute(a, b) });
}

/** A number of times over; more than the memory holds is an effect of its own. */
function multiply(left: Value, right: Value, expression: Expression & { kind: "binary" }, run: Run): Value {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return exactly({ kind: "number", number: a * b });
  const [count, value] = b !== undefined ? [b, left] : a !== undefined ? [a, right] : [undefined, mixed(left, right)];
  if (count === undefined) return value;
  const repeats = value.known.some(({ kind }) => kind === "text" || kind === "list") || value.open;
  const size = Math.max(
    1,
    ...value.known.map((known) =>
      known.kind === "text" ? known.text.length : known.kind === "list" ? known.items.length : 1,
    ),
  );
  if (count * size * value.times >= greatSize && repeats && !(value.open && value.known.length === 0)) {
    emit(run, { kind: "exhaust", what: "memory", by: "*", start: expression.start, end: expression.end });
  }
  const times = Math.max(1, value.times * count);
  const known = value.known.map((each) => {
    if (each.kind === "text" && !hasHole(each.text) && each.text.length * count <= longestRepeat)
      return textValue(each.text.repeat(Math.max(0, Math.floor(count))), value.from);
    if (each.kind !== "list") return unknownFrom(value.from);
    return listValue([], joinAll([...each.items, ...(each.more === null ? [] : [each.more])]), value.from);
  });
  const whole = value.open || known.length === 0 ? unknownFrom(value.from) : joinAll(known);
  return { ...(known.length > 0 && value.open ? join(whole, joinAll(known)) : whole), times };
}
