/** The operating system whose rules decide which paths name the same file. */
export type Platform = "linux" | "macos" | "windows";

/** How paths are compared; default: as on Linux. */
interface Comparison {
  readonly platform?: Platform;
}

/**
 * The form of a path or glob in which the paths of effects and the globs of a policy are compared, so that all spellings of one file
 * are equal: letters with accents are single characters (NFC), and on systems whose files have no case (macOS, Windows),
 * letters are in lower case.
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
