import type { Origin, Target } from "../effects.ts";
import { outermostNesting } from "../languages.ts";
import { escapeGlob, joinPath } from "../path.ts";
import type { Interpreter } from "./interpreter.ts";
import {
  type Alternative,
  hasUnknownText,
  joinOrigins,
  type LibraryObject,
  suppliedText,
  unknownText,
  type Value,
} from "./value.ts";

/** A path is no longer than this; a longer one is not known. */
const maxPathLength = 4096;

/** A file that a value names; `null` when it is not known, with whether people name it. */
export interface NamedFile {
  readonly target: Target | null;
  readonly namedByUser?: true;
}

/** The files that a value names, and `null` when it may name others. */
export function fileTargets(value: Value, interpreter: Interpreter): readonly (Target | null)[] {
  return namedFiles(value, interpreter).map(({ target }) => target);
}

const unknownFile: NamedFile = { target: null };

/** The files that a value names; where it may name others, a place that is not known. */
export function namedFiles(value: Value, interpreter: Interpreter): readonly NamedFile[] {
  const risky = value.from.some(({ kind }) => kind === "input" || kind === "network" || kind === "unknown");
  const found: NamedFile[] = [];
  for (const alternative of value.alternatives) {
    if (alternative.kind === "text" || alternative.kind === "path")
      found.push(...expandParentSteps(alternative.text).map((text) => namedFile(text, risky, interpreter)));
    else if (alternative.kind === "object") found.push(...filesOfObject(alternative, interpreter));
    else if (alternative.kind === "list")
      for (const item of alternative.more === null ? alternative.items : [...alternative.items, alternative.more])
        found.push(...namedFiles(item, interpreter));
    else if (alternative.kind === "constant" && alternative.constant === null) continue;
    else if (alternative.kind !== "number" && !isStandardStream(alternative)) found.push(unknownFile);
  }
  return value.mayBeUnknown || (found.length === 0 && value.alternatives.length === 0)
    ? [...found, unknownFile]
    : found;
}

function isStandardStream(alternative: Alternative): boolean {
  return alternative.kind === "library" && /^sys\.(__)?std/.test(alternative.name);
}

/** Of a file that is open, of an entry of a directory. */
function filesOfObject({ type, fields }: LibraryObject, interpreter: Interpreter): readonly NamedFile[] {
  const path = fields.get("path");
  // A buffer in memory is no file.
  if (path === undefined) return type === "buffer" ? [] : [unknownFile];
  return namedFiles(path, interpreter);
}

const maxPaths = 16;

/** The paths that one may be which goes up from any number of directories: there may be none to leave, or one more. */
function expandParentSteps(path: string): readonly string[] {
  const found = [path];
  for (let at = 0; at < found.length && found.length < maxPaths; ) {
    const candidate = found[at] ?? "";
    const leaves = candidate.search(/\/\uFFFF\/\.\.(\/|$)/);
    if (leaves === -1) at++;
    else {
      const [before, after] = [candidate.slice(0, leaves), candidate.slice(leaves + `/${unknownText}/..`.length)];
      found.splice(at, 1, `${before}/..${after}`, `${before}/${unknownText}${after}`);
    }
  }
  return found;
}

function namedFile(text: string, risky: boolean, interpreter: Interpreter): NamedFile {
  const target = pathTarget(text.replaceAll(suppliedText, unknownText), risky, interpreter);
  return target === null && isNamedByUser(text, interpreter) ? { target, namedByUser: true } : { target };
}

/** Whether all that is not known of a path is given by people, and the rest does not say that it lies elsewhere. */
function isNamedByUser(text: string, { nesting, directory }: Interpreter): boolean {
  if (nesting.depth !== outermostNesting().depth || directory === null || !text.includes(suppliedText)) return false;
  return !text.replaceAll(suppliedText, "").includes(unknownText) && !/^[/~]/.test(text) && !text.includes("..");
}

/** A path as a target. What is not known in it becomes a wildcard, unless it may lead anywhere. */
function pathTarget(text: string, risky: boolean, interpreter: Interpreter): Target | null {
  if (text.length > maxPathLength || text.includes("\0")) return null;
  const relative = !/^[/~]/.test(text);
  if (interpreter.directory === null && relative) return null;
  const directory = relative ? (interpreter.directory ?? "") : "";
  if (!hasUnknownText(text)) {
    const path = joinPath(directory, text);
    return path === null ? null : { path, glob: false, hidden: false, partial: false };
  }
  if (text.includes(unknownText) && (risky || text.startsWith(unknownText) || text.startsWith(`/${unknownText}`)))
    return null;
  const parts = text.split("/").map((part) => (part === unknownText ? "**" : placeholdersToWildcards(part)));
  const path = joinPath(escapeGlob(directory), parts.join("/"));
  return path === null ? null : { path, glob: true, hidden: true, partial: true };
}

function placeholdersToWildcards(part: string): string {
  return escapeGlob(part).replaceAll(/[\uFFFE\uFFFF]+/g, "*");
}

/** Where a file's content comes from: the file, and what the program wrote to it. */
export function fileOrigins(targets: readonly (Target | null)[], interpreter: Interpreter): readonly Origin[] {
  return targets.flatMap((target) => {
    const written = target === null ? [] : (interpreter.writtenFiles.get(target.path) ?? []);
    return [{ kind: "file" as const, target }, ...written.filter(({ kind }) => kind !== "literal")];
  });
}

/** Remembers what a file holds from now on. */
export function recordWrite(target: Target | null, from: readonly Origin[], interpreter: Interpreter): void {
  if (target === null || from.length === 0) return;
  interpreter.writtenFiles.set(target.path, joinOrigins(interpreter.writtenFiles.get(target.path) ?? [], from));
}
