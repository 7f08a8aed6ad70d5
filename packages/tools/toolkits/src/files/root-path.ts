/** Resolves paths, and refuses those outside of a toolkit's root folder. */
import type { Sandbox } from "@helve/sandbox";
import { ToolError } from "@helve/tool";

/**
 * Resolves a path, and requires that it is in the folder `root`. Relative paths count from this folder.
 *
 * @param root - the folder; without it, every path is allowed, and the folder is the working directory
 * @param followLast - whether the file itself may be a symbolic link that is followed
 * @param isRemoved - whether the file is deleted or moved away; a symbolic link is then not followed. The folder and its parents can't be
 *   removed.
 * @throws ToolError if it is outside, by `..` or through a symbolic link
 */
export async function pathInRoot(
  sandbox: Sandbox,
  root: string | undefined,
  path: string,
  { signal, isRemoved = false, followLast = !isRemoved }: PathOptions,
): Promise<string> {
  if (path.includes("\0")) throw new ToolError("A path must not contain a null byte");
  if (root === undefined && !isRemoved) return path === "" ? "." : path;
  const { workingDirectory } = sandbox;
  const folder = normalized(root?.startsWith("/") === true ? root : `${workingDirectory}/${root ?? ""}`);
  const resolved = normalized(path.startsWith("/") ? path : `${folder}/${path}`);
  if (root !== undefined && !isWithin(folder, resolved)) throw outside(path, folder);
  const place = followLast ? resolved : parentOf(resolved);
  // Where the sandbox has no shell, only the path itself is known.
  const [realFolder, realPlace] = (await realPaths(sandbox, [folder, place], signal)) ?? [folder, place];
  if (root !== undefined && !isWithin(realFolder, realPlace) && resolved !== folder) throw outside(path, folder);
  const removed = normalized(`${realPlace}/${resolved.slice(resolved.lastIndexOf("/"))}`);
  if (isRemoved && (isWithin(resolved, folder) || isWithin(removed, realFolder))) {
    throw new ToolError(`${path === "" ? "." : path} is or contains ${folder}, which can't be deleted or moved`);
  }
  return resolved;
}

interface PathOptions {
  readonly signal: AbortSignal;
  readonly followLast?: boolean;
  readonly isRemoved?: boolean;
}

/** Creates the error of a path outside of the root. */
function outside(path: string, folder: string): ToolError {
  return new ToolError(`${path} is outside of ${folder}: only files in this folder may be used`);
}

/** An absolute path without `.`, `..` and empty parts. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Returns the directory of a path; `/` has none above it. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Prints where each absolute path is after its symbolic links, whether it exists or not. `readlink -f` differs between systems. */
const script = `for p do
  count=0 real= rest=\${p#/}
  while [ -n "$rest" ]; do
    part=\${rest%%/*}
    case $rest in */*) rest=\${rest#*/} ;; *) rest= ;; esac
    case $part in
      '' | .) ;;
      ..) real=\${real%/*} ;;
      *)
        if [ -L "$real/$part" ]; then
          count=$((count + 1))
          [ "$count" -le 40 ] || exit 1
          target=$(readlink "$real/$part" && printf x) || exit 1
          target=\${target%?x}
          case $target in /*) real= ;; esac
          rest=$target/$rest
        else
          real=$real/$part
        fi ;;
    esac
  done
  printf '%s\\n' "\${real:-/}"
done`;

async function realPaths(
  sandbox: Sandbox,
  paths: readonly [string, string],
  signal: AbortSignal,
): Promise<readonly [string, string] | undefined> {
  const result = await sandbox.exec(["sh", "-c", script, "sh", ...paths], { signal, timeout: 10_000 });
  if (result.exitCode === 127) return undefined;
  const [folder, path, end, ...more] = result.stdout.split("\n"); // a path may contain line ends
  if (result.success && end === "" && more.length === 0 && folder?.startsWith("/") && path?.startsWith("/"))
    return [folder, path];
  throw new ToolError(`${paths[1]}: its symbolic links can't be resolved`);
}
