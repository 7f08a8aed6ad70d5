/** Normalizes paths for comparison, by the rules of the operating system: `C:\A` is `c:\a` on Windows. */
import { normalizeWindowsPath, portablePath } from "@helve/effects";

/** The operating system whose rules decide which paths name the same file. */
export type Platform = "linux" | "macos" | "windows";

/** The rules for comparing paths; default: those of Linux. */
interface Comparison {
  readonly platform?: Platform;
}

/**
 * The canonical form of a path or glob, for comparing paths of effects with globs of a policy: all spellings of one file are equal. Letters with
 * accents are single characters (NFC). On systems that ignore case (macOS, Windows), letters are in lower case.
 */
export function comparedPath(path: string, { platform = "linux" }: Comparison): string {
  const composed = isAscii.test(path) ? path : path.normalize("NFC");
  if (platform === "linux" && !onWindows.test(path)) return composed;
  // Upper case first: the long s, `ſ`, has no other lower case, but is the same letter in the name of a file.
  return composed.toUpperCase().toLowerCase();
}

/** Matches normalized paths on drives, shares and in the registry of Windows, whose names have no case on any system. */
const onWindows = /^\/(?:[a-z]|unc|hk[a-z]+):(?:\/|$)/i;

const isAscii = /^[\0-\x7f]*$/;

/**
 * The path of a Windows file with `/` and its drive as the first part: `/c:/Users/ada`. On Windows, this holds for relative paths and for
 * those of Unix shells (`/c/Users/ada`), too; elsewhere, only for paths that no other system has.
 *
 * @param path - a path, or a glob of a policy, in which a backslash of a Windows path separates names
 */
export function platformPath(path: string, { platform }: Comparison): string {
  return platform === "windows" ? normalizeWindowsPath(withDrive(path)) : portablePath(path);
}

/** As `platformPath`, for a glob that an effect contains, where a backslash makes the next character literal. */
export function effectGlob(glob: string, { platform }: Comparison): string {
  const path = platform === "windows" ? withDrive(glob) : glob;
  return path.replace(/^\/?([a-z]):\//i, "/$1:/");
}

/** Converts a path with a Windows drive to one form: `/c/a`, `/mnt/c/a`, `src/C:/a`. */
function withDrive(path: string): string {
  return path
    .replace(/^.*\/(?=[a-z]:[\\/])/i, "")
    .replace(/^\/(?:(?:mnt|cygdrive)\/)?([a-z])(?=\/|$)/i, "$1:/")
    .replace(/^([a-z]):\/\//i, "$1:/");
}

/** The rest of an absolute path after a folder: `a/b` of `/srv/a/b` in `/srv`; `undefined` for what is not in it, and without a folder. */
export function nameInFolder(path: string, folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const beginning = folder === "/" ? "/" : `${folder}/`;
  return path.startsWith(beginning) ? path.slice(beginning.length) : undefined;
}
