// The files and links that the program, or code before it, has written: where their content comes from, and its text.
import type { Origin, Target } from "../effects.ts";
import { type ExecutionState, type FileData, textsOfFile } from "../execution-state.ts";
import { joinOrigins } from "../origins.ts";
import { changedEnvironment } from "./environment.ts";
import type { Interpreter } from "./interpreter.ts";
import { joinFiles } from "./join-contents.ts";
import { willChange } from "./paths.ts";
import { exactText, type Value } from "./value.ts";
import { originsOf } from "./value-origins.ts";

/** A longer text of a file counts as unknown. */
const maxTextLength = 65_536;

/** The origins of what was written to a file; empty if nothing was, or only literal text. */
export function originsWrittenTo(path: string, { writtenFiles }: Interpreter): readonly Origin[] {
  return (
    (writtenFiles.get(path) ?? contentAbove(path, writtenFiles))?.from.filter(({ kind }) => kind !== "literal") ?? []
  );
}

/** The texts that a file may hold, if the program or code before it wrote them. */
export function textsWrittenTo(target: Target | null | undefined, { writtenFiles }: Interpreter): readonly string[] {
  return target === null || target === undefined ? [] : textsOfFile(writtenFiles.get(target.path));
}

/** What was written to everything in a directory that contains a file. */
function contentAbove(path: string, files: Interpreter["writtenFiles"]): FileData | undefined {
  if (files.size === 0) return;
  for (
    let end = path.lastIndexOf("/"), steps = 0;
    end > 0 && steps < 32;
    end = path.lastIndexOf("/", end - 1), steps++
  ) {
    const above = files.get(`${path.slice(0, end)}/**`);
    if (above !== undefined) return above;
  }
  return files.get(path.startsWith("/") ? "/**" : "./**");
}

/** What happens to the content of a file: it is replaced or emptied, or data is added to it. */
export type ContentChange = "replace" | "empty" | "add";

/** Sets the content of a file. One with an unknown name may be another than before, so that both contents are possible. */
function setFile({ path, glob }: Target, file: FileData, interpreter: Interpreter): void {
  willChange(interpreter.world, interpreter);
  const before = glob ? interpreter.writtenFiles.get(path) : undefined;
  interpreter.writtenFiles.set(path, before === undefined ? file : joinFiles(before, file));
}

/** Records what is written to a file. */
export function recordWrite(
  target: Target | null,
  change: ContentChange,
  data: Value | undefined,
  interpreter: Interpreter,
): void {
  if (target === null) return;
  const { writtenFiles } = interpreter;
  const before = writtenFiles.get(target.path);
  const text = change === "empty" ? "" : exactText(data);
  const from = data === undefined ? [] : originsOf(data);
  if (change !== "add") {
    setFile(target, text === undefined || text.length > maxTextLength ? { from } : knownText(text, from), interpreter);
    return;
  }
  const joined = joinOrigins(before?.from ?? [], from);
  const whole = addedText(before, text);
  setFile(target, whole === undefined ? { from: unknownPart(joined) } : knownText(whole, joined), interpreter);
}

/** Records that a file has the content of another one, which may then be gone. */
export function recordCopy(from: Target | null, to: Target | null, isMoved: boolean, interpreter: Interpreter): void {
  const { writtenFiles } = interpreter;
  const content = from === null || from.glob ? undefined : writtenFiles.get(from.path);
  if (to !== null) {
    const own: readonly Origin[] = [{ kind: "file", target: from }];
    setFile(to, { ...content, from: joinOrigins(own, content?.from ?? []), missing: undefined }, interpreter);
  }
  if (isMoved) recordRemoved(from, interpreter);
}

/** Records that a file is deleted, if it certainly is. */
export function recordRemoved(target: Target | null, interpreter: Interpreter): void {
  if (target === null || target.glob || !interpreter.writtenFiles.has(target.path)) return;
  setFile(target, { from: [], missing: true }, interpreter);
}

/** Records what a process that the program started has left. Its directory and its environment end with it. */
export function adoptChanges({ files, links, settings }: ExecutionState, interpreter: Interpreter): void {
  willChange(interpreter.world, interpreter);
  for (const [path, content] of files ?? []) interpreter.writtenFiles.set(path, content);
  for (const [path, to] of links ?? []) interpreter.links.set(path, to);
  for (const [name, value] of settings ?? []) interpreter.settings.set(name, value);
}

/**
 * What the program leaves to code that runs after it; `undefined` if it changed nothing. The directory and the environment are those of
 * the process, which only code in the same process gets.
 */
export function stateAfter(interpreter: Interpreter): ExecutionState | undefined {
  const { writtenFiles, links, context, directory } = interpreter;
  const settings = new Map([...interpreter.settings.own, ...(interpreter.dialect.session?.names(interpreter) ?? [])]);
  const environment = changedEnvironment(interpreter);
  const isElsewhere = directory !== (context.directory === undefined ? "" : context.directory);
  const changes = writtenFiles.own.size + links.own.size + settings.size + environment.size;
  if (changes === 0 && !isElsewhere) return;
  return {
    directory: isElsewhere ? directory : undefined,
    environment: environment.size > 0 ? environment : undefined,
    files: writtenFiles.own.size > 0 ? new Map(writtenFiles.own) : undefined,
    links: links.own.size > 0 ? new Map(links.own) : undefined,
    settings: settings.size > 0 ? settings : undefined,
  };
}

function addedText(before: FileData | undefined, text: string | undefined): string | undefined {
  if (before?.text === undefined || text === undefined) return;
  return before.text.length + text.length <= maxTextLength ? before.text + text : undefined;
}

/** Data with a known text: literal text is no origin. */
function knownText(text: string, from: readonly Origin[]): FileData {
  return { from: from.filter(({ kind }) => kind !== "literal"), text };
}

/** The origins of data whose text is unknown. */
function unknownPart(from: readonly Origin[]): readonly Origin[] {
  return from.length === 0 ? [{ kind: "unknown" }] : from;
}
