/**
 * A path without `.`, empty parts and, where it can be told, `..`: `./a//b/../c/` is `a/c`. The place where it starts
 * is `""`; what lies above that keeps its leading `..`.
 *
 * @param path - a path, or a glob
 * @returns `null` for a glob that goes up again after a wildcard, which can lead anywhere
 */
export function normalizePath(path: string): string | null {
  const absolute = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const last = parts.at(-1);
    if (part !== ".." || (last === undefined && !absolute) || last === "..") parts.push(part);
    else if (last !== undefined && hasWildcard(last)) return null;
    else parts.pop();
  }
  return (absolute ? "/" : "") + parts.join("/");
}

/** The path as seen from a directory. */
export function joinPath(directory: string, path: string): string | null {
  return normalizePath(path.startsWith("/") || directory === "" ? path : `${directory}/${path}`);
}

/** Literal text as a glob that matches just that text. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}()!+@|]/g, "\\$&");
}

/** A glob without its escapes: the text itself when the glob has no wildcards. */
export function unescapeGlob(glob: string): string {
  return glob.replaceAll(/\\(.)/gs, "$1");
}

/** Whether a glob, or a part of one, can match more than one text. */
export function hasWildcard(glob: string): boolean {
  return /[*?[]|[!+@]\(/.test(glob.replaceAll(/\\./gs, ""));
}
