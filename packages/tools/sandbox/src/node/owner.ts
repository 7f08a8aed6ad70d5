/** Records which process owns a container or folder, to recognize what a crash left behind. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * This process as a text: its machine, the machine's start, its namespace of process ids, its id and its start, because ids are used
 * again.
 */
export function currentOwner(): string {
  return [...here(), process.pid, startOf(process.pid)].join(" ");
}

/**
 * Whether the process of a text from {@link currentOwner} has ended. False if that can't be known: for a process of another machine or
 * of another container, and for a text of something else.
 */
export function hasOwnerEnded(owner: string): boolean {
  const [machine, boot, namespace, pid = "", start, ...rest] = owner.trim().split(" ");
  const [thisMachine, thisBoot, thisNamespace] = here();
  if (start === undefined || rest.length > 0 || !/^[1-9]\d*$/.test(pid) || machine !== thisMachine) return false;
  if (boot !== thisBoot) return true;
  if (namespace !== thisNamespace) return false;
  if (!isRunning(Number(pid))) return true;
  const found = startOf(Number(pid));
  return found === "ended" || (start !== "-" && found !== "-" && found !== start);
}

/** The machine, its start, and the namespace of process ids; `-` for what the system does not say. */
function here(): readonly [machine: string, boot: string, namespace: string] {
  const machine = createHash("sha256").update(`${textOf("/etc/machine-id")} ${hostname()}`);
  return [machine.digest("hex").slice(0, 16), textOf("/proc/sys/kernel/random/boot_id") || "-", pidNamespace()];
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "-";
  }
}

/**
 * Returns when a process started: `ended` for one whose parent has not collected it yet, `-` if the system does not
 * say.
 */
function startOf(pid: number): string {
  if (process.platform === "linux") {
    // The second field, the program's name, is in parentheses and may contain any character. The start is the 22nd field.
    const fields = textOf(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
    return fields[0] === "Z" || fields[0] === "X" ? "ended" : (fields[19] ?? "-");
  }
  try {
    const args = ["-o", "lstart=", "-p", String(pid)];
    const text = execFileSync("/bin/ps", args, { encoding: "utf8", env: { LC_ALL: "C", TZ: "UTC" }, stdio: "pipe" });
    return text.trim().replaceAll(/\s+/g, "-") || "-";
  } catch {
    return "-";
  }
}

/** Reads a file without white space around it; empty if that fails. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it belongs to another user
  }
}
