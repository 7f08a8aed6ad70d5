import type { Origin } from "../effects.ts";
import { normalizePath } from "../path.ts";
import { directoryText, expandUser, homeText } from "./environment.ts";
import type { Run } from "./interpreter.ts";
import { joinPaths, joinPathValues, parentPath } from "./path-texts.ts";
import {
  exactly,
  hole,
  listValue,
  literalOf,
  nameHole,
  textsOf,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

/** Properties of a `pathlib.Path` that are paths or texts themselves. */
export function pathProperty(text: string, name: string, from: readonly Origin[]): Value | undefined {
  switch (name) {
    case "parent":
      return exactly({ kind: "path", text: parentPath(text) }, from);
    case "parents":
      return parentsOf(text, from);
    case "name":
      return textValue(lastPart(text), from);
    case "stem":
      return textValue(lastPart(text).replace(/(?<=.)\.[^.]*$/, ""), from);
    case "suffix":
      return textValue(/.(\.[^.]*)$/.exec(lastPart(text))?.[1] ?? "", from);
    default:
      return undefined;
  }
}

const mostParents = 12;

/** Each directory around a path, the innermost first. */
function parentsOf(text: string, from: readonly Origin[]): Value {
  const found: Value[] = [];
  for (let at = parentPath(text); found.length < mostParents; at = parentPath(at))
    found.push(exactly({ kind: "path", text: at }, from));
  return listValue(found);
}

/** The last part of a path; of one that is not known, a name. */
function lastPart(text: string): string {
  const part = text.slice(text.lastIndexOf("/") + 1);
  return part.replaceAll(hole, nameHole);
}

/** Methods of a `pathlib.Path` that only compute. */
export function callPathMethod(
  text: string,
  name: string,
  positional: readonly Value[],
  self: Value,
  run: Run,
): Value | undefined {
  const path = (result: string): Value => exactly({ kind: "path", text: result }, self.from);
  switch (name) {
    case "joinpath":
      return positional.reduce(joinPathValues, path(text));
    case "resolve":
    case "absolute":
      return path(absoluteText(text, run));
    case "expanduser":
      return path(expandUser(text, run));
    case "as_posix":
    case "__str__":
    case "__fspath__":
      return textValue(text, self.from);
    case "as_uri":
      return textValue(`file://${text}`, self.from);
    case "with_name":
      return joinPathValues(path(parentPath(text)), positional[0] ?? unknownValue);
    case "with_suffix":
    case "with_stem": {
      const given = literalOf(positional[0]) ?? nameHole;
      const last = lastPart(text);
      const suffix = /.(\.[^.]*)$/.exec(last)?.[1] ?? "";
      const changed = name === "with_stem" ? given + suffix : last.slice(0, last.length - suffix.length) + given;
      return path(joinPaths(parentPath(text), changed));
    }
    case "relative_to":
      return path(relativeText(text, positional[0]));
    default:
      return undefined;
  }
}

/** A path as seen from a directory that it lies in. */
function relativeText(text: string, base: Value | undefined): string {
  const [directory] = base === undefined ? [] : textsOf(base);
  const from = directory === "." || directory === "" ? "" : directory?.replace(/\/?$/, "/");
  if (from !== undefined && text.startsWith(from)) return text.slice(from.length);
  return text.startsWith("/") ? hole : text;
}

/** An absolute path, where it can be told; parts that go up are gone. */
function absoluteText(text: string, run: Run): string {
  const whole = /^[/~]/.test(text) ? text : joinPaths(directoryText(run), text);
  if (/[*?[]/.test(whole) || whole.includes(`${hole}/.`)) return whole;
  const path = normalizePath(whole) ?? whole;
  return path.startsWith(hole) && whole.startsWith("./") ? `./${path}` : path;
}

type PathFunction = (args: readonly Value[], run: Run) => Value;

/** Functions of `os.path` and the like that give texts. */
export const pathFunctions: ReadonlyMap<string, PathFunction> = new Map<string, PathFunction>([
  ["os.path.join", (args) => args.reduce((first, second) => asTexts(joinPathValues(first, second)), textValue(""))],
  ["os.path.dirname", (args) => eachText(args, parentPath)],
  ["os.path.basename", (args) => eachText(args, lastPart)],
  ["os.path.abspath", (args, run) => eachText(args, (text) => absoluteText(text, run))],
  ["os.path.realpath", (args, run) => eachText(args, (text) => absoluteText(text, run))],
  ["os.path.normpath", (args) => eachText(args, (text) => normalizePath(text) ?? text)],
  ["os.path.expanduser", (args, run) => eachText(args, (text) => expandUser(text, run))],
  ["os.path.relpath", (args) => eachText(args, (text) => relativeText(text, args[1]))],
  ["os.fspath", (args) => eachText(args, (text) => text)],
  [
    "os.path.splitext",
    (args) =>
      listValue([
        eachText(args, (text) => text.replace(/\.[^./]*$/, "")),
        eachText(args, (text) => /\.[^./]*$/.exec(text)?.[0] ?? ""),
      ]),
  ],
  ["os.path.split", (args) => listValue([eachText(args, parentPath), eachText(args, lastPart)])],
  ["os.getcwd", (_, run) => textValue(directoryText(run))],
  ["os.getcwdb", (_, run) => textValue(directoryText(run))],
  [
    "pathlib.Path",
    (args) =>
      args.length === 0
        ? exactly({ kind: "path", text: "." })
        : args.reduce(joinPathValues, exactly({ kind: "path", text: "" })),
  ],
  ["pathlib.Path.home", (_, run) => exactly({ kind: "path", text: homeText(run) })],
  ["pathlib.Path.cwd", (_, run) => exactly({ kind: "path", text: directoryText(run) })],
]);

function asTexts(value: Value): Value {
  return {
    ...value,
    known: value.known.map((known) =>
      known.kind === "path" ? { kind: "text" as const, text: known.text, at: null } : known,
    ),
  };
}

function eachText([value]: readonly Value[], change: (text: string) => string): Value {
  if (value === undefined) return unknownValue;
  const known = textsOf(value).map((text) => ({ kind: "text" as const, text: change(text), at: null }));
  return known.length === 0 ? unknownFrom(value.from) : { ...value, known, open: value.open };
}
