/** Computes static .NET methods without effects, such as `[Convert]::FromBase64String`. */
import { callMethod, callOf } from "../engine/calls.ts";
import { concatenateTexts, formatBraces } from "../engine/formatting.ts";
import type { Builtin, SortedCall } from "../engine/interpreter.ts";
import { pathProperty } from "../engine/path-methods.ts";
import { joinPathValues } from "../engine/path-texts.ts";
import {
  exactText,
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
import { normalizeWindowsPath } from "../windows-path.ts";
import { decodeBase64 } from "./decode.ts";
import { createBlock, setVariableOfEnvironment, variableOfEnvironment } from "./objects.ts";
import { character, joined, operators, partsOf, substituted, toNumber } from "./operators.ts";
import { asText, mapAlternatives, textOf } from "./values.ts";

/** Functions whose result is computed: operators, casts, and static methods, by their types and names in lower case. */
export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...operators,
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
  ["io.path.combine", ({ positional: [first = noneValue, ...others] }) => asText(others.reduce(joinPathValues, first))],
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

/** Marks a text as encoded in base64. */
function encoded(text: Value): Value {
  return objectValue("base64", joinOrigins(nonLiteralOrigins(text), [{ kind: "encoded" }]), new Map([["text", text]]));
}

/** Decodes bytes as text. */
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

/** Returns a part of a path, as `[IO.Path]::GetFileName`. */
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
