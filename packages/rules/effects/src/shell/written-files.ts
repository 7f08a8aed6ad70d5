// Remembers what a script has written to each file, so that the content is known if the script later reads or runs the file.
import type { Origin, WriteEffect } from "../effects.ts";
import { textsOfFile } from "../execution-state.ts";
import { fileKey as ownFileKey } from "../file-key.ts";
import { globsOverlap } from "../glob-overlap.ts";
import { joinOrigins } from "../origins.ts";
import { escapeGlob, normalizePath } from "../path.ts";
import { type Evaluation, type FileContent, spend } from "./evaluation.ts";
import { type Flow, originsOf } from "./flow.ts";
import type { ShellState } from "./state.ts";
import { resolveParentSymlink, resolveSymlink } from "./symlinks.ts";
import { targetOf } from "./target.ts";
import { asGlob, type Value } from "./value.ts";

/** A write to a file, or to everything in a directory. */
interface FileWrite {
  readonly value: Value | null;
  readonly mode: WriteEffect["mode"];
  readonly flow: Flow | undefined;
  readonly recursive: boolean;
}

/** A file that may hold more different texts than this has unknown content. */
const maxTexts = 8;

/** The longest text to which a script can append and whose whole content stays known. */
const maxTextLength = 65_536;

/** Records what the script writes to a file, for when it reads or runs the file later. */
export function recordWritten(
  { value, mode, flow, recursive }: FileWrite,
  state: ShellState,
  evaluation: Evaluation,
): void {
  // A file with an unknown name, as `mktemp` makes it, is found again by the same wildcards.
  const path = fileKey(value, state, evaluation) ?? (value?.glob ? targetOf(value, state)?.path : undefined);
  if (path === undefined) return;
  const { written } = evaluation;
  const key = recursive ? contentsKey(path) : path;
  const earlier = written.get(key);
  const isNew = earlier === undefined || earlier.missing === true || happensOnce(evaluation);
  if (mode === "replace" && isNew && flow !== undefined) {
    written.set(key, flow);
    return;
  }
  if (mode === "create" && flow?.text === "" && !recursive) {
    if (earlier?.missing === true) written.set(key, flow);
    return;
  }
  const from = joinOrigins(earlier?.from ?? [], originsOf(flow));
  const appended = mode === "append" && happensOnce(evaluation) ? appendedText(earlier, flow) : undefined;
  if (appended !== undefined) written.set(key, { from: earlier?.from ?? [], text: appended });
  else if (mode === "replace" && flow !== undefined) {
    const [before, after] = [textsOfFile(earlier), textsOfFile(flow)];
    const texts = [...new Set([...before, ...after])];
    const known = before.length > 0 && after.length > 0 && texts.length <= maxTexts ? texts : [];
    written.set(key, { from, many: flow.many, ...(known.length > 1 ? { texts: known } : { text: known[0] }) });
  } else written.set(key, { from, many: flow?.many });
}

/** Records that the script deletes or moves a file, if it certainly does. */
export function recordRemoved(
  value: Value | null,
  recursive: boolean,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const { written } = evaluation;
  if (written.size === 0 || !happensOnce(evaluation)) return;
  const path = fileKey(value, state, evaluation, resolveParentSymlink);
  if (path === undefined) return;
  const gone: FileContent = { from: [], missing: true };
  if (written.has(path)) written.set(path, gone);
  if (!recursive || !spend(written.size >> 7, evaluation)) return;
  const below = `${ownFileKey(path, evaluation.context)}/`;
  for (const each of [...written.keys()]) if (each.startsWith(below)) written.set(each, gone);
}

/** Records that a folder is moved or copied with the files that the script wrote in it. */
export function recordFolderCopy(
  source: Value | null,
  destination: Value | null,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const { written, context } = evaluation;
  if (written.size === 0 || !spend(written.size >> 7, evaluation)) return;
  const [from, to] = [fileKey(source, state, evaluation), fileKey(destination, state, evaluation)];
  if (from === undefined || to === undefined || source?.glob === true) return;
  const below = `${ownFileKey(from, context)}/`;
  const found = [...written].filter(([path, data]) => path.startsWith(below) && data.missing !== true);
  for (const [path, data] of found) {
    // The destination may be a folder that exists, into which the source is copied.
    const name = ownFileKey(from, context).replace(/^.*\//s, "");
    for (const folder of [to, `${to}/${name}`]) written.set(`${folder}/${path.slice(below.length)}`, data);
  }
}

/** Whether the current command certainly runs, exactly once, and before the commands that follow it. */
export function happensOnce({ certainty, isConditional, inBackground }: Evaluation): boolean {
  return certainty === "certain" && !isConditional && !inBackground;
}

/** The text of a file after something was appended to it, if both are known. */
function appendedText(earlier: FileContent | undefined, flow: Flow | undefined): string | undefined {
  if (earlier?.text === undefined || flow?.text === undefined || flow.from.length > 0) return;
  return earlier.text.length + flow.text.length <= maxTextLength ? earlier.text + flow.text : undefined;
}

/** The content of a file: the file is its origin, and so is the data that the script wrote to it. */
export function contentOfFile(value: Value | null, state: ShellState, evaluation: Evaluation): FileContent {
  const content = contentOfProgram(value, state, evaluation);
  // Wildcards may match more files than those that the script wrote.
  return value?.glob === true ? { from: content.from, many: content.many } : content;
}

/** The content of a file that is run; for wildcards, all texts of the files that the script wrote and that match. */
export function contentOfProgram(value: Value | null, state: ShellState, evaluation: Evaluation): FileContent {
  const from: readonly Origin[] = [{ kind: "file", target: targetOf(value, state) }];
  const earlier = dataOfProgram(value, state, evaluation);
  if (earlier === undefined) return { from };
  // What programs make of it is text of the script, too.
  return { ...earlier, from: joinOrigins(from, originsOf(earlier)) };
}

function dataOfProgram(value: Value | null, state: ShellState, evaluation: Evaluation): FileContent | undefined {
  if (value === null || evaluation.written.size === 0) return;
  if (!state.elsewhere)
    return value.glob ? dataOfMatches(value, state, evaluation) : dataWrittenTo(value, state, evaluation);
  // A container may have the directory, and another machine the same files.
  const name = asGlob(value).replace(/^.*\//s, "");
  const anywhere: Value = { text: `**/${name}`, glob: true, hidden: true };
  return dataOfMatches(anywhere, { ...state, elsewhere: false, directory: "" }, evaluation);
}

/** The data that the script wrote to files that wildcards match; `undefined` if it wrote none. */
function dataOfMatches(value: Value, state: ShellState, evaluation: Evaluation): FileContent | undefined {
  const { written } = evaluation;
  const target = written.size === 0 ? null : targetOf(value, state);
  if (target === null || !spend(written.size >> 4, evaluation)) return;
  const glob = { parts: target.path.split("/"), hidden: target.hidden };
  const matches = [...written].flatMap(([path, data]) => {
    const isMatch = data.missing !== true && globsOverlap(glob, { parts: escapedParts(path), hidden: true }) !== false;
    return isMatch ? [data] : [];
  });
  if (matches.length === 0) return;
  const texts = [...new Set(matches.flatMap(textsOfFile))];
  const areKnown = texts.length <= maxTexts && matches.every((data) => textsOfFile(data).length > 0);
  return { from: joinOrigins(...matches.map(originsOf)), texts: areKnown ? texts : undefined };
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
  if (path === undefined) return;
  const own = written.get(path);
  if (own !== undefined) return own.missing === true ? undefined : own;
  let directory = path;
  for (let steps = 0; steps < 32; steps++) {
    const slash = directory.lastIndexOf("/");
    if (slash === -1) return written.get(contentsKey(""));
    directory = directory.slice(0, slash);
    const above = written.get(contentsKey(directory === "" ? "/" : directory));
    if (above !== undefined || directory === "") return above;
  }
  return;
}

/** Whether the script wrote to a file itself, and not only to a directory that contains it. */
export function isWritten(value: Value, state: ShellState, evaluation: Evaluation): boolean {
  const path = fileKey(value, state, evaluation);
  return path !== undefined && evaluation.written.has(path);
}

/** The key of a file behind the links of its path: its path, or the path as written when the directory is unknown. */
function fileKey(
  named: Value | null,
  state: ShellState,
  evaluation: Evaluation,
  resolve: typeof resolveSymlink = resolveSymlink,
): string | undefined {
  if (named === null || named.glob) return;
  const behind = resolve(named, state, evaluation);
  const value = behind === undefined ? named : behind;
  if (value === null || value.glob) return;
  const known = targetOf(value, state)?.path;
  if (known !== undefined) return known;
  const path = normalizePath(value.text);
  return path === "" ? "?" : `?/${path}`;
}

/** The key of everything in a directory. */
function contentsKey(directory: string): string {
  return directory === "" ? "./**" : `${directory === "/" ? "" : directory}/**`;
}
