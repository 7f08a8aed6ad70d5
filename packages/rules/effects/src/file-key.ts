import { normalizePath } from "./path.ts";

/** The working directory and the home directory, to which paths refer. */
interface Places {
  /** The absolute directory to which relative paths refer. */
  readonly workingDirectory?: string | undefined;
  readonly home?: string | undefined;
}

/**
 * The form of a path under which `ExecutionState.files` and `links` have it, so that all paths of one file are equal: in the working
 * directory relative to it, and with the home directory if it is known. In `/home/ada/site`, both `~/site/a.sh` and
 * `/home/ada/site/a.sh` become `a.sh`.
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
