/** Resolves and joins paths inside a sandbox. */

/**
 * Resolves a path of a sandbox, which has `/` between its parts, against a directory. `.` and `..` are left as they are: what they mean
 * depends on the links in the sandbox.
 */
export function resolvePath(directory: string, path: string): string {
  if (path.startsWith("/")) return path;
  if (path === "" || path === ".") return directory;
  return directory.endsWith("/") ? `${directory}${path}` : `${directory}/${path}`;
}

/** The directory that contains a path: `/a` for `/a/b` and `/a/b/`. */
export function parentPath(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed.slice(0, trimmed.lastIndexOf("/")) || "/";
}
