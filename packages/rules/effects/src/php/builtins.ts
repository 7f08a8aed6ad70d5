// Functions of PHP that are computed, by their names. A name with a space is one that only the lowering uses.

import { firstArgument, isPassed } from "../engine/arguments.ts";
import { setAnyVariable } from "../engine/assignment.ts";
import { attributeValue, unresolvedValue } from "../engine/attributes.ts";
import { callLibrary } from "../engine/call-library.ts";
import { callAnyTimes } from "../engine/callbacks.ts";
import { callMethod, callOf } from "../engine/calls.ts";
import { setField } from "../engine/container-mutations.ts";
import { decodeText } from "../engine/decode.ts";
import { directoryText, environmentValue, programFile, setEnvironment } from "../engine/environment.ts";
import { fileTargets } from "../engine/file-targets.ts";
import { concatenateTexts, formatPercent } from "../engine/formatting.ts";
import type { Builtin, BuiltinTable, Interpreter, SortedCall } from "../engine/interpreter.ts";
import { anyIteratedItem, iteratedItems, iteratedKeys } from "../engine/iteration.ts";
import { jsonText } from "../engine/json-text.ts";
import { contentOfFile } from "../engine/known-content.ts";
import { lookUpName } from "../engine/name-lookup.ts";
import { parentPath } from "../engine/path-texts.ts";
import { changeWorld } from "../engine/paths.ts";
import { lookUp, setVariable } from "../engine/scope.ts";
import {
  type Alternative,
  dictValue,
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  joinValues,
  knownTexts,
  listValue,
  newCell,
  noneValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { fileFunctions } from "./catalogue/files.ts";
import { catalogueEntry } from "./catalogue.ts";
import { callers, methodsByFunction } from "./names.ts";

/** The function that a value names: a text, `[object, "method"]`, or a function. */
function functionOf(value: Value, interpreter: Interpreter): Value {
  const named = value.alternatives.map((each): Value => {
    const text = each.kind === "text" ? each.text : "";
    if (hasUnknownText(text)) return unresolvedValue("which function is called");
    const [, owner, method] = /^\\?(.*)::(\w+)$/s.exec(text) ?? [];
    if (owner !== undefined && method !== undefined)
      return attributeValue(classOf(textValue(owner), interpreter), method, interpreter);
    if (each.kind === "text") return lookUpName(text.replace(/^.*\\/s, "").toLowerCase(), interpreter);
    if (each.kind !== "list") return exactValue(each, value.from);
    const [object = unknownValue, name] = each.items;
    return memberOf(classOf(object, interpreter), name, interpreter);
  });
  const isRisky = value.mayBeUnknown && value.from.length > 0;
  if (isRisky) named.push(unresolvedValue("which function is called"));
  return joinAllValues(value.mayBeUnknown && !isRisky ? [...named, unknownValueFrom(value.from)] : named);
}

/** The class that a text names; other values are the objects themselves. */
function classOf(value: Value, interpreter: Interpreter): Value {
  const named = value.alternatives.map((each) => {
    if (each.kind !== "text") return exactValue(each, value.from);
    if (hasUnknownText(each.text)) return unresolvedValue("which class is used");
    return lookUpName(`\\${each.text.replace(/^\\/, "").toLowerCase()}`, interpreter);
  });
  if (value.mayBeUnknown) named.push(value.from.length > 0 ? unresolvedValue("which class is used") : unknownValue);
  return joinAllValues(named);
}

/** The method of an object by a computed name; with an unknown name, any method of its class. */
function memberOf(object: Value, name: Value | undefined, interpreter: Interpreter): Value {
  const text = exactText(name);
  if (text !== undefined) return attributeValue(object, text.replace(/^__invoke$/, "__call__"), interpreter);
  const members = object.alternatives.flatMap((each): readonly Value[] => {
    if (each.kind === "library" || each.kind === "object") return [unresolvedValue("which method is called")];
    const of = each.kind === "instance" ? each.of : each.kind === "class" ? each : undefined;
    return [...(of?.members.names.keys() ?? [])].map((member) => attributeValue(exactValue(each), member, interpreter));
  });
  return joinAllValues([...members, unknownValueFrom(name?.from ?? [])]);
}

/** An object as one of a class among its bases, for `parent::f()` and `self::f()`; the class itself outside of objects. */
function inClass([self, owner = unknownValue]: readonly Value[]): Value {
  const [of] = owner.alternatives;
  const objects = (self?.alternatives ?? []).flatMap((each): readonly Alternative[] =>
    each.kind === "instance" && of?.kind === "class" ? [{ ...each, of }] : [],
  );
  return objects.length === 0 ? owner : { ...owner, alternatives: objects };
}

/** The texts of a value, changed; a text that is not known stays one. */
function changeTexts(value: Value = unknownValue, change: (text: string) => string | undefined): Value {
  const results = knownTexts(value).map((text) => (hasUnknownText(text) ? unknownText : (change(text) ?? unknownText)));
  const texts = results.map((text) => textValue(text, value.from));
  return value.mayBeUnknown || texts.length === 0
    ? joinAllValues([...texts, textOf(value.from)])
    : joinAllValues(texts);
}

/** A text of which nothing is known. */
function textOf(from: Value["from"]): Value {
  return { ...textValue(unknownText, from), mayBeUnknown: true };
}

/** Functions that compute a text from one. */
const textFunctions: Readonly<Record<string, (text: string) => string | undefined>> = {
  strrev: (text) => [...text].reverse().join(""),
  ucfirst: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  lcfirst: (text) => text.charAt(0).toLowerCase() + text.slice(1),
  ucwords: (text) => text.replaceAll(/(^|\s)\w/g, (start) => start.toUpperCase()),
  basename: (text) => text.replace(/\/+$/, "").replace(/^.*\//s, ""),
  realpath: (text) => text,
  urldecode: (text) => decodedUrl(text.replaceAll("+", " ")),
  rawurldecode: decodedUrl,
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

function decoder(encoding: string): Builtin {
  return ({ positional: [value] }) => {
    const from = joinOrigins(nonLiteralOrigins(value ?? unknownValue), [{ kind: "encoded" }]);
    return { ...changeTexts(value, (text) => decodeText(text, encoding)), from };
  };
}

/** `substr($text, $start, $length)`. */
function substring({ positional: [text, start, length] }: SortedCall): Value {
  const [from, count] = [exactNumber(start), length === undefined ? undefined : exactNumber(length)];
  return changeTexts(text, (known) => {
    if (from === undefined || (length !== undefined && count === undefined)) return;
    const rest = known.slice(from);
    return count === undefined ? rest : rest.slice(0, count);
  });
}

/** `sprintf("%s %1$s", …)`. */
function format(template: Value | undefined, values: readonly Value[]): Value {
  const order = [...(exactText(template) ?? "").matchAll(/%(\d+)\$/g)].map(([, position]) => Number(position) - 1);
  const items = order.length === 0 ? values : order.map((at) => values[at] ?? unknownValue);
  const plain = order.length === 0 ? template : changeTexts(template, (text) => text.replaceAll(/%\d+\$/g, "%"));
  return formatPercent(plain ?? unknownValue, listValue(items));
}

/** An array with the values of others, in order if they are known. */
function mergeArrays(values: readonly Value[]): Value {
  const parts = values.map((value) => iteratedItems(value, "values"));
  const isDict = values.some(({ alternatives }) => alternatives.some(({ kind }) => kind === "dict"));
  const more = parts.flatMap((part) => part.more ?? []);
  if (isDict || more.length > 0) return listValue([], joinAllValues([...more, ...parts.flatMap(({ items }) => items)]));
  return listValue(parts.flatMap(({ items }) => items));
}

/** `foreach ($array as $key => $value)`: the keys with the values. */
function pairsOf(value: Value): Value {
  const [keys, values] = [iteratedKeys(value), iteratedItems(value, "values")];
  if (keys.more === null && values.more === null && keys.items.length === values.items.length)
    return listValue(keys.items.map((key, at) => listValue([key, values.items[at] ?? unknownValue])));
  const key = keys.items.length === 0 ? textOf(value.from) : joinAllValues([...keys.items, textOf(value.from)]);
  return listValue([], listValue([key, anyIteratedItem(value, "values")]), value.from);
}

/** `clone $object`: another object with the same fields. */
function cloned(value: Value): Value {
  const alternatives = value.alternatives.map((each) =>
    each.kind === "instance" || each.kind === "object"
      ? { ...each, born: newCell(), fields: new Map(each.fields) }
      : each,
  );
  return { ...value, alternatives };
}

/** `extract($array)`: its entries become variables. */
function extractVariables(value: Value, interpreter: Interpreter): Value {
  for (const each of value.alternatives) {
    if (each.kind !== "dict") continue;
    for (const [name, held] of each.entries) setAnyVariable(`$${name}`, held, interpreter);
    if (each.more !== null) setAnyVariable(undefined, each.more, interpreter);
  }
  if (value.alternatives.some(({ kind }) => kind !== "dict") || value.mayBeUnknown)
    setAnyVariable(undefined, unknownValueFrom(value.from), interpreter);
  return unknownValue;
}

/** `chdir($path)`. The directory of the program's own file counts as the one in which the program started. */
function changeDirectory({ positional: [path = unknownValue], interpreter }: SortedCall): Value {
  const [target, other] = fileTargets(path, interpreter);
  const isOwn = knownTexts(path).some((text) => text === parentPath(programFile(interpreter)));
  const known = target == null || target.glob || other !== undefined ? null : target.path;
  changeWorld(interpreter, { directory: isOwn ? (interpreter.context.directory ?? "") : known });
  return noneValue;
}

/** Sets the options of a handle of cURL. */
function setOptions(
  handle: Value | undefined,
  options: readonly (readonly [string, Value])[],
  interpreter: Interpreter,
): Value {
  for (const each of handle?.alternatives ?? [])
    if (each.kind === "object") for (const [name, value] of options) setField(each, name, value, interpreter);
  return unknownValue;
}

/** Calls the entry of the catalogue for a function, or another entry with the same arguments. */
function callEntry(name: string, call: SortedCall, values: readonly Value[] = call.positional): Value | undefined {
  const entry = catalogueEntry(name);
  return entry && callLibrary(entry, { ...call, passed: values.map((value) => ({ name: null, value })) });
}

/** The path inside a stream: `php://filter/resource=a`, `phar://a.phar/b`; standard input for `php://input`. */
function withoutStreams(value: Value): Value {
  const alternatives = value.alternatives.map((each): Alternative => {
    if (each.kind !== "text" || !/^(\w[\w.]*:\/\/|data:)/.test(each.text)) return each;
    const [, path] =
      /^(?:php:\/\/filter\/.*?resource=|(?:file|compress\.\w+|glob|zip|phar):\/\/)(.*)$/is.exec(each.text) ?? [];
    if (path !== undefined)
      return { kind: "text", text: path.replace(/(\.(?:phar|zip|tar|gz))\/.*$/s, "$1"), at: null };
    if (/^php:\/\//i.test(each.text))
      return { kind: "library", name: `sys.std${/in/i.test(each.text) ? "in" : "out"}` };
    return /^data:/i.test(each.text) ? { kind: "unresolved", reason: "what a data URL holds" } : each;
  });
  const isInput = alternatives.some((each) => each.kind === "library" && each.name === "sys.stdin");
  return { ...value, alternatives, from: isInput ? joinOrigins(value.from, [{ kind: "input" }]) : value.from };
}

/** A function for files, whose paths may be streams or URLs. */
function withStreams(call: SortedCall): Value | undefined {
  const { name, interpreter } = call;
  const values = call.positional.map(withoutStreams);
  const [path] = values;
  const isUrl = path !== undefined && knownTexts(path).some((text) => /^(https?|ftps?|ssh2\.\w+):\/\//i.test(text));
  const urlEntry = name === "fopen" ? "open-url" : name === "file_put_contents" ? "write-url" : name;
  const result = callEntry(isUrl ? urlEntry : name, call, values);
  return name === "file_get_contents" && !isUrl ? (contentOfFile(path, interpreter) ?? result) : result;
}

/** `include $path`: a file of the project that the program did not write counts as harmless. */
function includeFile(call: SortedCall): Value | undefined {
  const {
    positional: [value = unknownValue],
    interpreter,
  } = call;
  const path = withoutStreams(value);
  if (path.alternatives.some((each) => each.kind !== "text" || /^\w+:\/\//.test(each.text)))
    return callEntry("include-data", call);
  const isOwn = fileTargets(path, interpreter).every(
    (target) =>
      target !== null &&
      !/^[/~.]*[/~]|^\.\./.test(target.path) &&
      interpreter.writtenFiles.get(target.path) === undefined,
  );
  return isOwn ? unknownValue : callEntry("include", call, [path]);
}

/** A function that calls a function among its arguments. */
function callerOf(name: string, position: number, lists: readonly number[]): Builtin {
  return (call) => {
    const { positional, span, interpreter } = call;
    const callee = functionOf(positional[position] ?? noneValue, interpreter);
    const items = lists.flatMap((at) => positional[at] ?? []).map((list) => anyIteratedItem(list, "values"));
    const others = lists.length > 0 ? items : positional.slice(position + 1);
    const spread = name.endsWith("_array") || others.length === 0;
    const passed = spread
      ? [{ name: "*", value: others[0] ?? textOf([]) }]
      : others.map((value) => ({ name: null, value }));
    if (/^u.?sort$/.test(name)) callEntryMethod("sort", positional, call);
    if (name.includes("call")) return interpreter.call(callee, passed, span);
    const result = callAnyTimes(callee, passed, span, interpreter);
    return name === "array_map"
      ? listValue([], result)
      : name.startsWith("array_")
        ? positional[0]
        : joinValues(result, textOf([]));
  };
}

/** `array_reduce($list, $callback, $first)`. */
function reduceArray({
  positional: [list = unknownValue, callback = noneValue, first = noneValue],
  span,
  interpreter,
}: SortedCall): Value {
  const callee = functionOf(callback, interpreter);
  const item = anyIteratedItem(list, "values");
  const result = callAnyTimes(
    callee,
    [joinValues(first, textOf([])), item].map((value) => ({ name: null, value })),
    span,
    interpreter,
  );
  return joinAllValues([first, result, textOf(nonLiteralOrigins(list))]);
}

function callEntryMethod(
  method: string,
  [self = unknownValue, ...others]: readonly Value[],
  { span, interpreter }: SortedCall,
): Value {
  const passed = others.map((value) => ({ name: null, value }));
  return callMethod({ ...callOf(method, passed, span, interpreter), self });
}

/** A function that is a method of the engine. */
function methodOf(method: string, [object = 0, ...others]: readonly number[]): Builtin {
  return (call) => {
    const { positional } = call;
    const isReversed = method === "join" && !positional[0]?.alternatives.some(({ kind }) => kind === "text");
    if (method === "split" && positional.length > 2) return textOf(positional[1]?.from ?? []);
    const values = [object, ...others].flatMap((at) => positional[at] ?? []);
    const ordered = isReversed ? [positional[1] ?? textValue(""), positional[0] ?? unknownValue] : values;
    const result = callEntryMethod(method, ordered, call);
    return result.alternatives.length > 0 || !/^(lower|upper|l?r?strip|replace|join)$/.test(method)
      ? result
      : textOf(result.from);
  };
}

const computed: BuiltinTable = [
  ["callable", ({ positional: [value = unknownValue], interpreter }) => functionOf(value, interpreter)],
  ["class named", ({ positional: [value = unknownValue], interpreter }) => classOf(value, interpreter)],
  ["member", ({ positional: [object = unknownValue, name], interpreter }) => memberOf(object, name, interpreter)],
  ["in class", ({ positional }) => inClass(positional)],
  [
    "name of class",
    ({ positional: [value] }) =>
      textValue(value?.alternatives[0]?.kind === "class" ? value.alternatives[0].node.name.slice(1) : unknownText),
  ],
  ["foreach values", ({ positional: [value = unknownValue] }) => mergeArrays([value])],
  ["foreach pairs", ({ positional: [value = unknownValue] }) => pairsOf(value)],
  ["clone", ({ positional: [value = unknownValue] }) => cloned(value)],
  [
    "define",
    ({ positional: [name, value = unknownValue], interpreter }) => {
      setVariable(interpreter.moduleScope, `:${exactText(name) ?? ""}`, value, interpreter);
      return noneValue;
    },
  ],
  ["constant", ({ positional: [name], interpreter }) => lookUpName(`:${exactText(name) ?? ""}`, interpreter)],
  ["extract", ({ positional: [value = unknownValue], interpreter }) => extractVariables(value, interpreter)],
  [
    "compact",
    ({ positional, interpreter }) =>
      dictValue(
        new Map(
          positional.flatMap(knownTexts).map((name) => [name, lookUp(interpreter.scope, `$${name}`) ?? unknownValue]),
        ),
      ),
  ],
  [
    "getenv",
    ({ positional: [name], interpreter }) =>
      name === undefined ? undefined : environmentValue(exactText(name), undefined, interpreter),
  ],
  [
    "putenv",
    ({ positional: [setting = unknownValue], interpreter }) => {
      const [, name, value] = /^(\w+)=(.*)$/s.exec(exactText(setting) ?? "") ?? [];
      setEnvironment(
        name,
        value === undefined ? unknownValueFrom(setting.from) : textValue(value, setting.from),
        interpreter,
      );
      return noneValue;
    },
  ],
  ["chdir", changeDirectory],
  ["getcwd", ({ interpreter }) => textValue(directoryText(interpreter))],
  ["sys_get_temp_dir", () => textValue("/tmp")],
  [
    "dirname",
    ({ positional: [path, levels] }) =>
      changeTexts(path, (text) =>
        Array.from({ length: Math.min(exactNumber(levels) ?? 1, 20) }).reduce(
          (at: string) => parentPath(at) || ".",
          text,
        ),
      ),
  ],
  ["sprintf", ({ positional: [template, ...values] }) => format(template, values)],
  [
    "vsprintf",
    ({ positional: [template, values = unknownValue] }) => format(template, iteratedItems(values, "values").items),
  ],
  ["strval", ({ positional: [value = unknownValue] }) => concatenateTexts([value])],
  ["substr", substring],
  ["mb_substr", substring],
  [
    "chr",
    ({ positional: [code] }) =>
      exactNumber(code) === undefined
        ? textOf(code?.from ?? [])
        : textValue(String.fromCharCode(exactNumber(code) ?? 0)),
  ],
  ["base64_decode", decoder("base64")],
  ["hex2bin", decoder("hex")],
  ["str_rot13", decoder("rot13")],
  [
    "json_encode",
    ({ positional: [value] }) => textValue(jsonText(value) ?? unknownText, nonLiteralOrigins(value ?? unknownValue)),
  ],
  ["array_merge", ({ positional }) => mergeArrays(positional)],
  ["array_values", ({ positional }) => mergeArrays(positional.slice(0, 1))],
  [
    "array_keys",
    ({ positional: [value = unknownValue] }) => listValue(iteratedKeys(value).items, iteratedKeys(value).more),
  ],
  [
    "array_reverse",
    ({ positional: [value = unknownValue] }) => {
      const { items, more } = iteratedItems(value, "values");
      return listValue(items.toReversed(), more);
    },
  ],
  [
    "array_push",
    (call) =>
      callEntryMethod("extend", [call.positional[0] ?? unknownValue, listValue(call.positional.slice(1))], call),
  ],
  [
    "array_unshift",
    (call) => {
      callEntryMethod("sort", call.positional.slice(0, 1), call);
      return callEntryMethod("extend", [call.positional[0] ?? unknownValue, listValue(call.positional.slice(1))], call);
    },
  ],
  ["array_reduce", reduceArray],
  ["unserialize", ({ positional: [, options] }) => (isPassed(options) ? unknownValue : undefined)],
  [
    "assert",
    ({ positional: [value] }) => (value === undefined || knownTexts(value).length === 0 ? unknownValue : undefined),
  ],
  [
    "preg_replace",
    (call) => {
      const [pattern, replacement = unknownValue] = call.positional;
      if (knownTexts(pattern ?? unknownValue).some((text) => /[^\w\s][a-z]*e[a-z]*$/.test(text)))
        callEntry("eval", call, [replacement]);
      return textOf(joinOrigins(...call.positional.map(nonLiteralOrigins)));
    },
  ],
  ["include", includeFile],
  [
    "curl_setopt",
    ({ positional: [handle, option, value = unknownValue], interpreter }) =>
      setOptions(handle, [[exactText(option) ?? "CURLOPT_POSTFIELDS", value]], interpreter),
  ],
  [
    "curl_setopt_array",
    ({ positional: [handle, options], interpreter }) =>
      setOptions(
        handle,
        (options?.alternatives ?? []).flatMap((each) => (each.kind === "dict" ? [...each.entries] : [])),
        interpreter,
      ),
  ],
  [
    "RecursiveDirectoryIterator",
    (call) => {
      callEntry("DirectoryIterator", call);
      const path = changeTexts(call.positional[0], (text) => `${text.replace(/\/$/, "")}/${unknownText}`);
      return listValue([], objectValue("os.DirEntry", [], new Map([["path", path]])));
    },
  ],
  ...[
    "recursiveiteratoriterator",
    "iteratoriterator",
    "regexiterator",
    "limititerator",
    "arrayiterator",
    "arrayobject",
    "callbackfilteriterator",
  ].map((name): readonly [string, Builtin] => [name, firstArgument]),
  ["fwrite", (call) => (isSocket(call.positional[0]) ? callEntry("socket-write", call) : undefined)],
  [
    "PDO",
    (call) => {
      const [, path] = /^sqlite:(.*)$/s.exec(exactText(call.positional[0]) ?? "") ?? [];
      return path === undefined ? undefined : callEntry("PDO-file", call, [textValue(path)]);
    },
  ],
  [
    "Artisan.call",
    (call) =>
      callEntry("Artisan.call", call, [
        concatenateTexts([textValue("php artisan "), call.positional[0] ?? unknownValue]),
      ]),
  ],
  ...[...methodsByFunction].map(
    ([name, [method = "", ...positions]]) => [name, methodOf(method, positions.map(Number))] as const,
  ),
  ...[...callers].map(
    ([name, [position, ...lists]]) => [name, callerOf(name, Number(position), lists.map(Number))] as const,
  ),
  ...Object.entries(textFunctions).map(([name, change]): readonly [string, Builtin] => [
    name,
    ({ positional: [value] }) => changeTexts(value, change),
  ]),
  ...fileFunctions.flatMap(({ calls }) => calls.split(" ")).map((name) => [name, withStreams] as const),
];

function isSocket(value: Value | undefined): boolean {
  return value?.alternatives.some((each) => each.kind === "object" && each.type === "socket") === true;
}

/** The functions that are computed, by their names. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(computed);
