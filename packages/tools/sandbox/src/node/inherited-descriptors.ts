import { readdirSync, readFileSync } from "node:fs";

/**
 * The open file descriptors of this process, beyond the standard streams, that a program it starts would get. Node closes its own in
 * programs, and the first 16 of those that it has got from its parent, but no higher ones. Empty where there is no `/proc`, such as on macOS.
 */
export function inheritedDescriptors(): readonly number[] {
  return atStart.filter(isInherited);
}

/** Whether a descriptor lacks the flag `O_CLOEXEC`. */
function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & 0o2000000) === 0;
  } catch {
    return false; // it was closed
  }
}

function openDescriptors(): readonly number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number);
  } catch {
    return [];
  }
}

/** Those of this module's start: what Node opens later is no such descriptor. */
const atStart: readonly number[] = openDescriptors().filter((descriptor) => descriptor > 2 && isInherited(descriptor));
