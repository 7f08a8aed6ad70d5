import type { Origin } from "../effects.ts";
import { joinOrigins } from "../origins.ts";
import { unknownName, unknownText } from "../unknown-text.ts";
import { argumentOrigins } from "./arguments.ts";
import type { CallEntry } from "./call-entry.ts";
import { type LibraryCall, objectField } from "./library-call.ts";
import { joinPaths, pathTexts } from "./path-texts.ts";
import {
  exactNumber,
  exactValue,
  joinAllValues,
  listValue,
  objectValue,
  type PassedArgument,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";
import { maxRepetitions, nonLiteralOrigins } from "./value-origins.ts";

const temporaryDirectory = "/tmp";

/**
 * Computes the result of a library call from its catalogue entry (`returns`, `returnsMany`, `size`): an object of a
 * type, or a value with known origins.
 */
export function libraryResult(entry: CallEntry, call: LibraryCall, passed: readonly PassedArgument[]): Value {
  const from = resultOrigins(entry, call, passed);
  const result = call.result !== null ? withAddedOrigins(call.result, from) : resultOfType(entry, from, call, passed);
  return entry.returnsMany === true ? listValue([], result, from) : result;
}

/** The origins of a result: what the call fetched, its arguments and its object. */
function resultOrigins(entry: CallEntry, call: LibraryCall, passed: readonly PassedArgument[]): readonly Origin[] {
  const { fetched, self } = call;
  const fetches = fetched.some(({ kind }) => kind === "network");
  return joinOrigins(
    fetches ? fetched : argumentOrigins(passed, fetched),
    self === null ? [] : nonLiteralOrigins(self),
    entry.addsOrigin === undefined ? [] : [{ kind: entry.addsOrigin }],
  );
}

/** The result for the `returns` of an entry. */
function resultOfType(
  entry: CallEntry,
  from: readonly Origin[],
  call: LibraryCall,
  passed: readonly PassedArgument[],
): Value {
  const { returns: type } = entry;
  const self = call.self ?? undefined;
  const temporary = textValue(
    joinPaths(pathTexts(call.bound.get("dir") ?? textValue(temporaryDirectory))[0] ?? unknownText, unknownName),
  );
  switch (type) {
    case undefined: {
      const size = exactNumber(entry.size === undefined ? undefined : call.bound.get(entry.size)) ?? 1;
      return unknownValueFrom(from, Math.max(1, size, ...passed.map(({ value }) => maxRepetitions(value))));
    }
    case "content":
    case "entry":
      return unknownValueFrom(from);
    case "names":
      return textValue(unknownName, from);
    case "matches":
      return joinAllValues(
        pathTexts(call.bound.get("pattern") ?? unknownValue).map((text) => textValue(patternPath(text), from)),
      );
    case "children":
      return joinAllValues(
        pathTexts(self ?? unknownValue).map((text) => exactValue({ kind: "path", text: childPath(text) }, from)),
      );
    case "project file":
      return textValue(`./${unknownText}`, from);
    case "package path":
      return exactValue({ kind: "path", text: `./${unknownText}` }, from);
    case "descendants":
      return joinAllValues(descendantPaths(call).map((text) => exactValue({ kind: "path", text }, from)));
    case "os.DirEntry": {
      const paths = pathTexts(call.bound.get("path") ?? textValue("."));
      const path = joinAllValues(paths.map((text) => textValue(joinPaths(text, unknownName))));
      return objectValue(
        type,
        from,
        new Map([
          ["path", path],
          ["name", textValue(unknownName)],
        ]),
      );
    }
    case "self.address":
      return objectField(call.self, "address") ?? unknownValueFrom(from);
    case "os.walk":
      return listValue([], walkEntry(call.bound.get("path") ?? unknownValue, from, "text"), from);
    case "pathlib.Path.walk":
      return listValue([], walkEntry(self ?? unknownValue, from, "path"), from);
    case "temporary":
      return call.by.includes("gettempdir") ? textValue(temporaryDirectory) : temporary;
    case "temporary pair":
      return listValue([objectValue("file", [], new Map([["path", temporary]])), temporary]);
    case "tempfile":
      return objectValue(
        type,
        [],
        new Map([
          ["path", temporary],
          ["name", temporary],
        ]),
      );
    case "tempfile.TemporaryDirectory":
      return objectValue(type, [], new Map([["name", temporary]]));
    case "own pair": {
      const own = objectValue("socket.socket", [], new Map([["address", textValue("localhost")]]));
      return listValue([own, own]);
    }
    case "socket.socket pair":
    case "stream pair": {
      const object = objectValue(
        type.slice(0, -5),
        joinOrigins(from, type.startsWith("stream") ? [] : [{ kind: "network", host: null }]),
        type.startsWith("stream") ? new Map(call.bound) : selfFields(self),
      );
      return listValue([
        object,
        type.startsWith("stream") ? object : listValue([unknownValueFrom([{ kind: "network", host: null }])]),
      ]);
    }
    default:
      return objectValue(type, from, objectFields(type, call));
  }
}

/** The fields of a new object: the arguments by their names, and the fields of the object whose method created it. */
function objectFields(type: string, { self, bound }: LibraryCall): Map<string, Value> {
  const fields = selfFields(self ?? undefined);
  for (const [name, value] of bound) fields.set(name, value);
  if (type === "file" && self !== null && !fields.has("path")) fields.set("path", self);
  return fields;
}

/** The fields of the object whose method is called. */
function selfFields(self: Value | undefined): Map<string, Value> {
  const fields = new Map<string, Value>();
  for (const alternative of self?.alternatives ?? [])
    if (alternative.kind === "object") for (const [name, value] of alternative.fields) fields.set(name, value);
  return fields;
}

/** Returns an unknown path in a directory. */
function childPath(directory: string, child: string = unknownName): string {
  return `${directory === "" ? "." : directory.replace(/\/$/, "")}/${child}`;
}

/** The paths that `Path.glob(pattern)` or `Path.rglob(pattern)` may return. */
function descendantPaths({ self, bound, by }: LibraryCall): readonly string[] {
  const patterns = pathTexts(bound.get("pattern") ?? textValue("**"));
  return pathTexts(self ?? unknownValue).flatMap((directory) =>
    patterns.map((pattern) => {
      const top = by.endsWith(".rglob") ? childPath(directory, unknownText) : directory === "" ? "." : directory;
      return joinPaths(top, patternPath(pattern).replace(/^\.\//, ""));
    }),
  );
}

/** An entry of `os.walk`: `(directory, directory names, file names)`. */
function walkEntry(path: Value, from: readonly Origin[], kind: "text" | "path"): Value {
  const directories = joinAllValues(
    pathTexts(path)
      .flatMap((text) => [text, childPath(text, unknownText)])
      .map((text) => (kind === "text" ? textValue(text, from) : exactValue({ kind, text }, from))),
  );
  const names = listValue([], textValue(unknownName, from), from);
  return listValue([directories, names, names]);
}

/** A glob pattern as a path with unknown parts. */
function patternPath(text: string): string {
  const path = text.replaceAll(/\*\*|\*|\?|\[[^\]]*\]|\{[^{}/]*,[^{}/]*\}/g, (wildcard) =>
    wildcard === "**" ? unknownText : unknownName,
  );
  return text.startsWith("**") ? `./${path}` : path;
}
