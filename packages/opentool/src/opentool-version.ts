/** Whether a document of this version of OpenTool can be read: any minor of 1 and of 2. */
export function isSupported(version: string): boolean {
  return /^[12](?:\.|$)/.test(version);
}

/** Whether a version of OpenTool is older than another, by major and minor; `false` where it has no numbers. */
export function isBefore(version: string, other: string): boolean {
  const [major, minor] = numbers(version);
  const [otherMajor, otherMinor] = numbers(other);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

function numbers(version: string): readonly [major: number, minor: number] {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [major === undefined ? Number.NaN : Number(major), Number(minor ?? 0)];
}
