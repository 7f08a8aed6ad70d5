/** Computes one key for all paths of the same file: `~/a`, `./a` and `/home/ada/a`. */
import { normalizePath } from "./path.ts";

/** The working directory and the home directory, to which paths refer. */
interface Places {
  /** The absolute directory to which relative paths refer. */
  readonly workingDirectory?: string | undefined;
  readonly home?: string | undefined;
}

/**
 * The key of a file in `ExecutionState.files` and `links`, so that all paths of one file have the same key. Paths in the working directory are
 * relative to it. If the home directory is known, `~` is resolved: in `/home/ada/site`, both `~/site/a.sh` and `/home/ada/site/a.sh` become
 * `a.sh`.
 */
export function fileKey(path: string, { workingDirectory, home }: Places): string {
  const isHome = home !== undefined && (path === "~" || path.startsWith("~/"));
  const whole = isHome ? home + path.slice(1) : path;
  const leavesBase = workingDirectory?.startsWith("/") === true && whole.startsWith("../");
  const absolute = leavesBase ? (normalizePath(`${workingDirectory}/${whole}`) ?? whole) : whole;
  if (workingDirectory === undefined || !absolute.startsWith("/")) return absolute;
  if (absolute === workingDirectory) return "";
  const base = workingDirectory.endsWith("/") ? workingDirectory : `${workingDirectory}/`;
  if (!absolute.startsWith(base)) return absolute;
  const inside = absolute.slice(base.length);
  return inside === "**" || inside.startsWith("~") ? `./${inside}` : inside;
}
