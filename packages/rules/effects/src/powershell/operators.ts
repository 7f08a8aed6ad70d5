/** Computes PowerShell's operators and casts. */
import { replacePattern } from "../bounded-text.ts";
import { outputItems } from "../engine/commands.ts";
import { formatBraces } from "../engine/formatting.ts";
import type { Builtin, SortedCall } from "../engine/interpreter.ts";
import { applyOperator } from "../engine/operators.ts";
import { lookUp } from "../engine/scope.ts";
import {
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  listValue,
  noneValue,
  objectValue,
  textValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { createBlock } from "./objects.ts";
import { asText, mapAlternatives, textOf } from "./values.ts";

/** Operators and casts, by the names that the lowering gives them. */
export const operators: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["+", add],
  ["..", range],
  ["-f", format],
  ["-join", join],
  ["-split", split],
  ["-replace", replace],
  ["[]", pick],
  [
    "(param)",
    ({ positional: [name, initial], interpreter }) => lookUp(interpreter.scope, exactText(name) ?? "") ?? initial,
  ],
  ["(string)", ({ positional: [value = noneValue] }) => asText(value)],
  ["(char)", ({ positional: [value = noneValue] }) => character(value)],
  ["(char[])", characters],
  ["(byte[])", ({ positional: [value] }) => value],
  ["(scriptblock)", createBlock],
  ["(wmiclass)", ({ positional: [value = noneValue] }) => objectValue("wmiclass", nonLiteralOrigins(value))],
  ...["int", "int16", "int32", "int64", "uint16", "uint32", "uint64", "byte"].map(
    (type) => [`(${type})`, toNumber] as const,
  ),
  ...["wmi", "adsi"].map((type) => [`(${type})`, (): Value => objectValue(type)] as const),
]);

/** Computes `left + right`. */
function add({ positional: [left = noneValue, right = noneValue], span, interpreter }: SortedCall): Value | undefined {
  if (left === noneValue) return right;
  const [first] = left.alternatives;
  if (first?.kind === "list" && left.alternatives.length === 1) {
    const [own, other] = [outputItems(left), outputItems(right)];
    if (own.more !== null) return listValue(own.items, joinAllValues([own.more, ...partsOf(right)]));
    return listValue([...own.items, ...other.items], other.more, left.from);
  }
  const sum = right.alternatives.every(({ kind }) => kind === "number") ? right : asText(right);
  const none = { kind: "constant", constant: null, ...span } as const;
  return applyOperator({ kind: "binary", operator: "+", left: none, right: none, ...span }, left, sum, interpreter);
}

/** The items of a value; with unknown ones, the value itself. */
export function partsOf(value: Value): readonly Value[] {
  const { items, more } = outputItems(value);
  return more === null ? items : [...items, more];
}

const longestRange = 2000;

/** Computes `1..3`. */
function range({ positional: [left, right] }: SortedCall): Value {
  const [from, to] = [numberIn(left), numberIn(right)];
  if (from === undefined || to === undefined || Math.abs(to - from) > longestRange)
    return listValue([], exactValue({ kind: "number", number: Number.NaN }));
  const step = to < from ? -1 : 1;
  return listValue(
    Array.from({ length: Math.abs(to - from) + 1 }, (_, at) =>
      exactValue({ kind: "number", number: from + at * step }),
    ),
  );
}

/** Returns the integer of a value. */
function numberIn(value: Value | undefined): number | undefined {
  const number = exactNumber(value) ?? Number(exactText(value) ?? Number.NaN);
  return Number.isInteger(number) ? number : undefined;
}

/** Computes a conversion of text to a number. */
export function toNumber({ positional: [value = noneValue, base] }: SortedCall): Value {
  return mapAlternatives(value, (each, single) => {
    if (each.kind !== "text" || hasUnknownText(each.text)) return single;
    const radix = exactNumber(base) ?? 10;
    const code = each.text.length === 1 && base === undefined ? each.text.charCodeAt(0) : undefined;
    const number = radix === 10 ? Number(each.text) : Number.parseInt(each.text, radix);
    // A character that does not stand in the program may be one of a list of characters.
    const isCharacter = code !== undefined && (Number.isNaN(number) || each.at === null);
    const numbers = [...(isCharacter ? [code] : []), ...(Number.isNaN(number) && isCharacter ? [] : [number])];
    return joinAllValues(numbers.map((each) => exactValue({ kind: "number", number: each }, single.from)));
  });
}

/** Computes `template -f values`. */
function format({ positional: [template = noneValue, values = noneValue] }: SortedCall): Value {
  const { items, more } = outputItems(values);
  const parts = more === null ? items : [...items, more, more, more];
  return formatBraces(
    template,
    parts.map((part) => asText(part)),
    new Map(),
  );
}

/** Computes `-join`. */
function join({ positional: [items = noneValue, separator] }: SortedCall): Value {
  return joined(items, separator ?? textValue(""));
}

/** Joins items with a separator. */
export function joined(items: Value, separator: Value | undefined): Value {
  const text = separator === undefined ? "" : textOf(separator);
  const from = joinOrigins(nonLiteralOrigins(items), nonLiteralOrigins(separator ?? noneValue));
  const { items: known, more } = outputItems(items);
  return text === undefined || more !== null
    ? unknownValueFrom(from)
    : asText(listValue(known, null, items.from), text);
}

/** Computes `-split`. */
function split({ positional: [value = noneValue, pattern] }: SortedCall): Value {
  if (pattern === undefined) return substituted("-split", value, textValue("\\s"), undefined);
  const [first = noneValue] = partsOf(pattern);
  return substituted("-split", value, first, undefined);
}

/** Computes `-replace`. */
function replace({ positional: [value = noneValue, operands = noneValue] }: SortedCall): Value {
  const [pattern = noneValue, replacement] = partsOf(operands);
  return substituted("-replace", value, pattern, replacement);
}

/** The result of `-replace` and `-split`, for each text that the value may be or have. */
export function substituted(
  name: "-replace" | "-split",
  value: Value,
  pattern: Value,
  replacement: Value | undefined,
): Value {
  const operands = [pattern, replacement ?? noneValue];
  const from = joinOrigins(...operands.map(nonLiteralOrigins));
  const [written, to] = operands.map((each) => textOf(each));
  const expression = written === undefined ? undefined : compile(written);
  return mapAlternatives(value, (each, single) => {
    if (each.kind === "list") {
      const parts = partsOf(single).map((item) => substituted(name, item, pattern, replacement));
      return each.more === null ? listValue(parts.flatMap(partsOf)) : listValue([], joinAllValues(parts));
    }
    const unknown = unknownValueFrom(joinOrigins(nonLiteralOrigins(single), from));
    const subject = textOf(single);
    if (expression === undefined || to === undefined || subject === undefined) return unknown;
    if (name === "-split") {
      const texts = subject
        .split(expression)
        .slice(0, 1000)
        .map((text) => textValue(text, single.from));
      return texts.length > 200 ? listValue([], unknown) : listValue(texts);
    }
    const result = replacePattern(subject, expression, to);
    return result === undefined ? unknown : textValue(result, joinOrigins(single.from, from));
  });
}

/** A regular expression. Only patterns without repetition are run, because others may take very long. */
function compile(pattern: string): RegExp | undefined {
  if (/[*+{]|\(\?/.test(pattern.replaceAll(/\\./g, ""))) return undefined;
  try {
    return new RegExp(pattern, "gi");
  } catch {
    return undefined;
  }
}

/** The items at several indexes: `$list[0..2]`. */
function pick({ positional: [object = noneValue, indexes = noneValue] }: SortedCall): Value {
  const numbers = partsOf(indexes).map(numberIn);
  const { items, more } = outputItems(object);
  const text = exactText(object);
  const list = text === undefined ? items : [...text].map((each) => textValue(each, object.from));
  const picked = numbers.flatMap((at) => (at === undefined ? [] : (list.at(at) ?? [])));
  if (more === null && !numbers.includes(undefined)) return listValue(picked, null, object.from);
  return listValue([], joinAllValues([...list, ...(more === null ? [] : [more])]), object.from);
}

/** Computes `[char]`. */
export function character(value: Value): Value {
  return mapAlternatives(value, (each, single) => {
    const text = each.kind === "text" ? each.text : undefined;
    const code =
      each.kind === "number" ? each.number : /^(?:0x)?[\da-f]{2,}$/i.test(text ?? "") ? Number(text) : Number.NaN;
    if (each.kind === "list") return listValue(each.items.map(character), each.more && character(each.more));
    return code >= 0 && code <= 0x10ffff ? textValue(String.fromCodePoint(code), single.from) : single;
  });
}

/** Computes `[char[]]`. */
function characters({ positional: [value = noneValue] }: SortedCall): Value {
  const text = exactText(value);
  if (text === undefined) return character(value);
  return text.length > 200
    ? listValue([], unknownValueFrom(value.from))
    : listValue([...text].map((each) => textValue(each, value.from)));
}
