/** Compares versions of the OpenTool specification. */

/** Whether this package reads documents of an OpenTool version: any version 1 or 2. */
export function isSupportedVersion(version: string): boolean {
  return /^[12](?:\.|$)/.test(version);
}

/** Whether an OpenTool version is older than another, by major and minor number; `false` if it has no numbers. */
export function isOlderVersion(version: string, other: string): boolean {
  const [major, minor] = versionNumbers(version);
  const [otherMajor, otherMinor] = versionNumbers(other);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

/** Returns the major and minor number of a version; the major number is `NaN` if the version has no numbers. */
function versionNumbers(version: string): readonly [major: number, minor: number] {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [major === undefined ? Number.NaN : Number(major), Number(minor ?? 0)];
}
