import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The folder of the project: the nearest `helve` with rules or a policy, from a directory upwards. */
export function projectFolder(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, "helve");
    if (existsSync(join(path, "rules.agentspec")) || existsSync(join(path, "policy.json"))) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Finds a file in the project's folder `helve`, from a directory upwards. */
export function projectFile(name: "rules.agentspec" | "policy.json", cwd: string): string | undefined {
  const folder = projectFolder(cwd);
  const path = folder === undefined ? undefined : join(folder, name);
  return path !== undefined && existsSync(path) ? relative(cwd, path) : undefined;
}
