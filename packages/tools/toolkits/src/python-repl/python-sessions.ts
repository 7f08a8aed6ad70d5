/** The Python processes of a toolkit: one per sandbox. */
import type { Args, ToolContext } from "@helve/core";
import type { Sandbox } from "@helve/sandbox";
import { type Tool, ToolError } from "@helve/tool";
import { type SandboxOption, sandboxOptionNames, sessionSandbox } from "../session-sandbox.ts";
import { type OwnLimits, timeLimit, withOwnLimit } from "../time-limit.ts";
import type { CommonToolkitOptions } from "../toolkit-options.ts";
import { Interpreter, type RunOutcome } from "./interpreter.ts";

/** Options of the toolkits that run Python. */
export interface PythonOptions extends CommonToolkitOptions, SandboxOption {
  /** The time limit of code that sets none, in seconds; 60 by default, 20 with `PythonInterpreter`. */
  readonly timeout?: number | undefined;
  /** The longest time limit that a call may set, in seconds; 3,600 by default. */
  readonly maxTimeout?: number | undefined;
  /** How many characters of output are returned; 30,000 by default. */
  readonly outputLimit?: number | undefined;
  /** The program; `python3` by default. */
  readonly python?: string | undefined;
}

/** The names of the options of {@link PythonOptions}. */
export const pythonOptionNames: Readonly<Record<Exclude<keyof PythonOptions, keyof CommonToolkitOptions>, true>> = {
  ...sandboxOptionNames,
  timeout: true,
  maxTimeout: true,
  outputLimit: true,
  python: true,
};

/** One run of code. */
export interface PythonRun {
  /** The tool, for messages. */
  readonly tool: string;
  readonly code: string;
  readonly timeout?: number | undefined;
  /** The time limit if neither the call nor the options set one. */
  readonly defaultTimeout: number;
  readonly solution?: string | undefined;
}

/** The interpreters of a toolkit: one for each sandbox, started by the first run. They end with the sandbox. */
export class PythonSessions {
  readonly #options: PythonOptions;
  readonly #interpreters = new WeakMap<Sandbox, Promise<Interpreter>>();

  constructor(options: PythonOptions) {
    this.#options = options;
  }

  /**
   * Runs code.
   *
   * @returns what came of it, and a note if the variables of earlier runs are lost
   * @throws ToolError if it was interrupted, or ended the interpreter
   */
  async run(
    { tool, code, solution, ...limits }: PythonRun,
    context: ToolContext,
  ): Promise<RunOutcome & { note: string }> {
    const { outputLimit = defaultOutputLimit } = this.#options;
    const timeout = timeLimit(tool, limits.timeout, this.#limits(limits.defaultTimeout));
    const sandbox = await sessionSandbox(context, this.#options);
    const { signal, progress } = context;
    const { interpreter, note } = await this.#interpreter(sandbox);
    const onOutput = (text: string): void => progress({ stream: "stdout", text });
    const outcome = await interpreter.run({ code, solution, timeout, signal, outputLimit, onOutput });
    const { output, isInterrupted, ended } = outcome;
    if (!isInterrupted && ended === undefined) return { ...outcome, note };
    const problem = isInterrupted
      ? `the code did not end within ${timeout} s and was interrupted`
      : `the interpreter ended: ${ended}`;
    const variables =
      ended === undefined ? "Variables are kept." : "All variables are lost; the next call starts a new interpreter.";
    const before = output === "" ? "" : `\n\nOutput before that:\n${output}`;
    throw new ToolError(`${tool}: ${problem}. ${variables}${before}`);
  }

  /** Returns the tools of a toolkit. The tool `name` ends code at its own limit, so the executor's limit for it is longer. */
  tools(tools: readonly Tool<Args>[], name: string, defaultTimeout: number): readonly Tool<Args>[] {
    return withOwnLimit(tools, name, this.#limits(defaultTimeout));
  }

  #limits(toolDefault: number): OwnLimits {
    const { timeout: defaultTimeout = toolDefault, maxTimeout = 3600 } = this.#options;
    return { defaultTimeout, maxTimeout };
  }

  /** Ends the interpreter of a call's sandbox. */
  async restart(context: ToolContext): Promise<void> {
    const sandbox = await sessionSandbox(context, this.#options);
    const running = await this.#interpreters.get(sandbox)?.catch(() => undefined);
    this.#interpreters.delete(sandbox);
    await running?.stop();
  }

  async #interpreter(sandbox: Sandbox): Promise<{ readonly interpreter: Interpreter; readonly note: string }> {
    const known = this.#interpreters.get(sandbox);
    const running = await known?.catch(() => undefined);
    if (running?.hasEnded === false) return { interpreter: running, note: "" };
    const starting = Interpreter.start(sandbox, this.#options.python ?? "python3");
    this.#interpreters.set(sandbox, starting);
    const note =
      running === undefined ? "" : "[a new interpreter was started: the variables of earlier calls are lost]";
    return { interpreter: await starting, note };
  }
}

const defaultOutputLimit = 30_000;
