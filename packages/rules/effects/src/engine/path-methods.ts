/** Computes methods and properties of `pathlib.Path` and functions of `os.path` that use no files. */
import type { Origin } from "../effects.ts";
import { normalizePath } from "../path.ts";
import { unknownName, unknownText } from "../unknown-text.ts";
import { mapTexts } from "./computed-functions.ts";
import { directoryText, expandUser, homeText } from "./environment.ts";
import type { Interpreter, MethodCall } from "./interpreter.ts";
import { joinPaths, joinPathValues, parentPath } from "./path-texts.ts";
import { exactText, exactValue, knownTexts, listValue, textValue, unknownValue, type Value } from "./value.ts";

/** A property of a `pathlib.Path`: `parent`, `name`, `stem`, `suffix`. */
export function pathProperty(text: string, name: string, from: readonly Origin[]): Value | undefined {
  switch (name) {
    case "parent":
      return exactValue({ kind: "path", text: parentPath(text) }, from);
    case "parents":
      return parentPaths(text, from);
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

const maxParents = 12;

/** Computes `path.parents`: each directory above a path, the innermost first. */
function parentPaths(text: string, from: readonly Origin[]): Value {
  const results: Value[] = [];
  for (let at = parentPath(text); results.length < maxParents; at = parentPath(at))
    results.push(exactValue({ kind: "path", text: at }, from));
  return listValue(results);
}

/** The last part of a path; an unknown part becomes an unknown name. */
function lastPart(text: string): string {
  const part = text.slice(text.lastIndexOf("/") + 1);
  return part.replaceAll(unknownText, unknownName);
}

/**
 * The result of a method of `pathlib.Path` that uses no files: `joinpath`, `with_suffix`; `undefined` for other
 * methods.
 */
export function callPathMethod(text: string, { name, positional, self, interpreter }: MethodCall): Value | undefined {
  const path = (result: string): Value => exactValue({ kind: "path", text: result }, self.from);
  switch (name) {
    case "joinpath":
      return positional.reduce(joinPathValues, path(text));
    case "resolve":
    case "absolute":
      return path(absoluteText(text, interpreter));
    case "expanduser":
      return path(expandUser(text, interpreter));
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
      const newText = exactText(positional[0]) ?? unknownName;
      const last = lastPart(text);
      const suffix = /.(\.[^.]*)$/.exec(last)?.[1] ?? "";
      const changed = name === "with_stem" ? newText + suffix : last.slice(0, last.length - suffix.length) + newText;
      return path(joinPaths(parentPath(text), changed));
    }
    case "relative_to":
      return path(relativeText(text, positional[0]));
    default:
      return undefined;
  }
}

/** A path relative to a directory that contains it. */
function relativeText(text: string, base: Value | undefined): string {
  const [directory] = base === undefined ? [] : knownTexts(base);
  const from = directory === "." || directory === "" ? "" : directory?.replace(/\/?$/, "/");
  if (from !== undefined && text.startsWith(from)) return text.slice(from.length);
  return text.startsWith("/") ? unknownText : text;
}

/** The absolute path with `..` resolved, where the working directory is known. */
function absoluteText(text: string, interpreter: Interpreter): string {
  const whole = /^[/~]/.test(text) ? text : joinPaths(directoryText(interpreter), text);
  if (/[*?[]/.test(whole) || whole.includes(`${unknownText}/.`)) return whole;
  const path = normalizePath(whole) ?? whole;
  return path.startsWith(unknownText) && whole.startsWith("./") ? `./${path}` : path;
}

type PathFunction = (args: readonly Value[], interpreter: Interpreter) => Value;

/** Functions that compute paths without using files, by their dotted names: `os.path.join`, `os.getcwd`. */
export const pathFunctions: ReadonlyMap<string, PathFunction> = new Map<string, PathFunction>([
  [
    "os.path.join",
    (args) => args.reduce((first, second) => pathsToTexts(joinPathValues(first, second)), textValue("")),
  ],
  ["os.path.dirname", (args) => mapTexts(args[0], parentPath)],
  ["os.path.basename", (args) => mapTexts(args[0], lastPart)],
  ["os.path.abspath", (args, interpreter) => mapTexts(args[0], (text) => absoluteText(text, interpreter))],
  ["os.path.realpath", (args, interpreter) => mapTexts(args[0], (text) => absoluteText(text, interpreter))],
  ["os.path.normpath", (args) => mapTexts(args[0], (text) => normalizePath(text) ?? text)],
  ["os.path.expanduser", (args, interpreter) => mapTexts(args[0], (text) => expandUser(text, interpreter))],
  ["os.path.relpath", (args) => mapTexts(args[0], (text) => relativeText(text, args[1]))],
  ["os.fspath", (args) => mapTexts(args[0], (text) => text)],
  [
    "os.path.splitext",
    (args) =>
      listValue([
        mapTexts(args[0], (text) => text.replace(/\.[^./]*$/, "")),
        mapTexts(args[0], (text) => /\.[^./]*$/.exec(text)?.[0] ?? ""),
      ]),
  ],
  ["os.path.split", (args) => listValue([mapTexts(args[0], parentPath), mapTexts(args[0], lastPart)])],
  ["os.getcwd", (_, interpreter) => textValue(directoryText(interpreter))],
  ["os.getcwdb", (_, interpreter) => textValue(directoryText(interpreter))],
  [
    "pathlib.Path",
    (args) =>
      args.length === 0
        ? exactValue({ kind: "path", text: "." })
        : args.reduce(joinPathValues, exactValue({ kind: "path", text: "" })),
  ],
  ["pathlib.Path.home", (_, interpreter) => exactValue({ kind: "path", text: homeText(interpreter) })],
  ["pathlib.Path.cwd", (_, interpreter) => exactValue({ kind: "path", text: directoryText(interpreter) })],
]);

/** Returns a value with its path objects as texts. */
function pathsToTexts(value: Value): Value {
  return {
    ...value,
    alternatives: value.alternatives.map((alternative) =>
      alternative.kind === "path" ? { kind: "text" as const, text: alternative.text, at: null } : alternative,
    ),
  };
}
