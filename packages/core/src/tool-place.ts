/** Where a tool works: what the relative paths in its arguments mean, so that rules read the same paths as the tool. */
export interface ToolPlace {
  /**
   * The absolute directory where everything in the tool's sandbox starts; absent for a tool without a sandbox. A policy without a
   * `workingDirectory` uses this directory; a policy with another directory doesn't know the tool's relative paths.
   */
  readonly workingDirectory?: string;
  /**
   * The directory where relative paths start, absolute or relative to `workingDirectory`; by default they start there. `null` if it is
   * unknown.
   */
  readonly directory?: string | null;
}
