import { type ChildProcess, spawn as spawnProcess } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { Writable } from "node:stream";
import spawn from "cross-spawn";

/**
 * Starts a program with all processes that it starts as a group, which ends together: when the group is closed, when the program ends, and on Linux
 * and macOS also when this process is killed. A process that leaves its group (`setsid`) is not ended.
 *
 * On Windows the processes are those that `taskkill /T` finds, and a killed gateway leaves those that ignore the end of their input.
 */
export function startProcessGroup(command: string, args: readonly string[], options: ProcessOptions): ProcessGroup {
  const isGated = canBeGated(command, options);
  // A process group of its own: a signal reaches wrappers (`npx`, `uvx`, `sh`) and what they have started.
  const child = spawn(isGated ? "/bin/sh" : command, isGated ? ["-c", gate, "sh", command, ...args] : [...args], {
    ...options,
    detached: !isWindows,
    shell: false,
    stdio: ["pipe", "pipe", "pipe", ...(isGated ? (["pipe"] as const) : [])],
    windowsHide: true,
  });
  const { pid } = child;
  const watchdog = pid === undefined || isWindows ? undefined : startWatchdog(pid);
  const opening = child.stdio[3];
  if (opening instanceof Writable) opening.on("error", () => undefined).end("\n");
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  // A program that has ended may have left others, which nobody needs any more.
  const cleaned = ended.then(async () => {
    await endGroup(pid);
    watchdog?.kill("SIGKILL");
  });
  return {
    child,
    async close() {
      child.stdin?.end();
      if (!(await within(ended, graceTime))) {
        signalGroup(pid, "SIGTERM");
        if (!(await within(ended, graceTime))) signalGroup(pid, "SIGKILL");
      }
      await within(cleaned, 2 * graceTime);
      // A process that has left the group may hold the pipes.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    },
    end: () => signalGroup(pid, "SIGKILL"),
  };
}

interface ProcessOptions {
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** A program and the processes that it has started. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Ends the group: by the end of its input, then by SIGTERM, then by SIGKILL. */
  close(): Promise<void>;
  /** Ends the group at once. */
  end(): void;
}

const isWindows = process.platform === "win32";
/** How long a program has to end by itself, in milliseconds. */
const graceTime = 1500;

/**
 * Becomes the program as soon as its watchdog runs. Until then the end of this process is the end of its input, and it ends, too: so no program is
 * ever without a watchdog.
 */
const gate = 'read -r _ <&3 || exit; exec "$@" 3<&-';

/** Whether a shell can start a program as it would be started without one. */
function canBeGated(command: string, { cwd = ".", env }: ProcessOptions): boolean {
  // A shell drops variables with other names.
  if (isWindows || !Object.keys(env).every((name) => /^[A-Za-z_]\w*$/.test(name))) return false;
  const folders = command.includes("/") ? [cwd] : (env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => isProgram(resolve(cwd, folder, command)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Starts a shell that outlives this process and ends a group after it. It waits at a pipe that the system closes when this process ends, however
 * that happens.
 */
function startWatchdog(group: number): ChildProcess {
  const code =
    'read -r _; sleep 1; kill -s TERM -- "-$1" 2>/dev/null || exit 0; sleep 2; kill -s KILL -- "-$1" 2>/dev/null';
  const watchdog = spawnProcess("/bin/sh", ["-c", code, "sh", String(group)], {
    detached: true,
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a shell, the group still ends with an orderly end of this process.
  watchdog.on("error", () => undefined);
  watchdog.stdin?.on("error", () => undefined);
  watchdog.unref();
  return watchdog;
}

/** Ends a process group by SIGTERM, then by SIGKILL. */
async function endGroup(group: number | undefined): Promise<void> {
  if (!signalGroup(group, "SIGTERM") || isWindows) return;
  for (let waited = 0; waited < graceTime; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!signalGroup(group, 0)) return;
  }
  signalGroup(group, "SIGKILL");
}

/** Sends a signal to a process group. @returns whether there is a process in the group */
function signalGroup(group: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (group === undefined) return false;
  if (isWindows) {
    spawnProcess("taskkill", ["/pid", String(group), "/T", "/F"], { stdio: "ignore", windowsHide: true });
    return true;
  }
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** Whether a promise is fulfilled within a time. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const result = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return result;
}
