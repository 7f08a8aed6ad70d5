/** Records the files and links that a script wrote, with their content, for when it reads or runs them. */
import type { Origin, Target, WriteEffect } from "../effects.ts";
import { willChange } from "../engine/paths.ts";
import * as record from "../engine/written-files.ts";
import { textsOfFile } from "../execution-state.ts";
import { type FileContent, type Flow, originsOf } from "../flow.ts";
import { globsOverlap } from "../glob-overlap.ts";
import { LayeredMap } from "../layered-map.ts";
import { relativeTo } from "../literal-path.ts";
import { joinOrigins } from "../origins.ts";
import { escapeGlob, normalizePath } from "../path.ts";
import { behindLinks, type PathUse } from "../symbolic-links.ts";
import { asGlob, type Value } from "../word-value.ts";
import { type Evaluation, type Shell, spend } from "./evaluation.ts";
import type { ShellState } from "./state.ts";
import { targetOf } from "./target.ts";

/** A write to a file, or to everything in a directory. */
interface FileWrite {
  readonly value: Value | null;
  readonly mode: WriteEffect["mode"];
  readonly flow: Flow | undefined;
  readonly recursive: boolean;
}

/** A file that may hold more different texts than this has unknown content. */
const maxTexts = 8;

/** Records what the script writes to a file, for when it reads or runs the file later. */
export function recordWritten(
  { value, mode, flow, recursive }: FileWrite,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const { machine, written } = evaluation;
  // A file with an unknown name, as `mktemp` makes it, is found again by the same wildcards.
  const known = fileKey(value, state, evaluation);
  const path = known ?? (value?.glob ? targetOf(value, state)?.path : undefined);
  if (path === undefined) return;
  const place = { path: recursive ? contentsKey(path) : path, glob: known === undefined };
  // A file that is only made sure to exist keeps its content.
  if (mode === "create" && flow?.text === "" && !recursive) {
    if (written.get(path)?.missing === true) record.recordContent(place, "replace", flow, machine);
  } else if (mode === "replace" && flow !== undefined) record.recordContent(place, "replace", flow, machine);
  else {
    const data = mode === "append" && flow !== undefined ? flow : { from: originsOf(flow), many: flow?.many };
    record.recordContent(place, "add", data, machine);
  }
}

/** Records that the script deletes or moves a file. */
export function recordRemoved(
  value: Value | null,
  recursive: boolean,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const path = evaluation.written.size === 0 ? undefined : fileKey(value, state, evaluation, "entry");
  if (path !== undefined) record.recordRemoved({ path, glob: false }, evaluation.machine, recursive);
}

/** Records that a file, or a folder with the files that the script wrote in it, is moved or copied to a path that may be a folder. */
export function recordCopyInto(
  source: Value | null,
  destination: Value | null,
  state: ShellState,
  evaluation: Evaluation,
): void {
  if (evaluation.written.size === 0 || source?.glob === true) return;
  const [from, to] = [fileKey(source, state, evaluation), fileKey(destination, state, evaluation)];
  if (from !== undefined && to !== undefined) record.recordCopyInto(from, to, evaluation.machine);
}

/** Records that the files which wildcards match get into a folder, or take the place of a file. */
export function recordCopiesOfMatches(
  source: Value | null,
  destination: Value | null,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const to = source?.glob === true ? fileKey(destination, state, evaluation) : undefined;
  if (source === null || to === undefined) return;
  for (const [path, content] of matchesOf(source, state, evaluation)) {
    const name = path.replace(/^.*\//s, "");
    for (const place of [to === "" ? name : `${to}/${name}`, to])
      record.recordContent({ path: place, glob: true }, "replace", content, evaluation.machine);
  }
}

/** Evaluates files while they count as missing, so that recursion ends. */
export function whileMissing(paths: readonly string[], { written, machine }: Evaluation, run: () => void): void {
  const contents = paths.map((path) => written.get(path));
  const running: FileContent = { from: [], missing: true };
  willChange(machine.world, machine);
  for (const path of paths) written.set(path, running);
  run();
  willChange(machine.world, machine);
  for (const [at, path] of paths.entries()) {
    const content = contents[at];
    if (written.get(path) === running && content !== undefined) written.set(path, content);
  }
}

/** Records a symbolic link that the script creates: `ln -s a b`. */
export function recordLink(
  name: Value | null,
  leadsTo: Value | null,
  state: ShellState,
  { links, machine }: Evaluation,
): void {
  const target = targetOf(name, state);
  const to = targetOf(leadsTo, state);
  if (target === null || target.glob || to?.path === target.path) return;
  willChange(machine.world, machine);
  links.set(target.path, to === null || to.glob ? null : to.path);
}

/**
 * Where a path leads that is, or goes through, a link which the script created: after `ln -s /etc x`, `x/passwd` is `/etc/passwd`.
 * With the use `entry`, as for deleting, `x/a` and `x/` are followed, but not `x`, which is the link itself.
 *
 * @returns `null` if it is unknown, `undefined` if the path goes through no link
 */
export function targetBehindLinks(
  value: Value | null,
  use: PathUse,
  state: ShellState,
  { links }: Pick<Evaluation, "links">,
): Target | null | undefined {
  const target = links.size === 0 ? null : targetOf(value, state);
  if (target === null) return;
  return behindLinks(target, value?.text.endsWith("/") === true ? "content" : use, links);
}

const noLinks: Evaluation["links"] = new LayeredMap(undefined);

/** Applies the operation on a path to the file behind the path's links, too; does nothing if the path has no links. */
export function forFileBehindLinks(
  value: Value | null,
  use: PathUse,
  { state, evaluation }: Pick<Shell, "state" | "evaluation">,
  run: (value: Value | null, state: ShellState, evaluation: Evaluation) => void,
): void {
  if (evaluation.links.size === 0 || !spend(4, evaluation)) return;
  const target = targetBehindLinks(value, use, state, evaluation);
  if (target === undefined) return;
  const word = target && { ...target, text: target.path, home: target.path.startsWith("~") ? true : undefined };
  // Targets of links are relative to where all began.
  run(word, { ...state, directory: "" }, { ...evaluation, links: noLinks });
}

/** The content of a file: the file is its origin, and so is the data that the script wrote to it. */
export function contentOfFile(value: Value | null, state: ShellState, evaluation: Evaluation): FileContent {
  const content = contentOfProgram(value, state, evaluation);
  // Wildcards may match more files than those that the script wrote.
  return value?.glob === true ? { from: content.from, many: content.many } : content;
}

/** Returns the content of an executed file; for a glob, the texts of all matching written files. */
export function contentOfProgram(value: Value | null, state: ShellState, evaluation: Evaluation): FileContent {
  const from: readonly Origin[] = [{ kind: "file", target: inProject(targetOf(value, state), evaluation) }];
  const earlier = dataOfProgram(value, state, evaluation);
  if (earlier === undefined) return { from };
  // Text that programs make of the script is text of the script, too.
  return { ...earlier, from: joinOrigins(from, originsOf(earlier)) };
}

/** Returns a file with its path relative to the working directory. */
function inProject(target: Target | null, { context: { workingDirectory } }: Evaluation): Target | null {
  return target === null || target.glob ? target : { ...target, path: relativeTo(workingDirectory, target.path) };
}

/** Returns what is known of the file that is run as a program. */
function dataOfProgram(value: Value | null, state: ShellState, evaluation: Evaluation): FileContent | undefined {
  if (value === null || evaluation.written.size === 0) return;
  const own = value.glob ? dataOfMatches(value, state, evaluation) : dataWrittenTo(value, state, evaluation);
  if (own !== undefined || targetOf(value, state) !== null) return own;
  // A container may have the directory, and another machine the same files.
  return dataAnywhere(asGlob(value), state, evaluation);
}

/** The data that the script wrote to a file in any folder, by the last part of a path, which may be a glob; `undefined` if it wrote none. */
export function dataAnywhere(path: string, state: ShellState, evaluation: Evaluation): FileContent | undefined {
  const anywhere: Value = { text: `**/${path.replace(/^.*\//s, "")}`, glob: true, hidden: true };
  return dataOfMatches(anywhere, { ...state, elsewhere: false, directory: "" }, evaluation);
}

/** The data that the script wrote to files that wildcards match; `undefined` if it wrote none. */
function dataOfMatches(value: Value, state: ShellState, evaluation: Evaluation): FileContent | undefined {
  const matches = matchesOf(value, state, evaluation).map(([, data]) => data);
  if (matches.length === 0) return;
  const texts = [...new Set(matches.flatMap(textsOfFile))];
  const areKnown = texts.length <= maxTexts && matches.every((data) => textsOfFile(data).length > 0);
  return { from: joinOrigins(...matches.map(originsOf)), texts: areKnown ? texts : undefined };
}

/** The files that the script wrote and that wildcards match, by their keys. */
function matchesOf(
  value: Value,
  state: ShellState,
  evaluation: Evaluation,
): readonly (readonly [string, FileContent])[] {
  const { written, context } = evaluation;
  const target = written.size === 0 ? null : targetOf(value, state);
  if (target === null || !spend(written.size >> 4, evaluation)) return [];
  const parts = relativeTo(context.workingDirectory, target.path).split("/");
  // `find a` finds `a` itself, too.
  const globs = parts.at(-1) === "**" ? [parts, parts.slice(0, -1)] : [parts];
  const isMatch = (path: string): boolean => {
    const written = { parts: escapedParts(path), hidden: true };
    return globs.some((each) => globsOverlap({ parts: each, hidden: target.hidden }, written) !== false);
  };
  return [...written].filter(([path, data]) => data.missing !== true && isMatch(path));
}

/** The parts of a recorded path as a glob: everything in a directory ends with `**`. */
function escapedParts(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((part, index) => (part === "**" && index === parts.length - 1 ? part : escapeGlob(part)));
}

/** The data that the script wrote to a file, or to a directory that contains it. */
export function dataWrittenTo(value: Value | null, state: ShellState, evaluation: Evaluation): FileContent | undefined {
  const { written } = evaluation;
  const path = written.size === 0 ? undefined : fileKey(value, state, evaluation);
  const content = path === undefined ? undefined : record.contentAt(path, written);
  return content?.missing === true ? undefined : content;
}

/** Whether the script wrote to a file itself, and not only to a directory that contains it. */
export function isWritten(value: Value, state: ShellState, evaluation: Evaluation): boolean {
  const path = fileKey(value, state, evaluation);
  return path !== undefined && evaluation.written.has(path);
}

/** Whether the script wrote to a file itself, or to everything in its directory. */
export function isWrittenDirectly(value: Value, state: ShellState, evaluation: Evaluation): boolean {
  const path = fileKey(value, state, evaluation);
  if (path === undefined) return false;
  const { written } = evaluation;
  return written.has(path) || written.has(contentsKey(path.replace(/\/[^/]*$/, "")));
}

/** The key of a file behind the links of its path: its path, or the path as written when the directory is unknown. */
function fileKey(
  named: Value | null,
  state: ShellState,
  evaluation: Evaluation,
  use: PathUse = "content",
): string | undefined {
  if (named === null || named.glob) return;
  const behind = targetBehindLinks(named, use, state, evaluation);
  if (behind === null || behind?.glob === true) return;
  const known = (behind ?? targetOf(named, state))?.path;
  if (known !== undefined) return known;
  const path = normalizePath(named.text);
  return path === "" ? "?" : `?/${path}`;
}

/** The key of everything in a directory. */
function contentsKey(directory: string): string {
  return directory === "" ? "./**" : `${directory === "/" ? "" : directory}/**`;
}
