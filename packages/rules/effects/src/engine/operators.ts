import { joinOrigins } from "../origins.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { concatenateTexts, formatPercent } from "./formatting.ts";
import { emit, type Interpreter } from "./interpreter.ts";
import type { Expression } from "./ir.ts";
import { iteratedItems } from "./iteration.ts";
import { memoryExhaustionSize } from "./limits.ts";
import { joinPathValues } from "./path-texts.ts";
import {
  type Alternative,
  exactNumber,
  exactValue,
  joinAllValues,
  joinValues,
  knownTexts,
  listValue,
  textValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";
import { maxRepetitions, originsOf } from "./value-origins.ts";

const maxRepeatedLength = 2000;

/** Computes `left operator right` of abstract values. */
export function applyOperator(
  expression: Expression & { kind: "binary" },
  left: Value,
  right: Value,
  interpreter: Interpreter,
): Value {
  switch (expression.operator) {
    case "+":
      return add(left, right);
    case "*":
      return multiply(left, right, expression, interpreter);
    case "/":
      if ([...left.alternatives, ...right.alternatives].some(({ kind }) => kind === "path"))
        return joinPathValues(left, right);
      return arithmetic(left, right, (a, b) => a / b);
    case "%":
      if (left.alternatives.some(({ kind }) => kind === "text")) return formatPercent(left, right);
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
      if (exactNumber(left) !== undefined && exactNumber(right) !== undefined)
        return arithmetic(left, right, (a, b) => a | b);
      return joinValues(left, right);
    case "&":
    case "^":
      return arithmetic(left, right, (a, b) => (expression.operator === "&" ? a & b : a ^ b));
    default:
      return unknownValueFrom([]);
  }
}

/** Adds values: numbers, texts or lists. */
function add(left: Value, right: Value): Value {
  const lists = [...left.alternatives, ...right.alternatives].some(({ kind }) => kind === "list");
  if (lists) return addLists(left, right);
  if (exactNumber(left) !== undefined && exactNumber(right) !== undefined)
    return arithmetic(left, right, (a, b) => a + b);
  if (knownTexts(left).length + knownTexts(right).length > 0) return concatenateTexts([left, right]);
  return unknownResult(left, right);
}

/** Computes `list + list`. */
function addLists(left: Value, right: Value): Value {
  const parts = [left, right].map((value) => iteratedItems(value));
  const more = parts.flatMap((part) => (part.more === null ? [] : [part.more]));
  const [first] = parts;
  const items = parts.flatMap((part, at) => (at === 1 && first?.more !== null ? [] : part.items));
  const late = first?.more === null ? [] : (parts[1]?.items ?? []);
  const list = listValue(
    items,
    more.length + late.length === 0 ? null : joinAllValues([...more, ...late]),
    joinOrigins(left.from, right.from),
  );
  return { ...list, repetitions: Math.max(left.repetitions, right.repetitions) };
}

/** An unknown value with the origins of both operands. */
function unknownResult(left: Value, right: Value): Value {
  const from = joinOrigins(originsOf(left), originsOf(right)).filter(({ kind }) => kind !== "literal");
  return unknownValueFrom(from, Math.max(maxRepetitions(left), maxRepetitions(right)));
}

/** Computes an arithmetic operator; unknown unless both numbers are exact. */
function arithmetic(left: Value, right: Value, compute: (a: number, b: number) => number): Value {
  const [a, b] = [exactNumber(left), exactNumber(right)];
  return a === undefined || b === undefined
    ? unknownResult(left, right)
    : exactValue({ kind: "number", number: compute(a, b) });
}

/** Computes `value * count`: repeats a text or list; a result that exceeds memory emits an effect. */
function multiply(
  left: Value,
  right: Value,
  expression: Expression & { kind: "binary" },
  interpreter: Interpreter,
): Value {
  const [a, b] = [exactNumber(left), exactNumber(right)];
  if (a !== undefined && b !== undefined) return exactValue({ kind: "number", number: a * b });
  const [count, value] =
    b !== undefined ? [b, left] : a !== undefined ? [a, right] : [undefined, unknownResult(left, right)];
  if (count === undefined) return value;
  const repeats = value.alternatives.some(({ kind }) => kind === "text" || kind === "list") || value.mayBeUnknown;
  const size = Math.max(1, ...value.alternatives.map((alternative) => sizeOf(alternative, value)));
  if (count * size >= memoryExhaustionSize && repeats && !(value.mayBeUnknown && value.alternatives.length === 0)) {
    emit(interpreter, { kind: "exhaust", what: "memory", by: "*", start: expression.start, end: expression.end });
  }
  const repetitions = Math.max(1, value.repetitions * count);
  const alternatives = value.alternatives.map((each) => {
    if (each.kind === "text" && !hasUnknownText(each.text) && each.text.length * count <= maxRepeatedLength)
      return textValue(each.text.repeat(Math.max(0, Math.floor(count))), value.from);
    if (each.kind === "text") return textValue(unknownText, value.from);
    if (each.kind !== "list") return unknownValueFrom(value.from);
    return listValue([], joinAllValues([...each.items, ...(each.more === null ? [] : [each.more])]), value.from);
  });
  const known = joinAllValues(alternatives);
  const unknown = unknownValueFrom(value.from);
  if (alternatives.length === 0) return { ...unknown, repetitions };
  return { ...(value.mayBeUnknown ? joinValues(unknown, known) : known), repetitions };
}

/** Returns the number of characters or items of a value. */
function sizeOf(alternative: Alternative, { repetitions }: Value): number {
  if (alternative.kind === "list") return Math.max(1, alternative.items.length) * repetitions;
  if (alternative.kind !== "text") return repetitions;
  return hasUnknownText(alternative.text) ? alternative.text.length + repetitions : alternative.text.length;
}
