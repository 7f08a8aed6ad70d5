/** Starts a program of the host in a process group, so that all of it can be killed. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { closeSync, openSync, statSync } from "node:fs";
import { constants } from "node:os";
import { markName } from "../kill-marked.ts";
import type { DriverCommand, DriverProcess } from "../sandbox-driver.ts";
import { SandboxError } from "../sandbox-error.ts";
import type { ProcessExit } from "../sandbox-process.ts";
import { endProcesses } from "./end-processes.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";

/** A command of the host: its environment is `env` and nothing else. */
export interface HostCommand extends Pick<DriverCommand, "argv" | "env" | "input" | "onOutput"> {
  readonly cwd?: string | undefined;
}

/** How long output may stop before it counts as complete, after the program has ended while another process holds its pipes, in milliseconds. */
const quietTime = 100;

/** How long output is read at most after the program has ended: another process may write without a pause. In milliseconds. */
const longestTime = 1000;

/**
 * Starts a program of the host in a process group of its own. Its `kill` ends the group, its descendants, and all processes with its
 * mark in their environment.
 *
 * A program that doesn't exist is a process that ends with the exit code 127.
 */
export async function startProcess(command: HostCommand): Promise<DriverProcess> {
  const { argv, cwd, env, input, onOutput } = command;
  const [program = "", ...args] = argv;
  let child: ChildProcess;
  try {
    child = spawnAlone(program, args, { cwd, env, detached: true }, [
      input === undefined ? "ignore" : "pipe",
      "pipe",
      "pipe",
    ]);
  } catch (error) {
    // Some errors are thrown, others are events.
    return notStarted(error as NodeJS.ErrnoException, command);
  }
  if (child.pid === undefined) return notStarted(await startError(child), command);
  child.on("error", () => {}); // only `kill` could fail from here on
  const { stdin } = child;
  stdin?.on("error", () => {}); // the program doesn't read its input
  if (input !== undefined && input !== "open") stdin?.end(input);
  const exit = processExit(child, onOutput);
  const { pid } = child;
  return {
    pid,
    exit,
    kill: () => endProcesses(pid, child, env[markName]),
    write:
      stdin !== null
        ? (bytes: Uint8Array) => new Promise<void>((resolve) => stdin.write(bytes, () => resolve()))
        : undefined,
    end: stdin !== null ? () => new Promise<void>((resolve) => stdin.end(() => resolve())) : undefined,
  };
}

/** Starts a program that gets no file descriptor of this process besides its standard streams. */
function spawnAlone(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  stdio: readonly ("ignore" | "pipe")[],
): ChildProcess {
  const inherited = inheritedDescriptors();
  if (inherited.length === 0) return spawn(program, args, { ...options, stdio: [...stdio] });
  // Node can't close a descriptor in the program, but put another one in its place.
  const nothing = openSync("/dev/null", "r");
  try {
    const streams: ("ignore" | "pipe" | number)[] = [...stdio];
    for (const descriptor of inherited) {
      while (streams.length < descriptor) streams.push("ignore");
      streams[descriptor] = nothing;
    }
    return spawn(program, args, { ...options, stdio: streams });
  } finally {
    closeSync(nothing);
  }
}

/** Waits for a program's end and its output. A process that it left in the background may hold the pipes: then output that stops counts as complete. */
function processExit(child: ChildProcess, onOutput: HostCommand["onOutput"]): Promise<ProcessExit> {
  const { promise, resolve } = Promise.withResolvers<ProcessExit>();
  let exit: ProcessExit | undefined;
  let timer: NodeJS.Timeout | undefined;
  let afterReading: NodeJS.Immediate | undefined;
  let isPaused = 0;
  let deadline = 0;
  const cancel = () => {
    clearTimeout(timer);
    clearImmediate(afterReading);
  };
  const settle = () => {
    if (exit === undefined) return;
    cancel();
    resolve(exit);
    for (const stream of [child.stdout, child.stderr]) {
      // The process in the background can go on writing, and this one doesn't wait for it.
      stream?.removeAllListeners("data").resume();
      (stream as { unref?(): void } | null)?.unref?.();
    }
  };
  const waitForQuiet = () => {
    if (exit === undefined || isPaused > 0) return;
    cancel();
    // A busy process reads late: what has arrived meanwhile is read between the timer and the immediate.
    timer = setTimeout(
      () => {
        afterReading = setImmediate(settle);
      },
      Math.min(quietTime, Math.max(0, deadline - Date.now())),
    );
  };
  for (const name of ["stdout", "stderr"] as const) {
    const stream = child[name];
    stream?.on("data", (bytes: Buffer) => {
      const taken = onOutput(name, bytes);
      if (taken !== undefined) {
        isPaused++;
        stream.pause();
        taken.finally(() => {
          isPaused--;
          deadline = Date.now() + longestTime;
          stream.resume();
          waitForQuiet();
        });
      }
      waitForQuiet();
    });
  }
  child.once("exit", (code, signal) => {
    exit = signal === null ? { exitCode: code ?? 1 } : { exitCode: 128 + constants.signals[signal], signal };
    deadline = Date.now() + longestTime;
    waitForQuiet();
  });
  child.once("close", settle);
  return promise;
}

function startError(child: ChildProcess): Promise<NodeJS.ErrnoException> {
  return new Promise((resolve) => child.once("error", resolve));
}

/** A process that ended at once because its program doesn't exist, as a shell would report it. */
function notStarted(error: NodeJS.ErrnoException, { argv, cwd, onOutput }: HostCommand): DriverProcess {
  if (cwd !== undefined) checkDirectory(cwd);
  const [program = ""] = argv;
  if (error.code === "EACCES" || error.code === "EPERM") {
    throw new SandboxError("permission", `${program}: Permission denied`, { path: program, cause: error });
  }
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") {
    throw new SandboxError("failed", `${program} can't be started: ${error.message}`, { cause: error });
  }
  onOutput("stderr", new TextEncoder().encode(`${program}: not found\n`));
  return { exit: Promise.resolve({ exitCode: 127 }), kill: () => Promise.resolve() };
}

/** Checks that a working directory exists. @throws SandboxError `not_found` or `not_directory` unless a command can start in a directory */
function checkDirectory(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new SandboxError("not_found", `The working directory ${path} does not exist`, { path });
  if (!stat.isDirectory()) {
    throw new SandboxError("not_directory", `The working directory ${path} is not a directory`, { path });
  }
}
