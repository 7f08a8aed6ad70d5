// Pure functions of Go's libraries by their meaning.

import { argumentOrigins, firstArgument } from "../engine/arguments.ts";
import { decodeText } from "../engine/decode.ts";
import { directoryText, expandVariables, homeText } from "../engine/environment.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import type { Builtin, SortedCall } from "../engine/interpreter.ts";
import { jsonText } from "../engine/json-text.ts";
import { pathFunctions } from "../engine/path-methods.ts";
import { callTextMethod } from "../engine/text-methods.ts";
import {
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  knownTexts,
  listValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { normalizePath } from "../path.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { formatTexts, goText } from "./format.ts";

/** Functions of `strings` by the methods of texts that do the same. */
const textMethods: Readonly<Record<string, string>> = {
  ToLower: "lower",
  ToUpper: "upper",
  Title: "capitalize",
  ReplaceAll: "replace",
  Replace: "replace",
  Split: "split",
  SplitN: "split",
  SplitAfter: "split",
  Fields: "split",
  Trim: "strip",
  TrimSpace: "strip",
  TrimLeft: "lstrip",
  TrimRight: "rstrip",
  TrimPrefix: "removeprefix",
  TrimSuffix: "removesuffix",
  Cut: "partition",
  Contains: "find",
  HasPrefix: "startswith",
  HasSuffix: "endswith",
  Index: "index",
  LastIndex: "index",
  Count: "count",
};

/** Functions of paths by those of Python that do the same. */
const pathNames: Readonly<Record<string, string>> = {
  "path/filepath.Abs": "os.path.abspath",
  "path/filepath.EvalSymlinks": "os.path.realpath",
  "path/filepath.Clean": "os.path.normpath",
  "path/filepath.Base": "os.path.basename",
  "path.Clean": "os.path.normpath",
  "path.Base": "os.path.basename",
};

const pureBuiltins: readonly (readonly [string, Builtin])[] = [
  ["fmt.Sprintf", (call) => formatTexts(call)],
  ["fmt.Errorf", (call) => errorOf(formatTexts(call))],
  ["errors.New", ({ positional: [text = unknownValue] }) => errorOf(text)],
  ["fmt.Sprint", ({ positional }) => concatenateTexts(positional.map(goText))],
  ["fmt.Sprintln", ({ positional }) => joinTexts(positional, " ", "\n")],
  ["strings.Join", (call) => textMethod("join", { ...call, positional: call.positional.toReversed() })],
  ["strings.Repeat", repeatText],
  ["strings.Clone", firstArgument],
  ["strconv.Itoa", ({ positional: [value = unknownValue] }) => concatenateTexts([value])],
  ["strconv.Atoi", numberOf],
  ["strconv.ParseInt", numberOf],
  [
    "strconv.Quote",
    ({ positional: [value = unknownValue] }) => concatenateTexts([textValue('"'), value, textValue('"')]),
  ],
  ["strconv.Unquote", ({ positional: [value = unknownValue] }) => mapTexts(value, (text) => text.slice(1, -1))],
  ["encoding/json.Marshal", toJson],
  ["encoding/json.MarshalIndent", toJson],
  ["encoding/hex.DecodeString", (call) => decoded("hex", call)],
  ...["Std", "URL", "RawStd", "RawURL"].map(
    (name) => [`encoding/base64.${name}Encoding.DecodeString`, (call: SortedCall) => decoded("base64", call)] as const,
  ),
  ["path/filepath.Join", joinPath],
  ["path.Join", joinPath],
  ["path/filepath.Dir", ({ positional: [value = unknownValue] }) => directoryOf(value)],
  ["path.Dir", ({ positional: [value = unknownValue] }) => directoryOf(value)],
  [
    "path/filepath.Rel",
    ({ positional, interpreter }) => pathFunctions.get("os.path.relpath")?.(positional.toReversed(), interpreter),
  ],
  [
    "path/filepath.Ext",
    ({ positional: [value = unknownValue] }) => mapTexts(value, (text) => /\.[^./]*$/.exec(text)?.[0] ?? ""),
  ],
  ["path/filepath.Split", ({ positional: [value = unknownValue] }) => splitPath(value)],
  ["path.Split", ({ positional: [value = unknownValue] }) => splitPath(value)],
  [
    "os.ExpandEnv",
    ({ positional: [value = unknownValue], interpreter }) =>
      mapTexts(value, (text) => expandVariables(text, interpreter)),
  ],
  ["os.UserHomeDir", ({ interpreter }) => textValue(homeText(interpreter))],
  ["os.UserConfigDir", ({ interpreter }) => textValue(`${homeText(interpreter)}/.config`)],
  ["os.UserCacheDir", ({ interpreter }) => textValue(`${homeText(interpreter)}/.cache`)],
  ["os.TempDir", () => textValue("/tmp")],
  ["os.Getwd", ({ interpreter }) => textValue(directoryText(interpreter))],
  ["C.CString", firstArgument],
  ...[
    "os.FileMode io/fs.FileMode encoding/json.RawMessage net/http.HandlerFunc path/filepath.ToSlash path/filepath.FromSlash os/exec.LookPath",
    "bufio.NewReader bufio.NewWriter bufio.NewReadWriter bufio.NewScanner io.NopCloser io.LimitReader io.TeeReader bytes.Clone",
    "compress/gzip.NewWriter archive/tar.NewWriter archive/zip.NewWriter encoding/json.NewEncoder encoding/json.NewDecoder text/template.HTML",
    "context.WithTimeout context.WithCancel testing/iotest.NewReadLogger slices.Values slices.Collect slices.Sorted slices.Clone maps.Clone maps.All slices.All",
  ]
    .join(" ")
    .split(" ")
    .map((name) => [name, firstArgument] as const),
  ...["compress/gzip.NewReader", "compress/bzip2.NewReader", "compress/zlib.NewReader", "archive/tar.NewReader"].map(
    (name) => [name, ({ positional: [value = unknownValue] }: SortedCall) => value] as const,
  ),
];

/** Functions without effects, by their dotted names. */
export const pureFunctions: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...["strings", "bytes"].flatMap((module) =>
    Object.entries(textMethods).map(([name, method]): [string, Builtin] => [
      `${module}.${name}`,
      (call) => textMethod(method, call),
    ]),
  ),
  ...Object.entries(pathNames).flatMap(([name, other]): [string, Builtin][] => {
    const compute = pathFunctions.get(other);
    return compute === undefined ? [] : [[name, ({ positional, interpreter }) => compute(positional, interpreter)]];
  }),
  ...pureBuiltins,
]);

/** Calls a method of texts on the first argument. */
function textMethod(name: string, call: SortedCall): Value {
  const [self = unknownValue, ...positional] = call.positional;
  const results = self.alternatives.map((each) =>
    each.kind === "text"
      ? callTextMethod(each, {
          ...call,
          name,
          positional,
          self: { ...self, alternatives: [each], mayBeUnknown: false },
        })
      : unknownValueFrom(argumentOrigins(call.passed, [])),
  );
  if (self.mayBeUnknown || results.length === 0) results.push(unknownValueFrom(argumentOrigins(call.passed, [])));
  return joinAllValues(results);
}

/** Applies a function to each text that a value may be. */
export function mapTexts(value: Value, change: (text: string) => string): Value {
  const results = knownTexts(value).map((text) => textValue(change(text), value.from));
  if (value.mayBeUnknown || results.length < value.alternatives.length) results.push(unknownValueFrom(value.from));
  return joinAllValues(results);
}

/** An error with a text. */
function errorOf(text: Value): Value {
  return objectValue("error", text.from, new Map([["text", text]]));
}

/** Texts with others between them and after them. */
export function joinTexts(values: readonly Value[], between: string, after: string): Value {
  const parts = values.flatMap((each, at) => (at === 0 ? [goText(each)] : [textValue(between), goText(each)]));
  return concatenateTexts([...parts, textValue(after)]);
}

function repeatText({ positional: [value = unknownValue, count] }: SortedCall): Value {
  const times = exactNumber(count);
  const repeated =
    times === undefined || times < 0 || times > 1000
      ? unknownValueFrom(value.from)
      : mapTexts(value, (text) => text.repeat(times));
  return { ...repeated, repetitions: Math.max(1, value.repetitions * (times ?? 1)) };
}

function numberOf({ positional: [value] }: SortedCall): Value {
  const text = exactText(value);
  return text !== undefined && /^-?\d{1,15}$/.test(text)
    ? exactValue({ kind: "number", number: Number(text) })
    : unknownValueFrom(value?.from ?? []);
}

function toJson({ positional: [value] }: SortedCall): Value | undefined {
  const text = jsonText(value);
  return text === undefined ? undefined : textValue(text, value?.from);
}

/** The decoded text of the first argument, marked as coming from encoded data. */
function decoded(encoding: string, { positional: [value = unknownValue] }: SortedCall): Value {
  const from = joinOrigins(nonLiteralOrigins(value), [{ kind: "encoded" }]);
  const results = knownTexts(value).map((text) => (hasUnknownText(text) ? undefined : decodeText(text, encoding)));
  if (value.mayBeUnknown || results.length < value.alternatives.length) results.push(undefined);
  return joinAllValues(results.map((text) => (text === undefined ? unknownValueFrom(from) : textValue(text, from))));
}

/** `filepath.Join(a, b)`: the parts that are not empty, with slashes between them; `..` is resolved. */
function joinPath({ positional }: SortedCall): Value {
  const parts = positional.filter((each) => exactText(each) !== "");
  const texts = parts.flatMap((each, at) =>
    at === 0 ? [each] : [textValue("/"), mapTexts(each, (text) => text.replace(/^\/+/, ""))],
  );
  return mapTexts(concatenateTexts(texts), (text) => (hasUnknownText(text) ? text : (normalizePath(text) ?? text)));
}

function directoryOf(value: Value): Value {
  const directory = pathFunctions.get("os.path.dirname");
  if (directory === undefined) return unknownValue;
  return mapTexts(value, (text) => (text.includes("/") ? text.slice(0, text.lastIndexOf("/")) || "/" : "."));
}

function splitPath(value: Value): Value {
  const at = (text: string): number => text.lastIndexOf("/") + 1;
  return listValue([
    mapTexts(value, (text) => text.slice(0, at(text))),
    mapTexts(value, (text) => text.slice(at(text))),
  ]);
}
