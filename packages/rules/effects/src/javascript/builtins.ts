// Functions of libraries that only compute, and whose result matters for what follows.

import { callMethod, callOf } from "../engine/calls.ts";
import { directoryText, environmentValue, homeText, setEnvironment } from "../engine/environment.ts";
import { fileTargets } from "../engine/file-targets.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import type { Builtin, BuiltinTable, SortedCall } from "../engine/interpreter.ts";
import { iteratedItems } from "../engine/iteration.ts";
import { jsonText } from "../engine/json-text.ts";
import { objectField } from "../engine/library-call.ts";
import { runOwnCode } from "../engine/nested-code.ts";
import { changeWorld } from "../engine/paths.ts";
import {
  dictValue,
  exactNumber,
  exactText,
  exactValue,
  formattedTexts,
  knownTexts,
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

/** The first argument, unchanged: conversions, and promises of values. */
const same: Builtin = ({ positional: [first] }) => first;

const table: BuiltinTable = [
  ["path.join", ({ positional }) => mapTexts(joinedPath(positional), (text) => text.replaceAll(/\/+/g, "/"))],
  ["path.resolve", ({ positional }) => positional.reduce(resolvedPath, textValue(""))],
  [
    "path.normalize url.pathToFileURL util.promisify Promise.resolve Promise.all Promise.allSettled Promise.race Object.freeze structuredClone untildify path.toNamespacedPath",
    same,
  ],
  ["String", ({ positional: [value] }) => (value === undefined ? textValue("") : concatenateTexts([value]))],
  ["Array.from", mappedArray],
  [
    "Array.of Set",
    (call) => (call.name === "Set" ? arrayFrom(call.positional[0] ?? listValue([])) : listValue(call.positional)),
  ],
  ["Buffer.concat", ({ positional: [list] }) => concatenateTexts(iteratedItems(list ?? listValue([])).items)],
  ["Map Object.fromEntries", ({ positional: [entries] }) => mapOf(entries)],
  ["String.raw", same],
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
  [
    "Deno.env.set",
    ({ positional: [name, value = unknownValue], interpreter }) => {
      setEnvironment(exactText(name), value, interpreter);
      return unknownValue;
    },
  ],
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
  ["Object.values", ({ positional: [object] }) => fieldsOf(object, (_, value) => value)],
  ["Object.keys", ({ positional: [object] }) => fieldsOf(object, (name) => textValue(name))],
  [
    "Object.entries",
    ({ positional: [object] }) => fieldsOf(object, (name, value) => listValue([textValue(name), value])),
  ],
  ["Object.assign", ({ positional }) => assigned(positional)],
  ["Function AsyncFunction", functionOf],
];

/** Builtins by their dotted names. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  table.flatMap(([names, builtin]) => names.split(" ").map((name): [string, Builtin] => [name, builtin])),
);

/** The texts of a value, each changed by a function as far as it is known. */
function mapTexts(value: Value | undefined, change: (text: string) => string | undefined): Value {
  if (value === undefined) return unknownValue;
  const changed = knownTexts(value).map(change);
  const isKnown = !value.mayBeUnknown && changed.length > 0 && !changed.includes(undefined);
  const alternatives = changed.map((text = "") => ({ kind: "text" as const, text, at: null }));
  return isKnown ? { ...value, alternatives } : unknownValueFrom(nonLiteralOrigins(value));
}

function joinedPath(parts: readonly Value[]): Value {
  return concatenateTexts(parts.flatMap((part, at) => (at === 0 ? [part] : [textValue("/"), part])));
}

/** An absolute second path replaces the first. */
function resolvedPath(first: Value, second: Value): Value {
  const isAbsolute = formattedTexts(second).every((text) => /^[/~]/.test(text));
  return isAbsolute || exactText(first) === "" ? second : joinedPath([first, second]);
}

/** `Array.from(items, (item) => …)`. */
function mappedArray({ positional: [value = unknownValue], passed, span, interpreter }: SortedCall): Value {
  const isSized = objectField(value, "length") !== undefined;
  const list = isSized ? listValue([], unknownValue) : arrayFrom(value);
  return passed.length < 2 ? list : callMethod({ ...callOf("map", passed.slice(1), span, interpreter), self: list });
}

function arrayFrom(value: Value): Value {
  const { items, more } = iteratedItems(value, "entries");
  return listValue(items, more, value.from);
}

/** `new Map([["a", b]])`. */
function mapOf(entries: Value | undefined): Value {
  const { items, more } = entries === undefined ? { items: [], more: null } : iteratedItems(entries);
  const pairs = items.map((item) => iteratedItems(item).items);
  const known = pairs.flatMap(([key, value]): [string, Value][] => {
    const name = exactText(key);
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return dictValue(new Map(known), more ?? (known.length < items.length ? unknownValue : null), entries?.from);
}

/** `new URL("x", "https://a.example/y")`. */
function address(path: Value | undefined, base: Value | undefined): Value | undefined {
  const directory = exactText(base);
  const text = exactText(path);
  if (directory === undefined || text === undefined || /^[a-z][a-z\d+.-]*:/i.test(text)) return path;
  const [, scheme = "", origin = ""] = /^([a-z][a-z\d+.-]*:)(\/\/[^/?#]*)?/i.exec(directory) ?? [];
  if (/^[\\/]{2}/.test(text)) return textValue(`${scheme}${text}`);
  if (/^[\\/]/.test(text)) return textValue(`${scheme}${origin}${text}`);
  return textValue(`${directory.replace(/[^/]*$/, "")}${text}`);
}

/** `process.chdir(path)`: relative paths start there from now on. */
function changeDirectory({ positional: [path = unknownValue], interpreter }: SortedCall): Value {
  const [target, ...others] = fileTargets(path, interpreter);
  const directory = target == null || target.glob || others.length > 0 ? null : target.path;
  changeWorld(interpreter, { directory });
  return unknownValue;
}

function characters(values: readonly Value[]): Value {
  const codes = values.map(exactNumber);
  const isKnown = codes.every((code) => code !== undefined && code >= 0 && code <= 0x10ffff);
  const known = codes.slice(0, 10_000).map((code = 0) => Math.trunc(code));
  return isKnown ? textValue(String.fromCodePoint(...known)) : unknownValueFrom(values.flatMap(nonLiteralOrigins));
}

function jsonOf(value: Value | undefined): Value {
  const text = jsonText(value);
  if (value === undefined) return unknownValue;
  return text === undefined ? unknownValueFrom(nonLiteralOrigins(value)) : textValue(text, nonLiteralOrigins(value));
}

function parsedJson(value: Value | undefined): Value {
  const text = exactText(value);
  const from = value === undefined ? [] : nonLiteralOrigins(value);
  try {
    return text === undefined ? unknownValueFrom(from) : valueOfJson(JSON.parse(text), from);
  } catch {
    return unknownValueFrom(from);
  }
}

function valueOfJson(json: unknown, from: Value["from"]): Value {
  if (typeof json === "string") return textValue(json, from);
  if (typeof json === "number") return exactValue({ kind: "number", number: json }, from);
  if (typeof json === "boolean" || json === null) return exactValue({ kind: "constant", constant: json }, from);
  if (Array.isArray(json))
    return listValue(
      json.map((item) => valueOfJson(item, from)),
      null,
      from,
    );
  const entries = Object.entries(json ?? {}).map(([name, item]): [string, Value] => [name, valueOfJson(item, from)]);
  return dictValue(new Map(entries), null, from);
}

function fieldsOf(object: Value | undefined, item: (name: string, value: Value) => Value): Value | undefined {
  const [only, other] = object?.alternatives ?? [];
  if (only?.kind !== "dict" || other !== undefined) return undefined;
  const more = only.more === null ? null : item("", only.more);
  return listValue(
    [...only.entries].map(([name, value]) => item(name, value)),
    more,
    object?.from,
  );
}

/** `Object.assign({}, a, b)`. */
function assigned(objects: readonly Value[]): Value {
  const entries = new Map<string, Value>();
  let isKnown = true;
  for (const { alternatives, mayBeUnknown } of objects) {
    const [only, other] = alternatives;
    isKnown &&= !mayBeUnknown && only?.kind === "dict" && other === undefined && only.more === null;
    if (only?.kind === "dict") for (const [name, value] of only.entries) entries.set(name, value);
  }
  return dictValue(entries, isKnown ? null : unknownValueFrom(objects.flatMap(nonLiteralOrigins)));
}

/** `new Function("a", "code")`: a function of the program. */
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
