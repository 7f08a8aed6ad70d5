import type { Origin } from "../effects.ts";
import type { CallEntry } from "./catalogue/entry.ts";
import { fieldOf, type LibraryCall } from "./library-call.ts";
import { joinPaths, pathTexts } from "./path-texts.ts";
import {
  exactly,
  heldOrigins,
  hole,
  joinAll,
  joinOrigins,
  listValue,
  nameHole,
  numberOf,
  objectValue,
  type PassedArgument,
  textValue,
  timesOf,
  unknownFrom,
  unknownValue,
  type Value,
  withOrigins,
} from "./value.ts";

const temporaryDirectory = "/tmp";

/** What a call of a library gives: an object of a type, or data of which the origins are known. */
export function givenValue(entry: CallEntry, call: LibraryCall, passed: readonly PassedArgument[]): Value {
  const from = originsGiven(entry, call, passed);
  const one = call.result !== null ? withOrigins(call.result, from) : ofType(entry, from, call, passed);
  return entry.several === true ? listValue([], one, from) : one;
}

function originsGiven(entry: CallEntry, call: LibraryCall, passed: readonly PassedArgument[]): readonly Origin[] {
  let from: readonly Origin[] = call.fetched;
  const fetches = from.some(({ kind }) => kind === "network");
  if (!fetches) for (const { value } of passed) from = joinOrigins(from, heldOrigins(value));
  if (call.self !== null) from = joinOrigins(from, heldOrigins(call.self));
  return entry.adds === undefined ? from : joinOrigins(from, [{ kind: entry.adds }]);
}

function ofType(
  entry: CallEntry,
  from: readonly Origin[],
  call: LibraryCall,
  passed: readonly PassedArgument[],
): Value {
  const { gives: type } = entry;
  const self = call.self ?? undefined;
  const temporary = textValue(
    joinPaths(pathTexts(call.bound.get("dir") ?? textValue(temporaryDirectory))[0] ?? hole, nameHole),
  );
  switch (type) {
    case undefined: {
      const size = numberOf(entry.size === undefined ? undefined : call.bound.get(entry.size)) ?? 1;
      return unknownFrom(from, Math.max(1, size, ...passed.map(({ value }) => timesOf(value))));
    }
    case "names":
      return textValue(nameHole, from);
    case "matches":
      return joinAll(
        pathTexts(call.bound.get("pattern") ?? unknownValue).map((text) => textValue(patternText(text), from)),
      );
    case "children":
      return joinAll(
        pathTexts(self ?? unknownValue).map((text) => exactly({ kind: "path", text: childOf(text) }, from)),
      );
    case "project file":
      return textValue(`./${hole}`, from);
    case "package path":
      return exactly({ kind: "path", text: `./${hole}` }, from);
    case "descendants":
      return joinAll(descendantsOf(call).map((text) => exactly({ kind: "path", text }, from)));
    case "os.DirEntry": {
      const paths = pathTexts(call.bound.get("path") ?? textValue("."));
      const path = joinAll(paths.map((text) => textValue(joinPaths(text, nameHole))));
      return objectValue(
        type,
        from,
        new Map([
          ["path", path],
          ["name", textValue(nameHole)],
        ]),
      );
    }
    case "self.address":
      return fieldOf(call.self, "address") ?? unknownFrom(from);
    case "os.walk":
      return listValue([], walkStep(call.bound.get("path") ?? unknownValue, from, "text"), from);
    case "pathlib.Path.walk":
      return listValue([], walkStep(self ?? unknownValue, from, "path"), from);
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
        type.startsWith("stream") ? new Map(call.bound) : fieldsOf(self),
      );
      return listValue([
        object,
        type.startsWith("stream") ? object : listValue([unknownFrom([{ kind: "network", host: null }])]),
      ]);
    }
    default:
      return objectValue(type, from, objectFields(type, call));
  }
}

/** The arguments by their names; of an object that is made by a method, that object's fields, too. */
function objectFields(type: string, { self, bound }: LibraryCall): Map<string, Value> {
  const fields = fieldsOf(self ?? undefined);
  for (const [name, value] of bound) fields.set(name, value);
  if (type === "file" && self !== null && !fields.has("path")) fields.set("path", self);
  return fields;
}

function fieldsOf(self: Value | undefined): Map<string, Value> {
  const fields = new Map<string, Value>();
  for (const known of self?.known ?? [])
    if (known.kind === "object") for (const [name, value] of known.fields) fields.set(name, value);
  return fields;
}

/** Anything in a directory; with `hole`, anything beneath it. */
function childOf(directory: string, child: string = nameHole): string {
  return `${directory === "" ? "." : directory.replace(/\/$/, "")}/${child}`;
}

/** What fits the pattern of `Path.glob`, or of `Path.rglob`, which looks in all directories beneath, too. */
function descendantsOf({ self, bound, by }: LibraryCall): readonly string[] {
  const patterns = pathTexts(bound.get("pattern") ?? textValue("**"));
  return pathTexts(self ?? unknownValue).flatMap((directory) =>
    patterns.map((pattern) => {
      const top = by.endsWith(".rglob") ? childOf(directory, hole) : directory === "" ? "." : directory;
      return joinPaths(top, patternText(pattern).replace(/^\.\//, ""));
    }),
  );
}

/** `(directory, names of directories, names of files)`. */
function walkStep(path: Value, from: readonly Origin[], kind: "text" | "path"): Value {
  const directories = joinAll(
    pathTexts(path)
      .flatMap((text) => [text, childOf(text, hole)])
      .map((text) => (kind === "text" ? textValue(text, from) : exactly({ kind, text }, from))),
  );
  const names = listValue([], textValue(nameHole, from), from);
  return listValue([directories, names, names]);
}

/** What fits a pattern, as a path with holes; one that begins with `**` lies beneath where it begins. */
function patternText(text: string): string {
  const path = text.replaceAll(/\*\*|\*|\?|\[[^\]]*\]/g, (wildcard) => (wildcard === "**" ? hole : nameHole));
  return text.startsWith("**") ? `./${path}` : path;
}
