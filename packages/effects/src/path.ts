/**
 * A path without `.`, empty parts and, where it can be told, `..`: `./a//b/../c/` is `a/c`. The place where it starts
 * is `""`; what lies above that keeps its leading `..`. A name that begins with `~` at the very start is a home
 * directory; one that is none is written `./~name`, and stays so.
 *
 * @param path - a path, or a glob
 * @returns `null` for what goes up again after a wildcard or above a home directory, which can lead anywhere
 */
export function normalizePath(path: string): string | null {
  const absolute = path.startsWith("/");
  const home = path.startsWith("~");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const last = parts.at(-1);
    if (part !== ".." || (last === undefined && !absolute) || last === "..") parts.push(part);
    else if (last !== undefined && (hasWildcard(last) || (home && parts.length === 1))) return null;
    else parts.pop();
  }
  const isName = !absolute && !home && parts[0]?.startsWith("~") === true;
  return (absolute ? "/" : isName ? "./" : "") + parts.join("/");
}

/** The path as seen from a directory. */
export function joinPath(directory: string, path: string): string | null {
  const rooted = path.startsWith("/") || path.startsWith("~") || directory === "";
  return normalizePath(rooted ? path : `${directory}/${path}`);
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
