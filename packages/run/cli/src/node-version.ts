/**
 * Why the program can't run in a version of Node; `undefined` if it can. An older Node reads this file, so it is written plainly.
 *
 * @param version - `process.versions.node`
 */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return undefined;
  return `needs Node 22.18 or newer (this is Node ${version}): install it from https://nodejs.org`;
}
