import { errorJson } from "@helve/core";
import { isObject, startTimeout } from "@helve/core/internal";
import type { Sandbox, SandboxProcess } from "@helve/sandbox";
import { ToolError } from "@helve/tool";
import { base64Bytes } from "../base64-bytes.ts";
import { MiddleText } from "../middle-text.ts";
import { ProcessInput, readText } from "../process-text.ts";
import { abortedError } from "../time-limit.ts";
import { driver } from "./driver.ts";
import { MessageReader, messageText } from "./message-reader.ts";

/**
 * A Python process that keeps its variables from run to run.
 *
 * The code shares its process with the driver, so it can send messages in the driver's place, and forge the output and the result of its run.
 * That is no escape: code decides about both anyway, by what it prints and returns, and a message has no other effect. It becomes texts and
 * images that the model reads as the result of the run. So the form of messages is checked, but not their content.
 */
export class Interpreter {
  readonly #process: SandboxProcess;
  readonly #input: ProcessInput;
  readonly #ready: PromiseWithResolvers<void> = Promise.withResolvers<void>();
  readonly #ended: Promise<void>;
  readonly #errors = new MiddleText(2000);
  /** What threads have printed since the last run. */
  #between = new MiddleText(outputBetween);
  #run: PendingRun | undefined;
  /** Why the process was ended, if its messages were wrong. */
  #problem: string | undefined;
  #count = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Whether the process has ended, so that its variables are lost. */
  hasEnded = false;

  private constructor(process: SandboxProcess) {
    this.#process = process;
    this.#input = new ProcessInput(process);
    const output = this.#readMessages();
    const errors = readText(process.stderr, (text) => this.#errors.add(text));
    this.#ended = process
      .wait()
      .then(async ({ exitCode }) => {
        await Promise.allSettled([output, errors]);
        return this.#problem ?? `it exited with the code ${exitCode}`;
      })
      .catch((error: unknown) => String(error))
      .then((how) => this.#end(how));
    this.#ready.promise.catch(() => {});
  }

  /**
   * Starts Python.
   *
   * @throws ToolError if it does not start
   */
  static async start(sandbox: Sandbox, python: string): Promise<Interpreter> {
    if (sandbox.capabilities.isolation === "memory") {
      throw new ToolError("Python can't run in a memory sandbox, which starts no programs.");
    }
    const process = await sandbox.spawn([python, "-u", "-c", driver], { stdin: true });
    const interpreter = new Interpreter(process);
    const timer = setTimeout(
      () => interpreter.#ready.reject(new ToolError(`${python} did not start within 30 s.`)),
      30_000,
    );
    try {
      await interpreter.#ready.promise;
      return interpreter;
    } catch (error) {
      await process.kill();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Runs code, one run after the other, until it ends, or is interrupted because of the time limit or the signal. Code that goes on after an interruption ends
   * the process.
   */
  run(request: RunRequest): Promise<RunOutcome> {
    const result = this.#last.then(() => this.#execute(request));
    this.#last = result.catch(() => {});
    return result;
  }

  async stop(): Promise<void> {
    await this.#process.kill();
    await this.#ended;
  }

  async #execute(request: RunRequest): Promise<RunOutcome> {
    const { code, solution, timeout, signal, onOutput, outputLimit } = request;
    const id = ++this.#count;
    const output = new MiddleText(outputLimit);
    const done = Promise.withResolvers<Outcome | string>();
    const decoder = new TextDecoder();
    this.#run = {
      id,
      done: done.resolve,
      output: (bytes) => {
        const text = decoder.decode(bytes, { stream: true });
        output.add(text);
        if (text !== "") onOutput(text);
      },
    };
    if (solution === undefined && this.#between.total > 0) {
      this.#run.output(new TextEncoder().encode(`[printed since the last run]\n${this.#between}\n[this run]\n`));
      this.#between = new MiddleText(outputBetween);
    }
    let isInterrupted = false;
    let killTimer: ReturnType<typeof setTimeout> | undefined;
    const interrupt = (): void => {
      if (isInterrupted) return;
      isInterrupted = true;
      this.#send({ type: "interrupt", id });
      killTimer = setTimeout(() => void this.#process.kill(), interruptTime);
    };
    const timer = startTimeout(interrupt, timeout * 1000);
    signal.addEventListener("abort", interrupt, { once: true });
    if (signal.aborted) interrupt();
    else this.#send({ type: "run", id, code, solution });
    try {
      const message = signal.aborted ? "" : await done.promise;
      if (signal.aborted) throw abortedError(signal, { stdout: output.toString(), stderr: "" });
      const result = typeof message === "string" ? { ended: message } : message;
      return { output: output.toString(), isInterrupted, ...result };
    } finally {
      clearTimeout(timer);
      clearTimeout(killTimer);
      signal.removeEventListener("abort", interrupt);
      this.#run = undefined;
    }
  }

  #send(message: object): void {
    void this.#input.write(messageText(message));
  }

  #end(how: string): void {
    this.hasEnded = true;
    const errors = this.#errors.toString().trim();
    this.#ready.reject(new ToolError(`Python did not start: ${errors === "" ? how : errors}`));
    this.#run?.done(how);
  }

  async #readMessages(): Promise<void> {
    const reader = new MessageReader();
    try {
      for await (const bytes of this.#process.stdout) {
        for (const message of reader.add(bytes)) this.#receive(message);
      }
    } catch (error) {
      this.#problem = errorJson(error).message;
      await this.#process.kill();
    }
  }

  /** @throws Error for anything but a message of the driver */
  #receive(message: unknown): void {
    const members = isObject(message) ? message : {};
    const { type, id, data } = members;
    if (type === "ready") this.#ready.resolve();
    else if (type === "output" && typeof data === "string") {
      const bytes = base64Bytes(data);
      if (this.#run === undefined) this.#between.add(new TextDecoder().decode(bytes));
      else this.#run.output(bytes);
    } else {
      const outcome = type === "done" ? outcomeOf(members) : undefined;
      if (outcome === undefined) throw new Error("it sent a message of an unknown form");
      if (id === this.#run?.id) this.#run?.done(outcome);
    }
  }
}

/** How many characters are kept of what threads print between two runs. */
const outputBetween = 10_000;

/** How long code that was interrupted may go on, in milliseconds. */
const interruptTime = 2000;

/** Code that is to run. */
export interface RunRequest {
  readonly code: string;
  /** An expression whose value is the result; the code then has variables of its own. */
  readonly solution?: string | undefined;
  /** In seconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly outputLimit: number;
  readonly onOutput: (text: string) => void;
}

/** The outcome of a run. */
export interface RunOutcome extends Partial<Outcome> {
  /** The printed text. */
  readonly output: string;
  /** Whether the code was interrupted because of the time limit. */
  readonly isInterrupted: boolean;
  /** The end of the process, if it has ended. */
  readonly ended?: string;
}

/** The driver's report about a run that has ended. */
interface Outcome {
  /** The value of the last expression. */
  readonly value?: string;
  /** The traceback of an exception. */
  readonly error?: string;
  /** The exception in one line. */
  readonly short?: string;
  /** The argument of `sys.exit`. */
  readonly exit?: string;
  /** PNG images in base64. */
  readonly images: readonly string[];
}

/** A run that has not ended. */
interface PendingRun {
  readonly id: number;
  readonly output: (bytes: Uint8Array) => void;
  readonly done: (message: Outcome | string) => void;
}

/** Reads the outcome of a run from a message of the Python process. @returns `undefined` if members have other types */
function outcomeOf({ images, ...members }: Readonly<Record<string, unknown>>): Outcome | undefined {
  const texts: [string, string][] = [];
  for (const name of ["value", "error", "short", "exit"]) {
    const text = members[name];
    if (typeof text === "string") texts.push([name, text]);
    else if (text !== undefined) return undefined;
  }
  if (!Array.isArray(images) || !images.every(isBase64)) return undefined;
  return { ...Object.fromEntries(texts), images };
}

function isBase64(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z\d+/]*={0,2}$/.test(value);
}
