/** The parts of PHP that the interpreter needs: its lowering, builtins and library functions. */
import { argumentOrigins } from "../engine/arguments.ts";
import { unresolvedValue } from "../engine/attributes.ts";
import { callLibrary } from "../engine/call-library.ts";
import { callPassedFunctions } from "../engine/callbacks.ts";
import type { Dialect } from "../engine/dialect.ts";
import { programFile } from "../engine/environment.ts";
import type { Interpreter, MethodCall, SortedCall } from "../engine/interpreter.ts";
import { anyIteratedItem } from "../engine/iteration.ts";
import { parentPath } from "../engine/path-texts.ts";
import { lookUp } from "../engine/scope.ts";
import {
  type Alternative,
  exactValue,
  joinAllValues,
  joinValues,
  knownTexts,
  listValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { joinOrigins } from "../origins.ts";
import { suppliedText, unknownText } from "../unknown-text.ts";
import { builtins } from "./builtins.ts";
import { catalogueClass, catalogueEntry, isCatalogueClass } from "./catalogue.ts";
import { lowerPhp } from "./lower.ts";
import { callers, dangerousFamilies, decoders, textResults } from "./names.ts";

/** PHP. */
export const phpDialect: Dialect = {
  name: "php",
  lower: lowerPhp,
  catalogue: {
    entry: catalogueEntry,
    entryByEnding: (name) => (name.includes(".") ? catalogueEntry(name.replace(/^.*\./, "Model.")) : undefined),
    methodName: (type, name) => `${type}.${name}`,
    hasModule: isCatalogueClass,
  },
  builtins,
  methods: new Map(),
  constructors: ["__construct"],
  defaultsOnce: false,
  self: "this",
  environments: new Set(["$_ENV"]),
  exits: new Set(["exit"]),
  assignsOuter: false,
  copies: true,
  hasRecords: false,
  globalValue,
  canonicalName: (name) => name,
  constant: (name) => constants.get(name.replace(/^.*\.:/, ":")),
  callFunction,
  callMethod,
  services: new Map(),
};

/** Evaluates methods of files, recognized by type, name and arguments. */
function callMethod(object: Alternative | null, call: MethodCall): Value | undefined {
  const { name, positional } = call;
  if (object?.kind === "object" && object.type === "os.DirEntry" && pathMethods.test(name))
    return object.fields.get("path");
  if (object !== null || !/^(remove|deleteDirectory|cleanDirectory|dumpFile|appendToFile|mirror)$/.test(name)) return;
  const entry = catalogueEntry(`Filesystem.${name}`);
  const isPath = positional.slice(0, 1).some((path) => knownTexts(path).some((text) => text.includes("/")));
  return entry !== undefined && isPath ? callLibrary(entry, call) : undefined;
}

const pathMethods = /^(getPathname|getRealPath|getPath|__toString)$/i;

const fromInput = [{ kind: "input" }] as const;

/** The value of a name that the program has not set: a variable, a constant, a class or a function of PHP. */
function globalValue(name: string, interpreter: Interpreter): Value | undefined {
  if (name.startsWith("$")) return superglobal(name);
  if (name === ":__FILE__") return textValue(programFile(interpreter).replace(/\.py$/, ".php"));
  if (name === ":__DIR__") return textValue(parentPath(programFile(interpreter)));
  if (name.startsWith(":"))
    return constants.get(name) ?? (/^:(CURLOPT|CURLINFO|SIG)\w/.test(name) ? textValue(name.slice(1)) : undefined);
  if (name.startsWith("\\")) {
    const own = lookUp(interpreter.moduleScope, name.replace(/^.*\\/s, "\\"));
    return own ?? exactValue({ kind: "library", name: catalogueClass(name) });
  }
  const isKnown = builtins.has(name) || catalogueEntry(name) !== undefined;
  if (!isKnown && dangerousFamilies.test(name)) return unresolvedValue(`what ${name} does`);
  return exactValue({ kind: "library", name });
}

/** Returns the value of one of PHP's variables that exist everywhere, such as `$_GET`; undefined for other names. */
function superglobal(name: string): Value | undefined {
  if (name === "$GLOBALS") return exactValue({ kind: "library", name: "globals.__dict__" });
  if (name === "$argv") return listValue([unknownValue], textValue(suppliedText, fromInput), fromInput);
  if (name === "$_ENV" || name === "$_SERVER")
    return exactValue({ kind: "library", name: "$_ENV" }, [{ kind: "environment", all: true }]);
  return /^\$(_(GET|POST|REQUEST|COOKIE|FILES|SESSION)|argc|HTTP_RAW_POST_DATA)$/.test(name)
    ? unknownValueFrom(fromInput)
    : undefined;
}

const constants: ReadonlyMap<string, Value> = new Map(
  Object.entries({
    ":PHP_EOL": textValue("\n"),
    ":DIRECTORY_SEPARATOR": textValue("/"),
    ":PATH_SEPARATOR": textValue(":"),
    ":PHP_BINARY": textValue("php"),
    ":FILE_APPEND": textValue("append"),
    ":LOCK_EX": textValue("lock"),
    ":CREATE": textValue("r+"),
    ":OVERWRITE": textValue("w"),
    ":EXCL": textValue("x"),
    ":STDIN": exactValue({ kind: "library", name: "sys.stdin" }, fromInput),
    ":STDOUT": exactValue({ kind: "library", name: "sys.stdout" }),
    ":STDERR": exactValue({ kind: "library", name: "sys.stderr" }),
  }),
);

/** Calls a function without a catalogue row, or with named arguments. */
function callFunction(call: SortedCall): Value | undefined {
  const { name, passed, positional, named } = call;
  const builtin = builtins.get(name);
  if (builtin !== undefined && named.size > 0 && catalogueEntry(name) === undefined)
    return builtin({ ...call, positional: withNamed(call), named: new Map() });
  if (builtin !== undefined || catalogueEntry(name) !== undefined) return;
  const from = argumentOrigins(passed, []);
  if (/^(current|reset|end|next|prev|min|max|array_rand)$/.test(name)) return anyItem(positional);
  if (/^(array|iterator)_/.test(name) && !textResults.test(name)) {
    const item = anyItem(positional);
    const isNested = /^array_(chunk|column|map)$/.test(name);
    return listValue([], isNested ? joinValues(item, listValue([], item)) : item, from);
  }
  if (textResults.test(name)) {
    callPassedFunctions(call);
    const all = decoders.test(name) ? joinOrigins(from, [{ kind: "encoded" }]) : from;
    return { ...textValue(unknownText, all), mayBeUnknown: true };
  }
  return;
}

/** The join of all items of some arrays, and of the keys that may become items. */
function anyItem(arrays: readonly Value[]): Value {
  const items = arrays.flatMap((each) => {
    const isList = each.alternatives.every(({ kind }) => kind === "list");
    return isList
      ? [anyIteratedItem(each, "values")]
      : [each, anyIteratedItem(each, "keys"), anyIteratedItem(each, "values")];
  });
  return joinAllValues(items);
}

/** Orders named arguments by the parameters. */
function withNamed({ name, positional, named }: SortedCall): readonly Value[] {
  const values = [...positional, ...[...named].flatMap(([key, value]) => (key === "callback" ? [] : [value]))];
  const callback = named.get("callback");
  if (callback !== undefined) values.splice(Number(callers.get(name)?.[0] ?? 0), 0, callback);
  return values;
}
