import { startTimeout } from "@helve/core/internal";
import { type ProcessExit, type Sandbox, SandboxError, type SandboxProcess } from "@helve/sandbox";
import { MiddleText } from "../middle-text.ts";
import { ProcessInput, readText } from "../process-text.ts";
import type { CommandOutcome, CommandRun } from "./command-run.ts";
import type { ShellSession, ShellStep } from "./shell-session.ts";

/**
 * One shell process that executes one command after the other, so that variables, functions, aliases, options and background jobs stay. If it
 * ends, the next command starts another one in the same directory, with the exported variables.
 */
export class PersistentShell {
  readonly #sandbox: Sandbox;
  readonly #program: string;
  readonly #session: ShellSession;
  #running: RunningShell | undefined;

  constructor(sandbox: Sandbox, program: string, session: ShellSession) {
    this.#sandbox = sandbox;
    this.#program = program;
    this.#session = session;
  }

  /** @throws SandboxError `timeout`; the reason of the signal: the shell is then ended */
  async run(command: string, run: CommandRun): Promise<CommandOutcome> {
    const isNew = this.#running === undefined;
    const outcome = await this.#run(command, run);
    if (outcome !== undefined) return outcome;
    const next = isNew ? undefined : await this.#run(command, run);
    if (next === undefined) throw new SandboxError("unavailable", `${this.#program} ended before it ran the command`);
    return { ...next, note: next.note ?? shellWasEnded };
  }

  /** @returns `undefined` if the shell has ended before the command */
  async #run(command: string, run: CommandRun): Promise<CommandOutcome | undefined> {
    const isNew = this.#running === undefined;
    this.#running ??= new RunningShell(await this.#sandbox.spawn([this.#program], { stdin: true }));
    const shell = this.#running;
    const isBash = /(?:^|\/)bash$/.test(this.#program);
    const step = this.#session.step(command, { isNew, isBash, home: this.#sandbox.workingDirectory });
    try {
      const exit = await shell.run(step, run);
      const { lostDirectory, exitCode, state } = step.finish();
      if (exit === undefined && state === "run") return { exitCode, lostDirectory };
      await this.restart();
      if (state === "not started") return undefined;
      const note = state === "ended" ? shellEnded : shellExited;
      return { exitCode: exit?.exitCode ?? exitCode, signal: exit?.signal, lostDirectory, note };
    } catch (error) {
      await this.restart();
      throw error;
    }
  }

  /** Ends the shell and everything that it started. */
  async restart(): Promise<void> {
    const shell = this.#running;
    this.#running = undefined;
    await shell?.kill();
  }
}

const lost = "other variables, functions, aliases, options and background jobs are lost";

/** The note for a model when the shell has ended without a report. */
export const shellEnded: string = `[the shell has ended: the next command starts a new one in the directory and with the exported variables from before this command; ${lost}]`;

/** The note for a model when the command has ended the shell, which has then reported its state. */
const shellExited = `[the shell has ended: the next command starts a new one in the same directory, with the exported variables; ${lost}]`;

/** The note for a model when the shell had ended after its last command. */
const shellWasEnded = `[the shell had ended: this command ran in a new one in the same directory, with the exported variables; ${lost}]`;

/** A shell process, and who receives its output. */
class RunningShell {
  readonly #process: SandboxProcess;
  readonly #input: ProcessInput;
  readonly #ended: Promise<ProcessExit>;
  #receive: (stream: "stdout" | "stderr", text: string) => void;
  /** The output of background jobs since the last command. */
  #earlier = { stdout: new MiddleText(maxEarlier), stderr: new MiddleText(maxEarlier) };

  constructor(process: SandboxProcess) {
    this.#process = process;
    this.#receive = () => {};
    this.#input = new ProcessInput(process);
    const output = Promise.all([
      readText(process.stdout, (text) => this.#receive("stdout", text)),
      readText(process.stderr, (text) => this.#receive("stderr", text)),
    ]);
    this.#ended = process.wait().then(async (exit) => {
      await output;
      return exit;
    });
    this.#ended.catch(() => {}); // `run` reports it
    this.#keepForLater();
  }

  /** @returns how the shell ended, or `undefined` if it goes on */
  async run(step: ShellStep, { timeout, signal, onOutput }: CommandRun): Promise<ProcessExit | undefined> {
    const done = Promise.withResolvers<undefined>();
    const earlier = this.#earlier;
    let hasBegun = false;
    this.#receive = (stream, text) => {
      const shown = step[stream].add(text);
      if (!hasBegun && step.stderr.sections.length > 0) {
        hasBegun = true;
        void this.#input.write(step.rest);
      }
      if (shown !== "") onOutput({ stream, text: shown });
      if (step.stdout.isComplete && step.stderr.isComplete) done.resolve(undefined);
    };
    for (const stream of ["stdout", "stderr"] as const) {
      const text = earlier[stream].toString();
      if (text !== "") onOutput({ stream, text });
    }
    const aborted = Promise.withResolvers<never>();
    aborted.promise.catch(() => {}); // it may be rejected before anybody waits for it
    const timer = startTimeout(() => aborted.reject(timeoutError(timeout)), timeout);
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      signal.throwIfAborted();
      void this.#input.write(step.script); // a shell that does not read it would end the wait for its limit
      return await Promise.race([done.promise, this.#ended, aborted.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      for (const stream of ["stdout", "stderr"] as const) {
        const text = step[stream].end();
        if (text !== "") onOutput({ stream, text });
      }
      this.#keepForLater();
    }
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  /** Stores the output of background jobs between two commands. */
  #keepForLater(): void {
    const kept = { stdout: new MiddleText(maxEarlier), stderr: new MiddleText(maxEarlier) };
    this.#earlier = kept;
    this.#receive = (stream, text) => kept[stream].add(text);
  }
}

/** How many characters of output between two commands are kept. */
const maxEarlier = 30_000;

function timeoutError(timeout: number): SandboxError {
  return new SandboxError("timeout", `The command did not end within ${timeout / 1000} s`);
}
