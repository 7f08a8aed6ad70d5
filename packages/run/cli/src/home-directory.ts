import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/**
 * The home directory of the user.
 *
 * @throws Error if it is relative: what Helve keeps would be in the folder of a project
 */
export function homeDirectory(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  throw new Error(`HOME must be an absolute path such as "/home/ada" (got ${JSON.stringify(home)})`);
}
