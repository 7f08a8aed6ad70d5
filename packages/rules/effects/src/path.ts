/**
 * Removes `.`, empty segments and, where possible, `..` from a path: `./a//b/../c/` is `a/c`. The directory itself is `""`, and
 * a path above it keeps its leading `..`. A `~` at the start means a home directory; a file whose own name begins with `~` is
 * written `./~name` and stays so.
 *
 * `/proc/self/root` is the root directory.
 *
 * @param named - a path or a glob
 * @returns `null` if `..` follows a wildcard, or leads above a home directory, because the path may then lead anywhere
 */
export function normalizePath(named: string): string | null {
  const path = named.startsWith("/proc/") ? named.replace(ownRoot, "/") : named;
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

/** The root directory, as a process of this machine sees it: `/proc/self/root/etc` is `/etc`. */
const ownRoot = /^\/proc\/+(?:self|thread-self|\d+)\/+root(?:\/+|$)/;

/** Whether a path leads to what a process has open, or to where it works: `/dev/fd/3`, `/proc/self/cwd/a`. Standard streams don't count. */
export function leadsThroughProcess(path: string): boolean {
  return throughProcess.test(path);
}

const throughProcess = /^\/(?:proc\/[^/]+\/(?:cwd|root|task|fd\/.+)(?:\/|$)|dev\/fd\/(?!(?:0|1|2|63)$))/;

/** The normalized path of a file, relative to a directory: `joinPath("a", "../b")` is `b`; `null` as for `normalizePath`. */
export function joinPath(directory: string, path: string): string | null {
  const rooted = path.startsWith("/") || path.startsWith("~") || directory === "";
  return normalizePath(rooted ? path : `${directory}/${path}`);
}

/** Escapes the wildcards of a text, so that as a glob it matches only that text: `a*` becomes `a\*`. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}()!+@|]/g, "\\$&");
}

/** Removes the backslashes of a glob; for a glob without wildcards, this is the text that it matches. */
export function unescapeGlob(glob: string): string {
  return glob.includes("\\") ? glob.replaceAll(/\\(.)/gs, "$1") : glob;
}

/** Whether a glob, or a segment of a glob, contains a wildcard. */
export function hasWildcard(glob: string): boolean {
  return /[*?[]|[!+@]\(/.test(glob.includes("\\") ? glob.replaceAll(/\\./gs, "") : glob);
}
