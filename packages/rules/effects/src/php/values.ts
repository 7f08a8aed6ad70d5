/** Computes PHP functions of texts and arrays. */
import { callMethod, callOf } from "../engine/calls.ts";
import { bindSelf, lookUpMember } from "../engine/class-members.ts";
import { shallowCopy } from "../engine/copies.ts";
import { decodeText } from "../engine/decode.ts";
import { concatenateTexts, formatPercent } from "../engine/formatting.ts";
import type { Builtin, SortedCall } from "../engine/interpreter.ts";
import { anyIteratedItem, iteratedItems, iteratedKeys } from "../engine/iteration.ts";
import { jsonText } from "../engine/json-text.ts";
import { parentPath } from "../engine/path-texts.ts";
import {
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  knownTexts,
  listValue,
  textValue,
  unknownValue,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { methodsByFunction } from "./names.ts";

/** An unknown text with known origins. */
export function unknownTextFrom(from: Value["from"]): Value {
  return { ...textValue(unknownText, from), mayBeUnknown: true };
}

/** Applies a function to each text of a value. */
export function changeTexts(value: Value = unknownValue, change: (text: string) => string | undefined): Value {
  const texts = knownTexts(value).map((text) => (hasUnknownText(text) ? unknownText : (change(text) ?? unknownText)));
  const results = texts.map((text) => textValue(text, value.from));
  return joinAllValues(value.mayBeUnknown || texts.length === 0 ? [...results, unknownTextFrom(value.from)] : results);
}

/** Calls a method of the engine on the first value, with the others as arguments. */
export function callMethodOf(
  method: string,
  [self = unknownValue, ...others]: readonly Value[],
  { span, interpreter }: SortedCall,
): Value {
  const passed = others.map((value) => ({ name: null, value }));
  return callMethod({ ...callOf(method, passed, span, interpreter), self });
}

/** Creates a function that calls a method of the engine. */
function methodFunction(method: string, [object = 0, ...others]: readonly number[]): Builtin {
  return (call) => {
    const { positional } = call;
    const isReversed = method === "join" && !positional[0]?.alternatives.some(({ kind }) => kind === "text");
    if (method === "split" && positional.length > 2) return unknownTextFrom(positional[1]?.from ?? []);
    const values = [object, ...others].flatMap((at) => positional[at] ?? []);
    const ordered = isReversed ? [positional[1] ?? textValue(""), positional[0] ?? unknownValue] : values;
    const result = callMethodOf(method, ordered, call);
    const isText = result.alternatives.length > 0 || /^(split|pop|popleft|sort)$/.test(method);
    return isText ? result : unknownTextFrom(result.from);
  };
}

/** Functions that compute a text from one. */
const textFunctions: Readonly<Record<string, (text: string) => string | undefined>> = {
  strrev: (text) => [...text].reverse().join(""),
  ucfirst: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  lcfirst: (text) => text.charAt(0).toLowerCase() + text.slice(1),
  basename: (text) => text.replace(/\/+$/, "").replace(/^.*\//s, ""),
  realpath: (text) => text,
  rawurldecode: decodedUrl,
  urldecode: (text) => decodedUrl(text.replaceAll("+", " ")),
  stripslashes: (text) => text.replaceAll(/\\(.)/gs, "$1"),
  escapeshellarg: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  escapeshellcmd: (text) => text,
};

function decodedUrl(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Creates a function that decodes an encoding. */
function decoder(encoding: string): Builtin {
  return ({ positional: [value] }) => {
    const from = joinOrigins(nonLiteralOrigins(value ?? unknownValue), [{ kind: "encoded" }]);
    return { ...changeTexts(value, (text) => decodeText(text, encoding)), from };
  };
}

/** Computes `substr($text, $start, $length)`. */
function substring({ positional: [text, start, length] }: SortedCall): Value {
  const [from, count] = [exactNumber(start), exactNumber(length)];
  const isKnown = from !== undefined && (length === undefined || count !== undefined);
  return changeTexts(text, (known) => (isKnown ? known.slice(from).slice(0, count) : undefined));
}

/** Computes `sprintf("%s", …)`, also with positions: `%1$s`. */
function format(template: Value | undefined, values: readonly Value[]): Value {
  const order = [...(exactText(template) ?? "").matchAll(/%(\d+)\$/g)].map(([, position]) => Number(position) - 1);
  if (order.length === 0) return formatPercent(template ?? unknownValue, listValue(values));
  const plain = changeTexts(template, (text) => text.replaceAll(/%\d+\$/g, "%"));
  return formatPercent(plain, listValue(order.map((at) => values[at] ?? unknownValue)));
}

/** Computes `dirname($path, $levels)`. */
function directoryName({ positional: [path, levels] }: SortedCall): Value {
  const steps = Array.from({ length: Math.min(exactNumber(levels) ?? 1, 20) });
  return changeTexts(path, (text) => steps.reduce((at: string) => parentPath(at) || ".", text));
}

/** Merges arrays to an array with all their values, in order if they are known. */
function mergeArrays(values: readonly Value[]): Value {
  const parts = values.map((value) => iteratedItems(value, "values"));
  const isDict = values.some(({ alternatives }) => alternatives.some(({ kind }) => kind === "dict"));
  const more = parts.flatMap((part) => part.more ?? []);
  const items = parts.flatMap((part) => part.items);
  const isOrdered = more.length === 0 && !(isDict && values.length > 1);
  return isOrdered ? listValue(items) : listValue([], joinAllValues([...more, ...items]));
}

/** Computes `foreach ($array as $key => $value)`: the keys with the values. */
function pairsOf(value: Value): Value {
  const [keys, values] = [iteratedKeys(value), iteratedItems(value, "values")];
  if (keys.more === null && values.more === null && keys.items.length === values.items.length)
    return listValue(keys.items.map((key, at) => listValue([key, values.items[at] ?? unknownValue])));
  const key = joinAllValues([...keys.items, unknownTextFrom(value.from)]);
  return listValue([], listValue([key, anyIteratedItem(value, "values")]), value.from);
}

/** Returns a list in reverse order, as `array_reverse`. */
function reverseArray({ positional: [value = unknownValue] }: SortedCall): Value {
  const { items, more } = iteratedItems(value, "values");
  return listValue(items.toReversed(), more);
}

/** Evaluates `array_push($array, …)` and `array_unshift($array, …)`. */
function addToArray(call: SortedCall): Value {
  const [array = unknownValue, ...others] = call.positional;
  if (call.name === "array_unshift") callMethodOf("sort", [array], call);
  return callMethodOf("extend", [array, listValue(others)], call);
}

/** Computes `clone $object`: another object with the same fields; its method `__clone` is called. */
function cloned({ positional: [value = unknownValue], span, interpreter }: SortedCall): Value {
  const copy = shallowCopy(value);
  for (const each of copy.alternatives) {
    const hook = each.kind === "instance" ? lookUpMember(each.of, "__clone") : undefined;
    if (hook !== undefined) interpreter.call(bindSelf(hook, exactValue(each)), [], span);
  }
  return copy;
}

/** Returns the character of `chr(code)`. */
function characterOf({ positional: [code] }: SortedCall): Value {
  const number = exactNumber(code);
  return number === undefined ? unknownTextFrom(code?.from ?? []) : textValue(String.fromCharCode(number & 255));
}

/** Builtins for texts and arrays. The lowering makes the names with a space. */
export const valueFunctions: Readonly<Record<string, Builtin>> = {
  ...Object.fromEntries(
    [...methodsByFunction].map(([name, [method = "", ...at]]) => [name, methodFunction(method, at.map(Number))]),
  ),
  ...Object.fromEntries(
    Object.entries(textFunctions).map(([name, change]): [string, Builtin] => [
      name,
      ({ positional: [value] }) => changeTexts(value, change),
    ]),
  ),
  "foreach values": ({ positional: [value = unknownValue] }) => mergeArrays([value]),
  "foreach pairs": ({ positional: [value = unknownValue] }) => pairsOf(value),
  clone: cloned,
  substr: substring,
  mb_substr: substring,
  sprintf: ({ positional: [template, ...values] }) => format(template, values),
  vsprintf: ({ positional: [template, values = unknownValue] }) => format(template, iteratedItems(values).items),
  strval: ({ positional: [value = unknownValue] }) => concatenateTexts([value]),
  chr: characterOf,
  dirname: directoryName,
  base64_decode: decoder("base64"),
  hex2bin: decoder("hex"),
  str_rot13: decoder("rot13"),
  json_encode: ({ positional: [value = unknownValue] }) =>
    textValue(jsonText(value) ?? unknownText, nonLiteralOrigins(value)),
  array_merge: ({ positional }) => mergeArrays(positional),
  array_values: ({ positional: [value = unknownValue] }) => mergeArrays([value]),
  array_keys: ({ positional: [value = unknownValue] }) =>
    listValue(iteratedKeys(value).items, iteratedKeys(value).more),
  array_reverse: reverseArray,
  array_push: addToArray,
  array_unshift: addToArray,
};
