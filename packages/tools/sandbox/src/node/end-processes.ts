import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Ends a process and everything it started: its process group and its descendants. On Linux, it also ends all processes with the mark in their
 * environment, which finds daemons that left the group.
 *
 * @param mark - the whole entry of the environment, such as `HELVE_COMMAND_ID=…`, without the name
 */
export async function endProcesses(pid: number, child: ChildProcess, mark: string | undefined): Promise<void> {
  const descendants = descendantsOf(pid);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  signalGroup(pid, "SIGTERM");
  for (let waited = 0; waited < grace && !hasEnded(); waited += 20) await delay(20);
  signalGroup(pid, "SIGKILL");
  for (const process of descendants) signal(process, "SIGKILL");
  if (mark !== undefined) killMarked(mark);
}

/** How long programs have to end by themselves after `SIGTERM`, in milliseconds. */
const grace = 400;

/** Kills all processes with a text in their environment, again and again until none is left. On Linux only. */
export function killMarked(mark: string): void {
  for (let round = 0; round < 10; round++) {
    const found = processIds().filter((pid) => pid !== process.pid && environmentOf(pid).includes(mark));
    if (found.length === 0) return;
    for (const pid of found) signal(pid, "SIGKILL");
  }
}

/** The processes that a process has started, and those that these have started. Empty where there is no `/proc`. */
function descendantsOf(ancestor: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const pid of processIds()) {
    // The second field, the program's name, is in parentheses and may contain any character.
    const parent = Number(readProc(pid, "stat").split(") ").at(-1)?.split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  for (
    let next = children.get(ancestor) ?? [];
    next.length > 0;
    next = next.flatMap((pid) => children.get(pid) ?? [])
  ) {
    found.push(...next);
  }
  return found;
}

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Zombies have no environment. */
function environmentOf(pid: number): string {
  return readProc(pid, "environ");
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return ""; // it has ended, or belongs to another user
  }
}

/** Signals a process group. */
function signalGroup(pid: number, name: NodeJS.Signals): void {
  signal(-pid, name);
}

/** Signals a process, unless it has ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
