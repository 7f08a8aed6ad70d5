/** Go library functions that only compute, with the engine's names for them. */
import { argumentOrigins, firstArgument } from "../engine/arguments.ts";
import { decodedText, integerOf, jsonOf, mapTexts } from "../engine/computed-functions.ts";
import { directoryText, expandVariables, homeText } from "../engine/environment.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import type { Builtin, BuiltinTable, SortedCall } from "../engine/interpreter.ts";
import { pathFunctions } from "../engine/path-methods.ts";
import { callTextMethod } from "../engine/text-methods.ts";
import {
  exactNumber,
  exactText,
  joinAllValues,
  listValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { normalizePath } from "../path.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { formatTexts, goText } from "./format.ts";

/** Functions of `strings` by the names of the engine's text methods that do the same. */
const textMethods = tableOf(
  "ToLower lower, ToUpper upper, ReplaceAll replace, Split split, " +
    "Fields split, Trim strip, TrimSpace strip, TrimLeft lstrip, TrimRight rstrip, TrimPrefix removeprefix, TrimSuffix removesuffix, " +
    "Cut partition, Contains find, HasPrefix startswith, HasSuffix endswith, Index index, LastIndex index, Count count",
);

/** Functions of paths by Python's functions that do the same. */
const pathNames = tableOf(
  "path/filepath.Abs abspath, path/filepath.EvalSymlinks realpath, path/filepath.Clean normpath, path/filepath.Base basename, " +
    "path.Clean normpath, path.Base basename",
);

/** Reads pairs of words from text: `"a b, c d"` to `[["a", "b"], ["c", "d"]]`. */
function tableOf(rows: string): readonly (readonly [string, string])[] {
  return rows.split(", ").map((row) => [row.split(" ")[0] ?? "", row.split(" ")[1] ?? ""]);
}

/** Functions that read, write or convert what their first argument is. */
const transparentFunctions = (
  "C.CString os.FileMode io/fs.FileMode encoding/json.RawMessage net/http.HandlerFunc path/filepath.ToSlash path/filepath.FromSlash " +
  "os/exec.LookPath strings.Clone bufio.NewReader bufio.NewWriter bufio.NewReadWriter bufio.NewScanner io.NopCloser io.LimitReader " +
  "io.TeeReader compress/gzip.NewReader compress/bzip2.NewReader compress/zlib.NewReader compress/gzip.NewWriter archive/tar.NewReader " +
  "archive/tar.NewWriter archive/zip.NewWriter encoding/json.NewEncoder encoding/json.NewDecoder context.WithTimeout context.WithCancel " +
  "slices.Values slices.All maps.All"
).split(" ");

/** Creates a function of the first argument. */
function ofFirst(compute: (value: Value, call: SortedCall) => Value): Builtin {
  return (call) => compute(call.positional[0] ?? unknownValue, call);
}

/** Creates a function of the first argument's texts. */
function ofText(change: (text: string) => string): Builtin {
  return ofFirst((value) => mapTexts(value, change));
}

/** Functions without effects, by their dotted names. */
export const pureFunctions: BuiltinTable = [
  ...["strings", "bytes"].flatMap((module) =>
    textMethods.map(([name, method]): [string, Builtin] => [`${module}.${name}`, (call) => textMethod(method, call)]),
  ),
  ...pathNames.map(([name, other]): [string, Builtin] => [
    name,
    ({ positional, interpreter }) => pathFunctions.get(`os.path.${other}`)?.(positional, interpreter),
  ]),
  ["fmt.Sprintf", formatTexts],
  ["fmt.Errorf", (call) => errorOf(formatTexts(call))],
  ["errors.New", ofFirst(errorOf)],
  ["fmt.Sprint", ({ positional }) => concatenateTexts(positional.map(goText))],
  ["fmt.Sprintln", ({ positional }) => joinTexts(positional, " ", "\n")],
  ["strings.Join", (call) => textMethod("join", { ...call, positional: call.positional.toReversed() })],
  ["strings.Repeat", repeatText],
  ["strings.SplitN", splitText],
  ["strings.Replace", replaceText],
  ["strings.Title", ofText((text) => text.replaceAll(/\b[a-z]/g, (char) => char.toUpperCase()))],
  ["strconv.Itoa", ofFirst((value) => concatenateTexts([value]))],
  ["strconv.Atoi strconv.ParseInt", integerOf],
  ["strconv.Quote", ofFirst((value) => concatenateTexts([textValue('"'), value, textValue('"')]))],
  ["strconv.Unquote", ofText((text) => text.slice(1, -1))],
  ["encoding/json.Marshal encoding/json.MarshalIndent", jsonOf],
  ["encoding/hex.DecodeString", ofFirst((value) => decodedText(value, "hex"))],
  [
    "encoding/base64.StdEncoding.DecodeString encoding/base64.URLEncoding.DecodeString encoding/base64.RawStdEncoding.DecodeString encoding/base64.RawURLEncoding.DecodeString",
    ofFirst((value) => decodedText(value, "base64")),
  ],
  ...["path", "path/filepath"].flatMap((module): (readonly [string, Builtin])[] => [
    [`${module}.Join`, joinPath],
    [`${module}.Dir`, ofText((text) => (text.includes("/") ? text.slice(0, text.lastIndexOf("/")) || "/" : "."))],
    [`${module}.Ext`, ofText((text) => /\.[^./]*$/.exec(text)?.[0] ?? "")],
    [`${module}.Split`, ofFirst(splitPath)],
  ]),
  [
    "path/filepath.Rel",
    ({ positional, interpreter }) => pathFunctions.get("os.path.relpath")?.(positional.toReversed(), interpreter),
  ],
  ["os.ExpandEnv", ofFirst((value, { interpreter }) => mapTexts(value, (text) => expandVariables(text, interpreter)))],
  ["os.UserHomeDir", ({ interpreter }) => textValue(homeText(interpreter))],
  ["os.UserConfigDir", ({ interpreter }) => textValue(`${homeText(interpreter)}/.config`)],
  ["os.UserCacheDir", ({ interpreter }) => textValue(`${homeText(interpreter)}/.cache`)],
  ["os.TempDir", () => textValue("/tmp")],
  ["os.Getwd", ({ interpreter }) => textValue(directoryText(interpreter))],
  ...transparentFunctions.map((name) => [name, firstArgument] as const),
];

/** Calls the method of texts that does what a function of `strings` does with its first argument: `strings.ToUpper(s)`. */
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

/** An error with a text. */
function errorOf(text: Value): Value {
  return objectValue("error", text.from, new Map([["text", text]]));
}

/** Joins texts with a separator, and an ending. */
export function joinTexts(values: readonly Value[], between: string, after: string): Value {
  const parts = values.flatMap((each, at) => (at === 0 ? [goText(each)] : [textValue(between), goText(each)]));
  return concatenateTexts([...parts, textValue(after)]);
}

/** Returns a text repeated as `strings.Repeat` does; unknown if the count is unknown or above 1000. */
function repeatText({ positional: [value = unknownValue, count] }: SortedCall): Value {
  const times = exactNumber(count);
  const repeated =
    times === undefined || times < 0 || times > 1000
      ? unknownValueFrom(value.from)
      : mapTexts(value, (text) => text.repeat(times));
  return { ...repeated, repetitions: Math.max(1, value.repetitions * (times ?? 1)) };
}

/** Computes `strings.SplitN(text, separator, n)`: at most `n` parts. */
function splitText({ positional: [value = unknownValue, separator, count] }: SortedCall): Value {
  const [text, by, most] = [exactText(value), exactText(separator), exactNumber(count)];
  if (text === undefined || by === undefined || most === undefined) return listValue([], unknownValueFrom(value.from));
  const parts = text.split(by);
  const all = most > 0 ? [...parts.slice(0, most - 1), parts.slice(most - 1).join(by)] : parts;
  return listValue(all.slice(0, parts.length).map((part) => textValue(part, value.from)));
}

/** Computes `strings.Replace(text, old, new, n)`: the first `n` places, or all. */
function replaceText(call: SortedCall): Value {
  const [value = unknownValue, old, to, count] = call.positional;
  const [from, with_, most = -1] = [exactText(old), exactText(to), exactNumber(count)];
  if (most < 0 || from === undefined || with_ === undefined) return textMethod("replace", call);
  let left = most;
  return mapTexts(value, (text) => text.replaceAll(from, (found) => (left-- > 0 ? with_ : found)));
}

/** Computes `filepath.Join(a, b)`: the parts that are not empty, with slashes between them; `..` is resolved. */
function joinPath({ positional }: SortedCall): Value {
  const parts = positional.filter((each) => exactText(each) !== "");
  const texts = parts.flatMap((each, at) =>
    at === 0 ? [each] : [textValue("/"), mapTexts(each, (text) => text.replace(/^\/+/, ""))],
  );
  return mapTexts(concatenateTexts(texts), (text) => (hasUnknownText(text) ? text : (normalizePath(text) ?? text)));
}

/** Returns the directory and the file name of a path, as `path.Split`. */
function splitPath(value: Value): Value {
  const at = (text: string): number => text.lastIndexOf("/") + 1;
  return listValue([
    mapTexts(value, (text) => text.slice(0, at(text))),
    mapTexts(value, (text) => text.slice(at(text))),
  ]);
}
