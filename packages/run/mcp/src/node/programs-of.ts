import type { ServerConfig } from "./servers-file.ts";

/** Returns the program of each server: command, package or script. */
export function programsOf(servers: Readonly<Record<string, ServerConfig>>): Readonly<Record<string, string>> {
  const programs = Object.entries(servers).flatMap(([name, config]) => {
    if (!("command" in config)) return [];
    const started = config.args?.find((arg) => !arg.startsWith("-") && !starters.has(arg)) ?? "";
    return [[name, `${config.command} ${started}`]];
  });
  return Object.fromEntries(programs);
}

/** Words before the name of what a package manager starts. */
const starters: ReadonlySet<string> = new Set(["run", "exec", "dlx", "x", "tool", "call"]);
