import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { endProgram } from "./end-program.ts";

/** A process of a test, which sends a message when it is ready. */
export class WorkerProcess {
  readonly #module: URL;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(module: URL, args: readonly string[]) {
    this.#module = module;
    this.#args = args;
  }

  async start(): Promise<void> {
    const process = fork(fileURLToPath(this.#module), this.#args, {
      execArgv: ["--conditions=@helve/source", "--no-warnings"],
      env: { ...globalThis.process.env, RESTATE_LOGGING: "ERROR" },
    });
    this.#process = process;
    this.#ended = new Promise((resolve) => process.once("exit", resolve));
    const ready = new Promise((resolve) => process.once("message", resolve));
    const ended = this.#ended.then((code) => Promise.reject(new Error(`a worker ended with ${String(code)}`)));
    ended.catch(() => undefined);
    await Promise.race([ready, ended]);
  }

  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** Sends a message, at which the process ends in order. */
  async shutDown(): Promise<void> {
    this.#process?.send("shut down");
    await this.#ended;
  }

  async kill(): Promise<void> {
    await endProgram(this.#process, "SIGKILL");
  }
}
