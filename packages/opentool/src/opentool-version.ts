/** Whether a document of this version of OpenTool can be read: any minor of 1 and of 2. */
export function isSupportedVersion(version: string): boolean {
  return /^[12](?:\.|$)/.test(version);
}

/** Whether an OpenTool version is older than another, by major and minor; `false` if it has no numbers. */
export function isOlderVersion(version: string, other: string): boolean {
  const [major, minor] = versionNumbers(version);
  const [otherMajor, otherMinor] = versionNumbers(other);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

function versionNumbers(version: string): readonly [major: number, minor: number] {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [major === undefined ? Number.NaN : Number(major), Number(minor ?? 0)];
}
