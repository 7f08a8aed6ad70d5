import { type ChildProcess, spawn } from "node:child_process";
import { type Io, UsageError } from "../../io.ts";

/** Worker processes on this machine. When one ends unexpectedly, another one is started in its place. */
export interface EvalWorkers {
  /** Rejected when a worker can't start. */
  readonly failed: Promise<never>;
  readonly close: () => Promise<void>;
}

/**
 * Starts worker processes.
 *
 * @param args - of `helve`
 * @throws UsageError if one can't start: it has printed why
 */
export async function startWorkers(
  count: number,
  args: readonly string[],
  { program, cwd, environment, err }: Pick<Io, "program" | "cwd" | "environment" | "err">,
): Promise<EvalWorkers> {
  const running = new Set<ChildProcess>();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined); // thrown where it is awaited
  let isClosing = false;

  /** Starts a worker process. */
  async function start(): Promise<void> {
    const [node = "", ...rest] = program;
    const worker = spawn(node, [...rest, ...args], {
      cwd,
      env: { ...environment },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    running.add(worker);
    const ended = new Promise<void>((resolve) => {
      worker.once("error", () => resolve());
      worker.once("exit", () => resolve());
    });
    let isReady = false;
    const ready = new Promise<void>((resolve) => {
      worker.once("message", () => {
        isReady = true;
        resolve();
      });
    });
    void ended.then(() => {
      running.delete(worker);
      if (isClosing) return;
      if (!isReady) failure.reject(new UsageError("a worker ended before it took a sample"));
      else {
        err("a worker ended, and another one is started\n");
        void start();
      }
    });
    await Promise.race([ready, ended]);
  }

  const close = async (): Promise<void> => {
    isClosing = true;
    const closing = [...running].map(async (worker) => {
      const ended = new Promise((resolve) => worker.once("exit", resolve));
      worker.kill("SIGTERM");
      const timer = setTimeout(() => worker.kill("SIGKILL"), longestEnd);
      await ended;
      clearTimeout(timer);
    });
    await Promise.all(closing);
  };

  try {
    const starting = Promise.all(Array.from({ length: count }, start));
    await Promise.race([starting, failure.promise]);
  } catch (error) {
    await close();
    throw error;
  }
  return { failed: failure.promise, close };
}

/** How long a worker may take to end, in milliseconds. */
const longestEnd = 5000;
