/** Resolves the path that a text names to a file of an effect. */
import type { Target } from "./effects.ts";
import { joinPath } from "./path.ts";
import { portablePath } from "./windows-path.ts";

/** The directory from which relative paths are resolved. */
interface PathBase {
  /** The absolute directory to which targets are relative. */
  readonly workingDirectory?: string | undefined;
  /** The directory where the path begins, relative to it; `null` if it is unknown. */
  readonly directory?: string | null | undefined;
}

/**
 * The file that a path names which no shell expands, as in the argument of a tool: `*` and `$` are parts of names, except `~` and a
 * variable at its start. A path inside the working directory becomes relative to it, so that it compares with paths in commands.
 *
 * @returns `null` if programs may read the path in different ways, or if the directory is unknown
 */
export function literalTarget(text: string, { workingDirectory, directory = "" }: PathBase = {}): Target | null {
  const written = text.trim().replace(/^file:(?:\/\/(?:localhost)?)?(?=\/)/i, "");
  const path = portablePath(written.replace(/^\/(?=[A-Za-z]:\/)/, ""))
    .replace(/^\$env:USERPROFILE(?=[\\/]|$)|^%USERPROFILE%(?=[\\/]|$)/i, "~")
    .replaceAll("\\", "/")
    .replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, "~");
  if (path === "" || path.length > 4096 || ambiguousPath.test(path)) return null;
  if (directory === null && !/^[/~]|^[a-z]:\//i.test(path)) return null;
  const normalized = joinPath(directory ?? "", path);
  if (normalized === null) return null;
  return { path: relativeTo(workingDirectory, normalized), glob: false, hidden: false, partial: false };
}

/** Control characters, other variables at the start, and dots and slashes in percent encoding. */
const ambiguousPath = /\p{Cc}|^\$[A-Z_{(]|^%\w+%|%(?:2e|2f|5c|00)/iu;

/** A path relative to a directory if it is inside it; other paths are unchanged. */
export function relativeTo(directory: string | undefined, path: string): string {
  const base = directory?.replace(/\/+$/, "") ?? "";
  if (base === "" || (path !== base && !path.startsWith(`${base}/`))) return path;
  const inside = path.slice(base.length + 1);
  return inside.startsWith("~") ? `./${inside}` : inside;
}
