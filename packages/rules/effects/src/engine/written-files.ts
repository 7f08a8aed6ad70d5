/** Records the files and links that a program wrote, with their content. */
import type { Origin, Target } from "../effects.ts";
import { dataOfDirectory, type ExecutionState, textsOfFile } from "../execution-state.ts";
import { type FileContent, originsOf as originsOfFlow } from "../flow.ts";
import { joinOrigins } from "../origins.ts";
import type { Interpreter } from "./interpreter.ts";
import { joinFiles } from "./join-contents.ts";
import type { Machine } from "./machine.ts";
import { willChange } from "./paths.ts";
import type { World } from "./state.ts";
import { exactText, type Value } from "./value.ts";
import { originsOf } from "./value-origins.ts";

/** The longest text of a file that is known, in UTF-16 units; a longer one counts as unknown. */
const maxTextLength = 65_536;

/** The origins of what was written to a file; empty if nothing was, or only literal text. */
export function originsWrittenTo(path: string, { writtenFiles }: Interpreter): readonly Origin[] {
  return contentAt(path, writtenFiles)?.from.filter(({ kind }) => kind !== "literal") ?? [];
}

/** The texts that a file may hold, if the program or code before it wrote them. */
export function textsWrittenTo(target: Target | null | undefined, { writtenFiles }: Interpreter): readonly string[] {
  return target === null || target === undefined ? [] : textsOfFile(contentOfFile(target.path, writtenFiles));
}

/** Returns the content of a file, without what was written to its whole folder. */
function contentOfFile(path: string, files: World["files"]): FileContent | undefined {
  const own = files.get(path);
  return own?.atStart === true ? contentAt(path, files) : own;
}

/** The content written to a file, or to everything in a directory that contains it. */
export function contentAt(path: string, files: World["files"]): FileContent | undefined {
  const own = files.get(path);
  if ((own !== undefined && own.atStart !== true) || files.size === 0) return own;
  const folder = dataOfDirectory(path, files);
  return folder === undefined || folder.atStart === true ? (own ?? folder) : folder;
}

/** The change of a file's content: it is replaced or emptied, or data is added to it. */
export type ContentChange = "replace" | "empty" | "add";

/** Sets the content of a file; keeps the old content as possible if the file is not certain. */
function setFile({ path, glob }: FilePlace, file: FileContent, machine: Machine): void {
  willChange(machine.world, machine);
  const { files } = machine.world;
  const before = glob ? files.get(path) : undefined;
  files.set(path, before === undefined ? file : joinFiles(before, file));
}

/** A file by its path; one with an unknown name by wildcards. */
export type FilePlace = Pick<Target, "path" | "glob">;

/** Records a change of what a file contains. */
export function recordContent(place: FilePlace, change: ContentChange, data: FileContent, machine: Machine): void {
  if (change !== "add") {
    setFile(place, data, machine);
    return;
  }
  const before = contentOfFile(place.path, machine.world.files);
  const from = joinOrigins(before?.from ?? [], data.text === undefined ? data.from : originsOfFlow(data));
  const whole = addedText(before, data.text);
  const added = whole === undefined ? { from: unknownPart(from), many: data.many } : knownText(whole, from);
  setFile(place, added, machine);
}

/** Records what is written to a file. */
export function recordWrite(
  target: Target | null,
  change: ContentChange,
  data: Value | undefined,
  interpreter: Interpreter,
): void {
  if (target === null) return;
  const text = change === "empty" ? "" : exactText(data);
  const from = data === undefined ? [] : originsOf(data);
  const isKnown = text !== undefined && text.length <= maxTextLength;
  recordContent(target, change, isKnown ? knownText(text, from) : { from }, interpreter);
}

/** Records that a file has the content of another file, which may then be gone. */
export function recordCopy(from: Target | null, to: Target | null, isMoved: boolean, interpreter: Interpreter): void {
  const { writtenFiles } = interpreter;
  const content = from === null || from.glob ? undefined : contentOfFile(from.path, writtenFiles);
  if (to !== null) {
    const own: readonly Origin[] = [{ kind: "file", target: from }];
    const copy = { ...content, from: joinOrigins(own, content?.from ?? []), missing: undefined, atStart: undefined };
    setFile(to, copy, interpreter);
  }
  if (isMoved) recordRemoved(from, interpreter);
}

/** The written files in any folder whose path ends with one of these: of the program's own folder or package, which is not known. */
export function writtenAnywhere(ends: readonly string[], { writtenFiles }: Interpreter): readonly string[] {
  const isOne = (path: string): boolean => ends.some((end) => path === end || path.endsWith(`/${end}`));
  return [...writtenFiles].flatMap(([path]) => (isOne(path) ? [path] : []));
}

/** Records that a file is deleted, or a folder with all files that were written in it. */
export function recordRemoved(place: FilePlace | null, machine: Machine, isFolder = false): void {
  const { files } = machine.world;
  if (place === null || place.glob || files.size === 0) return;
  const gone: FileContent = { from: [], missing: true };
  if (files.has(place.path)) setFile(place, gone, machine);
  for (const [path] of isFolder ? filesBelow(place.path, machine) : []) setFile({ path, glob: false }, gone, machine);
}

/** Records that a path gets a file, or the files of a folder. If the path is a folder already, they are inside of it. */
export function recordCopyInto(from: string, to: string, machine: Machine): void {
  const { files } = machine.world;
  const name = files.keyOf(from).replace(/^.*\//s, "");
  const own = files.get(from);
  if (own !== undefined && own.missing !== true) setFile({ path: `${to}/${name}`, glob: true }, own, machine);
  for (const [path, content] of filesBelow(from, machine))
    for (const folder of [to, `${to}/${name}`])
      setFile({ path: folder + path.slice(files.keyOf(from).length), glob: false }, content, machine);
}

/** The files that were written in a folder and are still there. */
function filesBelow(folder: string, { world: { files }, steps }: Machine): readonly (readonly [string, FileContent])[] {
  const below = `${files.keyOf(folder)}/`;
  steps.left -= files.size >> 7;
  return files.size === 0 ? [] : [...files].filter(([path, { missing }]) => missing !== true && path.startsWith(below));
}

/** Adopts the file changes of a child process; its directory and environment end with it. */
export function adoptChanges({ files, links, settings }: ExecutionState, machine: Machine): void {
  const { world } = machine;
  willChange(world, machine);
  for (const [path, content] of files ?? []) world.files.set(path, content);
  for (const [path, to] of links ?? []) world.links.set(path, to);
  for (const [name, value] of settings ?? []) world.settings.set(name, value);
}

/** Returns a file's text with a text added at its end; undefined if one is unknown or the result is too long. */
function addedText(before: FileContent | undefined, text: string | undefined): string | undefined {
  if (before?.text === undefined || text === undefined) return;
  return before.text.length + text.length <= maxTextLength ? before.text + text : undefined;
}

/** Creates file content with known text. */
function knownText(text: string, from: readonly Origin[]): FileContent {
  return { from: from.filter(({ kind }) => kind !== "literal"), text };
}

/** Creates file content with unknown text. */
function unknownPart(from: readonly Origin[]): readonly Origin[] {
  return from.length === 0 ? [{ kind: "unknown" }] : from;
}
