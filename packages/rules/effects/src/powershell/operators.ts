// Operators and casts of PowerShell, and static methods of .NET that only compute.

import { replacePattern } from "../bounded-text.ts";
import { callMethod, callOf } from "../engine/calls.ts";
import { outputItems } from "../engine/commands.ts";
import { concatenateTexts, formatBraces } from "../engine/formatting.ts";
import type { Builtin, SortedCall } from "../engine/interpreter.ts";
import { applyOperator } from "../engine/operators.ts";
import { pathProperty } from "../engine/path-methods.ts";
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
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { normalizeWindowsPath } from "../windows-path.ts";
import { decodeBase64 } from "./decode.ts";
import { createBlock, setVariableOfEnvironment, variableOfEnvironment } from "./objects.ts";
import { asText, mapAlternatives, textOf } from "./values.ts";

/** Functions that are computed, by the names that the lowering and types of .NET have. */
export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
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
  ["exit", () => noneValue],
  ["environment.exit", () => noneValue],
  ["environment.setenvironmentvariable", setVariableOfEnvironment],
  ["environment.getenvironmentvariable", variableOfEnvironment],
  ["environment.getfolderpath", ({ positional: [name] }) => folder(name)],
  ["scriptblock.create", createBlock],
  [
    "string.join",
    ({ positional: [separator, ...items] }) =>
      joined(items.length === 1 ? (items[0] ?? noneValue) : listValue(items), separator),
  ],
  ["string.concat", ({ positional }) => concatenateTexts(positional.map((each) => asText(each, "")))],
  [
    "string.format",
    ({ positional: [template = noneValue, ...items] }) => formatBraces(template, items.flatMap(partsOf), new Map()),
  ],
  ["io.path.combine", ({ positional }) => joined(listValue(positional), textValue("/"))],
  ["io.path.gettemppath", () => textValue("~/AppData/Local/Temp/")],
  ["io.path.gettempfilename", () => textValue("~/AppData/Local/Temp/tmp.tmp")],
  ["io.path.getfullpath", ({ positional: [path] }) => path],
  ["io.path.getfilename", (call) => partOfPath(call, "name")],
  ["io.path.getdirectoryname", (call) => partOfPath(call, "parent")],
  ["io.path.getfilenamewithoutextension", (call) => partOfPath(call, "stem")],
  ["io.path.getextension", (call) => partOfPath(call, "suffix")],
  ["convert.frombase64string", ({ positional: [text = noneValue] }) => encoded(text)],
  ["convert.toint32", toNumber],
  ["convert.tochar", ({ positional: [value = noneValue] }) => character(value)],
  ["convert.tostring", ({ positional: [value = noneValue] }) => asText(value)],
  ["char.convertfromutf32", ({ positional: [value = noneValue] }) => character(value)],
  ["array.reverse", (call) => ofList("reverse", call)],
  ["array.sort", (call) => ofList("sort", call)],
  ["array.clear", (call) => ofList("sort", call)],
  [
    "array.copy",
    ({ positional: [source, to], ...call }) =>
      ofList("sort", { ...call, positional: to === undefined ? [] : [to, source ?? to] }),
  ],
  ...["utf8", "unicode", "ascii", "default", "utf32", "latin1"].flatMap(
    (name): readonly (readonly [string, Builtin])[] => [
      [`text.encoding.${name}.getstring`, ({ positional: [bytes = noneValue] }) => decoded(bytes, name === "unicode")],
      [`text.encoding.${name}.getbytes`, ({ positional: [text] }) => text],
    ],
  ),
  ...["regex", "text.regularexpressions.regex"].map((type): readonly [string, Builtin] => [
    `${type}.replace`,
    ({ positional: [text = noneValue, pattern = noneValue, replacement] }) =>
      substituted("-replace", text, pattern, replacement),
  ]),
]);

/** Values of static members, by their types and names in lower case. */
export const constants: ReadonlyMap<string, Value> = new Map([
  ["environment.currentdirectory", textValue(".")],
  ["environment.newline", textValue("\n")],
  ["io.path.directoryseparatorchar", textValue("/")],
  ["string.empty", textValue("")],
]);

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
function partsOf(value: Value): readonly Value[] {
  const { items, more } = outputItems(value);
  return more === null ? items : [...items, more];
}

const longestRange = 2000;

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

function numberIn(value: Value | undefined): number | undefined {
  const number = exactNumber(value) ?? Number(exactText(value) ?? Number.NaN);
  return Number.isInteger(number) ? number : undefined;
}

function toNumber({ positional: [value = noneValue, base] }: SortedCall): Value {
  return mapAlternatives(value, (each, single) => {
    if (each.kind !== "text" || hasUnknownText(each.text)) return single;
    const radix = exactNumber(base) ?? 10;
    const code =
      each.text.length === 1 && !/\d/.test(each.text) && base === undefined ? each.text.charCodeAt(0) : undefined;
    const number = code ?? (radix === 10 ? Number(each.text) : Number.parseInt(each.text, radix));
    return exactValue({ kind: "number", number }, single.from);
  });
}

function format({ positional: [template = noneValue, values = noneValue] }: SortedCall): Value {
  const { items, more } = outputItems(values);
  const parts = more === null ? items : [...items, more, more, more];
  return formatBraces(
    template,
    parts.map((part) => asText(part)),
    new Map(),
  );
}

function join({ positional: [items = noneValue, separator] }: SortedCall): Value {
  return joined(items, separator ?? textValue(""));
}

function joined(items: Value, separator: Value | undefined): Value {
  const text = separator === undefined ? "" : textOf(separator);
  const from = joinOrigins(nonLiteralOrigins(items), nonLiteralOrigins(separator ?? noneValue));
  const { items: known, more } = outputItems(items);
  return text === undefined || more !== null
    ? unknownValueFrom(from)
    : asText(listValue(known, null, items.from), text);
}

function split({ positional: [value = noneValue, pattern] }: SortedCall): Value {
  if (pattern === undefined) return substituted("-split", value, textValue("\\s"), undefined);
  const [first = noneValue] = partsOf(pattern);
  return substituted("-split", value, first, undefined);
}

function replace({ positional: [value = noneValue, operands = noneValue] }: SortedCall): Value {
  const [pattern = noneValue, replacement] = partsOf(operands);
  return substituted("-replace", value, pattern, replacement);
}

/** The result of `-replace` and `-split`, for each text that the value may be or have. */
function substituted(name: "-replace" | "-split", value: Value, pattern: Value, replacement: Value | undefined): Value {
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

function character(value: Value): Value {
  return mapAlternatives(value, (each, single) => {
    const text = each.kind === "text" ? each.text : undefined;
    const code =
      each.kind === "number" ? each.number : /^(?:0x)?[\da-f]{2,}$/i.test(text ?? "") ? Number(text) : Number.NaN;
    if (each.kind === "list") return listValue(each.items.map(character), each.more && character(each.more));
    return code >= 0 && code <= 0x10ffff ? textValue(String.fromCodePoint(code), single.from) : single;
  });
}

function characters({ positional: [value = noneValue] }: SortedCall): Value {
  const text = exactText(value);
  if (text === undefined) return character(value);
  return text.length > 200
    ? listValue([], unknownValueFrom(value.from))
    : listValue([...text].map((each) => textValue(each, value.from)));
}

function encoded(text: Value): Value {
  return objectValue("base64", joinOrigins(nonLiteralOrigins(text), [{ kind: "encoded" }]), new Map([["text", text]]));
}

function decoded(bytes: Value, isWide: boolean): Value {
  return mapAlternatives(bytes, (each, single) => {
    if (each.kind === "list") return withAddedOrigins(asText(character(single), ""), single.from);
    if (each.kind === "text") return single;
    const text = each.kind === "object" && each.type === "base64" ? exactText(each.fields.get("text")) : undefined;
    const result = text === undefined ? undefined : decodeBase64(text, isWide ? "utf16" : "utf8");
    return result === undefined ? unknownValueFrom(single.from) : textValue(result, single.from);
  });
}

/** A method of the list that is the first argument: `[array]::Reverse($list)`. */
function ofList(
  name: string,
  {
    positional: [self = unknownValue, ...others],
    span,
    interpreter,
  }: Omit<SortedCall, "passed" | "name" | "self" | "named">,
): Value {
  const passed = others.map((value) => ({ name: null, value }));
  return callMethod({ ...callOf(name, passed, span, interpreter), self });
}

function partOfPath({ positional: [path = unknownValue] }: SortedCall, member: string): Value {
  return mapAlternatives(path, (each, single) => {
    const text = each.kind === "text" || each.kind === "path" ? normalizeWindowsPath(each.text) : undefined;
    const part = text === undefined ? undefined : pathProperty(text, member, single.from);
    return part === undefined ? unknownValueFrom(nonLiteralOrigins(single)) : asText(part);
  });
}

const folders: ReadonlyMap<string, string> = new Map(
  Object.entries({
    userprofile: "~",
    desktop: "~/Desktop",
    desktopdirectory: "~/Desktop",
    mydocuments: "~/Documents",
    personal: "~/Documents",
    applicationdata: "~/AppData/Roaming",
    localapplicationdata: "~/AppData/Local",
    startup: "~/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup",
    system: "C:\\Windows\\System32",
    windows: "C:\\Windows",
    programfiles: "C:\\Program Files",
  }),
);

/** A folder of the system by its name, as a text or a value of an enumeration. */
function folder(name: Value | undefined): Value {
  const [only] = name?.alternatives ?? [];
  const text = only?.kind === "library" ? only.name.replace(/^.*\./, "") : (textOf(name) ?? "").toLowerCase();
  const path = folders.get(text);
  return path === undefined ? unknownValue : textValue(path);
}
