/** Computes JavaScript library functions that have no effect, such as `path.join`. */
import { firstArgument } from "../engine/arguments.ts";
import { setAttribute } from "../engine/assignment.ts";
import { functionsOf, libraryAttribute } from "../engine/attributes.ts";
import { callMethod, callOf } from "../engine/calls.ts";
import { changeDirectory, joinTexts, mapTexts, setEnvironmentVariable } from "../engine/computed-functions.ts";
import { deepCopy } from "../engine/copies.ts";
import { directoryText, environmentValue, homeText } from "../engine/environment.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import {
  type Builtin,
  type BuiltinTable,
  builtinMap,
  type Interpreter,
  type SortedCall,
} from "../engine/interpreter.ts";
import { iteratedItems } from "../engine/iteration.ts";
import { jsonText, valueOfJson } from "../engine/json-text.ts";
import { objectField } from "../engine/library-call.ts";
import { runOwnCode } from "../engine/nested-code.ts";
import {
  dictValue,
  exactNumber,
  exactText,
  exactValue,
  formattedTexts,
  joinAllValues,
  joinValues,
  listValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { decodedAddress } from "./modules.ts";
import { decoded } from "./text-methods.ts";

const table: BuiltinTable = [
  ["path.join", ({ positional }) => mapTexts(joinTexts(positional, "/"), (text) => text.replaceAll(/\/+/g, "/"))],
  ["path.resolve", ({ positional }) => positional.reduce(resolvedPath, textValue(""))],
  [
    "path.normalize url.pathToFileURL util.promisify Promise.resolve Promise.all Promise.allSettled Promise.race Object.freeze untildify path.toNamespacedPath",
    firstArgument,
  ],
  ["structuredClone", ({ positional: [value] }) => value && deepCopy(value)],
  ["String", ({ positional: [value] }) => (value === undefined ? textValue("") : concatenateTexts([value]))],
  ["Array.from", mappedArray],
  [
    "Array.of Set",
    (call) => (call.name === "Set" ? arrayFrom(call.positional[0] ?? listValue([])) : listValue(call.positional)),
  ],
  ["Buffer.concat", ({ positional: [list] }) => concatenateTexts(iteratedItems(list ?? listValue([])).items)],
  ["Map Object.fromEntries", ({ positional: [entries] }) => mapOf(entries)],
  // Neither the traps of a proxy nor the object they represent are followed.
  ["Proxy", ({ positional: [object = unknownValue], interpreter }) => functionsOf(object, interpreter) ?? object],
  ["String.raw", firstArgument],
  ["JSON.parse", ({ positional: [text] }) => parsedJson(text)],
  ["url.fileURLToPath", ({ positional: [url] }) => mapTexts(url, (text) => text.replace(/^file:\/\//, ""))],
  ["URL", ({ positional: [path, base] }) => mapTexts(address(path, base), (text) => text.replace(/^file:\/\//, ""))],
  [
    "path.dirname",
    ({ positional: [path] }) =>
      mapTexts(path, (text) => text.replace(/\/?[^/]*$/, "") || (text.startsWith("/") ? "/" : ".")),
  ],
  [
    "path.basename",
    ({ positional: [path] }) => mapTexts(path, (text) => text.replace(/\/+$/, "").replace(/^.*\//, "")),
  ],
  ["os.homedir", ({ interpreter }) => textValue(homeText(interpreter))],
  ["os.tmpdir", () => textValue("/tmp")],
  ["process.cwd Deno.cwd", ({ interpreter }) => textValue(directoryText(interpreter))],
  ["process.chdir Deno.chdir shelljs.cd zx.cd", changeDirectory],
  ["module.createRequire", () => exactValue({ kind: "library", name: "require" })],
  ["Deno.env.get", ({ positional: [name], interpreter }) => environmentValue(exactText(name), undefined, interpreter)],
  ["Deno.env.set", setEnvironmentVariable],
  [
    "Buffer.from",
    ({ positional: [data, encoding] }) =>
      data?.alternatives.some(({ kind }) => kind === "list")
        ? characters(iteratedItems(data).items)
        : data && decoded(data, exactText(encoding) ?? ""),
  ],
  ["atob", ({ positional: [data] }) => data && decoded(data, "base64")],
  ["decodeURIComponent decodeURI unescape", ({ positional: [data] }) => mapTexts(data, decodedAddress)],
  ["String.fromCharCode String.fromCodePoint", ({ positional }) => characters(positional)],
  ["JSON.stringify", ({ positional: [value] }) => jsonOf(value)],
  ["Object.values", (call) => fieldsOf(call, (_, value) => value)],
  ["Object.keys Object.getOwnPropertyNames Reflect.ownKeys", (call) => fieldsOf(call, (name) => name)],
  ["Object.entries", (call) => fieldsOf(call, (name, value) => listValue([name, value]))],
  ["Object.assign", assignFields],
  ["Function AsyncFunction", functionOf],
];

/** Builtins by their dotted names. */
export const builtins: ReadonlyMap<string, Builtin> = builtinMap(table);

/** Resolves a path against another; an absolute path replaces it. */
function resolvedPath(first: Value, second: Value): Value {
  const isAbsolute = formattedTexts(second).every((text) => /^[/~]/.test(text));
  return isAbsolute || exactText(first) === "" ? second : joinTexts([first, second], "/");
}

/** Computes `Array.from(items, (item) => …)`. */
function mappedArray({ positional: [value = unknownValue], passed, span, interpreter }: SortedCall): Value {
  const isSized = objectField(value, "length") !== undefined;
  const list = isSized ? listValue([], unknownValue) : arrayFrom(value);
  return passed.length < 2 ? list : callMethod({ ...callOf("map", passed.slice(1), span, interpreter), self: list });
}

/** Returns a list of the items of a value, as `Array.from`. */
function arrayFrom(value: Value): Value {
  const { items, more } = iteratedItems(value, "entries");
  return listValue(items, more, value.from);
}

/** Computes `new Map([["a", b]])`. */
function mapOf(entries: Value | undefined): Value {
  const { items, more } = entries === undefined ? { items: [], more: null } : iteratedItems(entries);
  const known = new Map<string, Value>();
  const others: Value[] = [];
  for (const item of more === null ? items : [...items, more]) {
    const [key, value = unknownValue] = iteratedItems(item).items;
    const name = item === more ? undefined : exactText(key);
    if (name === undefined) others.push(value);
    else known.set(name, value);
  }
  return dictValue(known, others.length === 0 ? null : joinAllValues(others), entries?.from);
}

/** Computes `new URL("x", "https://a.example/y")`. */
function address(path: Value | undefined, base: Value | undefined): Value | undefined {
  const directory = exactText(base);
  const text = exactText(path);
  if (directory === undefined || text === undefined || /^[a-z][a-z\d+.-]*:/i.test(text)) return path;
  const [, scheme = "", origin = ""] = /^([a-z][a-z\d+.-]*:)(\/\/[^/?#]*)?/i.exec(directory) ?? [];
  if (/^[\\/]{2}/.test(text)) return textValue(`${scheme}${text}`);
  if (/^[\\/]/.test(text)) return textValue(`${scheme}${origin}${text}`);
  return textValue(`${directory.replace(/[^/]*$/, "")}${text}`);
}

/** Returns the text of character codes, as `String.fromCharCode`. */
function characters(values: readonly Value[]): Value {
  const codes = values.map(exactNumber);
  const isKnown = codes.every((code) => code !== undefined && code >= 0 && code <= 0x10ffff);
  const known = codes.slice(0, 10_000).map((code = 0) => Math.trunc(code));
  return isKnown ? textValue(String.fromCodePoint(...known)) : unknownValueFrom(values.flatMap(nonLiteralOrigins));
}

/** Returns the text that `JSON.stringify` gives for a value. */
function jsonOf(value: Value | undefined): Value {
  const text = jsonText(value);
  if (value === undefined) return unknownValue;
  return text === undefined ? unknownValueFrom(nonLiteralOrigins(value)) : textValue(text, nonLiteralOrigins(value));
}

/** Returns the value of `JSON.parse`. */
function parsedJson(value: Value | undefined): Value {
  return valueOfJson(exactText(value), value === undefined ? [] : nonLiteralOrigins(value));
}

/** The fields of an object, or the functions of a library. Each may be any of them. */
function fieldsOf(
  { positional: [object], interpreter }: SortedCall,
  item: (name: Value, value: Value) => Value,
): Value | undefined {
  const [only, other] = object?.alternatives ?? [];
  if (other !== undefined) return undefined;
  if (only?.kind === "library" && (interpreter.dialect.catalogue.hasModule(only.name) || hasUnknownText(only.name)))
    return listValue([], item(unknownValue, libraryAttribute(only.name, undefined, interpreter)));
  if (only?.kind !== "dict") return undefined;
  const more = only.more === null ? null : item(unknownValue, only.more);
  return listValue(
    [...only.entries].map(([name, value]) => item(textValue(name), value)),
    more,
    object?.from,
  );
}

/** Computes `Object.assign(target, a, b)`: the target gets the fields. */
function assignFields({ positional, interpreter }: SortedCall): Value {
  const [target = unknownValue] = positional;
  const all = assigned(positional, interpreter);
  if (target.alternatives.length === 0) return all;
  for (const each of all.alternatives)
    if (each.kind === "dict") for (const [name, value] of each.entries) setAttribute(target, name, value, interpreter);
  return positional.length > 1 && all.alternatives.some((each) => each.kind === "dict" && each.more !== null)
    ? joinValues(target, all)
    : target;
}

/** The fields of several objects. */
function assigned(objects: readonly Value[], interpreter: Interpreter): Value {
  const entries = new Map<string, Value>();
  let isKnown = true;
  for (const { alternatives, mayBeUnknown } of objects) {
    const [only, other] = alternatives;
    isKnown &&= !mayBeUnknown && only?.kind === "dict" && other === undefined && only.more === null;
    if (only?.kind === "dict") for (const [name, value] of only.entries) entries.set(name, value);
  }
  const functions = objects.flatMap((each) => functionsOf(each, interpreter) ?? []);
  const more = isKnown ? null : unknownValueFrom(objects.flatMap(nonLiteralOrigins));
  return dictValue(entries, more && joinAllValues([...functions, more]));
}

/** Computes `new Function("a", "code")`: a function of the program. */
function functionOf({ name: by, positional, span, interpreter }: SortedCall): Value {
  const [code = textValue("")] = positional.slice(-1);
  const parameters = positional.slice(0, -1).map((each) => formattedTexts(each)[0] ?? "");
  const texts = formattedTexts(code).filter((text) => !hasUnknownText(text));
  const whole = texts.map((text) =>
    textValue(`(function(${parameters.join(",")}) {${text}\n})`, nonLiteralOrigins(code)),
  );
  const call = { by, self: null, bound: new Map(), span, interpreter, fetched: [], result: null };
  runOwnCode(
    texts.length === 1 && !code.mayBeUnknown ? (whole[0] ?? code) : unknownValueFrom(nonLiteralOrigins(code)),
    false,
    call,
  );
  return (call.result as Value | null) ?? unknownValue;
}
