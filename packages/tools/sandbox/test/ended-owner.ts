import { spawnSync } from "node:child_process";
import { currentOwner } from "../src/node/owner.ts";

/** The owner that a process which has ended would have been. */
export function endedOwner(): string {
  const { pid } = spawnSync("true");
  return withPart(currentOwner(), 3, String(pid));
}

/** An owner with another part: 0 is the machine, 1 its start, 2 the namespace, 3 the process's id, 4 its start. */
export function withPart(owner: string, index: number, text: string): string {
  return owner.split(" ").with(index, text).join(" ");
}
