// Finds and ends the process of `helve hookd`.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The process of the daemon that has published its socket in a state folder; `undefined` if there is no such file. */
export function daemonOf(state: string): number | undefined {
  const name = (existsSync(state) ? readdirSync(state) : []).find((name) => /^hookd-[0-9a-f]+$/.test(name));
  if (name === undefined) return undefined;
  const path = join(state, name);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? Number(readFileSync(path, "utf8").split("\n")[3]) : 0;
}

/** Sends a signal to a process, if it is still there. */
export function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  // 0 is the group of this process.
  if (pid === undefined || !(pid > 0)) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
