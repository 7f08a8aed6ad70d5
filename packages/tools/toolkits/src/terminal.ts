/** The subpath `@helve/toolkits/terminal`: runs shell commands in a sandbox. */
import type { Args, ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { type ExecOutput, type Sandbox, SandboxError } from "@helve/sandbox";
import { type Tool, ToolError, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import { MiddleText } from "./middle-text.ts";
import { type SandboxOption, sandboxOptionNames, sandboxPlace, sessionSandbox } from "./session-sandbox.ts";
import { shellEnded } from "./terminal/persistent-shell.ts";
import { type TerminalState, terminalState } from "./terminal/terminal-state.ts";
import { abortedError, type OwnLimits, timeLimit, withOwnLimit } from "./time-limit.ts";
import { type CommonToolkitOptions, toolkitOptions } from "./toolkit-options.ts";

/** Options of {@link Terminal}. */
export interface TerminalOptions extends CommonToolkitOptions, SandboxOption {
  /** The time limit of a command that sets none, in seconds; 120 by default. */
  readonly timeout?: number | undefined;
  /** The longest time limit that a command may set, in seconds; 3,600 by default. */
  readonly maxTimeout?: number | undefined;
  /** How many characters of each stream are returned, and of a job kept until they are read; 30,000 by default. */
  readonly outputLimit?: number | undefined;
  /** How many commands may run in the background at the same time; 8 by default. */
  readonly maxJobs?: number | undefined;
  /** The shell, which must be a POSIX shell; `bash` by default where the sandbox has it, otherwise `sh`. */
  readonly shell?: string | undefined;
  /** The name of a shell that toolkits share: those with the same name have one, also in other executors. By default each has its own. */
  readonly instance?: string | undefined;
}

/**
 * Runs command lines in the session's sandbox, in one shell that stays from call to call: its directory, variables, functions, aliases, options
 * and background jobs. After a command that ends the shell or takes too long, the next one starts in the same directory with the exported
 * variables. In a sandbox in memory, only these are kept.
 *
 * @example
 * await using environments = sandboxEnvironments({ default: { create: () => bubblewrapSandbox() } });
 * const session = new ActionExecutor([new Terminal()]).session({ sandboxes: environments.session() });
 */
export class Terminal extends Toolkit {
  override readonly name = "Terminal";
  static readonly description = "Runs commands by a shell that stays from call to call.";
  readonly #options: TerminalOptions;
  #tools: readonly Tool<Args>[] | undefined;

  constructor(options: TerminalOptions = {}) {
    const own = {
      ...sandboxOptionNames,
      timeout: true,
      maxTimeout: true,
      outputLimit: true,
      maxJobs: true,
      shell: true,
      instance: true,
    } as const;
    super({ ...toolkitOptions(options, own, chinese), place: sandboxPlace(options) });
    this.#options = options;
  }

  /** `Execute` ends a command at its own limit; the executor's limit is later. */
  override get tools(): readonly Tool<Args>[] {
    this.#tools ??= withOwnLimit(super.tools, "Execute", this.#limits);
    return this.#tools;
  }

  get #limits(): OwnLimits {
    const { timeout: defaultTimeout = 120, maxTimeout = 3600 } = this.#options;
    return { defaultTimeout, maxTimeout };
  }

  @toolApi(
    `Run a command line by bash, or by sh where there is no bash, and get what it prints, and its exit code unless that is 0. The shell stays for
    the next call, with its working directory, variables, functions, aliases and options; a note says when it has ended or can't keep them.
    Commands have no input: one that asks a question fails.

    Args:
        command (str): the command line
        timeout (float, optional): the time limit in seconds, after which the command is ended; not for a command in the background
        background (bool, optional): whether to return at once with the name of a job, for a server or another command that runs long

    Returns:
        str: the output`,
  )
  async Execute(
    command: string,
    timeout: number | undefined,
    background: boolean | undefined,
    context: ToolContext,
  ): Promise<string> {
    // A shell would drop it, and run another command than the one that rules have read.
    if (command.includes("\0")) throw new ToolError('Terminal.Execute: "command" must not contain a null byte');
    const limit = timeLimit("Terminal.Execute", timeout, this.#limits);
    const sandbox = await sessionSandbox(context, this.#options);
    if (background === true) {
      const { shell, session, jobs } = await this.#stateOf(sandbox);
      const { id } = await jobs.start(sandbox, shell, command, session.script(command));
      return timeout === undefined ? `Started ${id}.` : `Started ${id}. ${noLimit}`;
    }
    return this.#run(sandbox, command, limit, context);
  }

  @toolApi(
    `End the shell and everything that it started, and begin a new one in the first directory. Commands that were started with background go on.

    Returns:
        str: a confirmation`,
    { idempotent: true },
  )
  async Restart(context: ToolContext): Promise<string> {
    const { restart } = await this.#stateOf(await sessionSandbox(context, this.#options));
    await restart();
    return "The shell was ended; the next command starts a new one.";
  }

  @toolApi(
    `List the commands in the background.

    Returns:
        list: the jobs, each with its command, its status, for how many seconds it has existed, and how many characters of output are unread`,
    { parallel: true, idempotent: true },
  )
  async Jobs(context: ToolContext): Promise<readonly JobEntry[]> {
    const { jobs } = await this.#stateOf(await sessionSandbox(context, this.#options));
    return jobs.all.map(({ id, command, status, startedAt, unread }) => {
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      return { job: id, command, status, seconds, unread };
    });
  }

  @toolApi(
    `Get what a command in the background has printed since the last call, and whether it has ended.

    Args:
        job (str): the name of the job, such as job_1

    Returns:
        str: the new output and the status`,
  )
  async Output(job: string, context: ToolContext): Promise<string> {
    const { jobs } = await this.#stateOf(await sessionSandbox(context, this.#options));
    const found = jobs.job(job);
    const { status } = found; // before the output, so that a job that has ended has no more
    return joinLines(found.readOutput(), `[${found.id}: ${status}]`);
  }

  @toolApi(
    `End a command in the background, with everything that it started.

    Args:
        job (str): the name of the job, such as job_1

    Returns:
        str: the output since the last read, and how it ended`,
  )
  async Stop(job: string, context: ToolContext): Promise<string> {
    const { jobs } = await this.#stateOf(await sessionSandbox(context, this.#options));
    const found = jobs.job(job);
    await found.stop();
    return joinLines(found.readOutput(), `[${found.id}: ${found.status}]`);
  }

  #stateOf(sandbox: Sandbox): Promise<TerminalState> {
    const { instance = this, maxJobs = 8, outputLimit = defaultOutputLimit, shell } = this.#options;
    return terminalState(sandbox, instance, { shell, maxJobs, outputLimit });
  }

  /** @throws ToolError if it does not end in time */
  async #run(sandbox: Sandbox, command: string, seconds: number, { signal, progress }: ToolContext): Promise<string> {
    const { outputLimit = defaultOutputLimit } = this.#options;
    const { run, jobs } = await this.#stateOf(sandbox);
    const kept = { stdout: new MiddleText(outputLimit), stderr: new MiddleText(outputLimit) };
    const onOutput = ({ stream, text }: ExecOutput): void => {
      kept[stream].add(text);
      progress({ stream, text });
    };
    try {
      const outcome = await run(command, { timeout: seconds * 1000, signal, onOutput });
      const { exitCode, signal: by, lostDirectory: lost, note } = outcome;
      const notes = [
        lost !== undefined && `[${lost} no longer exists: the command started in ${sandbox.workingDirectory}]`,
        exitCode !== 0 && `[exit code ${exitCode}${by === undefined ? "" : `, ${by}`}]`,
        note !== undefined && note,
      ];
      return joinLines(outputText(kept, notes) || "[no output]", ...jobs.news());
    } catch (error) {
      if (signal.aborted) throw abortedError(signal, textsOf(kept));
      if (!(error instanceof SandboxError) || error.code !== "timeout") throw error;
      const problem = `Terminal.Execute: the command did not end within ${seconds} s and was ended. Set a longer "timeout", or "background".`;
      const state = sandbox.capabilities.isolation === "memory" ? problem : `${problem}\n${shellEnded}`;
      const output = outputText(kept, []);
      throw new ToolError(output === "" ? state : `${state}\n\nOutput before that:\n${output}`);
    }
  }
}

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const terminalUses: NonNullable<Policy<"shell">["tools"]> = {
  "Terminal.Execute": { code: "command", language: "shell", session: "kept" },
  "Terminal.Restart": [],
  "Terminal.Jobs": [],
  "Terminal.Output": [],
  "Terminal.Stop": [],
};

const defaultOutputLimit = 30_000;

/** The note for a model that has set a time limit for a command in the background. */
const noLimit =
  '[a command in the background has no time limit: "timeout" was ignored, and Terminal.Stop ends the job]';

/** A command in the background, as `Terminal.Jobs` lists it. */
interface JobEntry {
  readonly job: string;
  readonly command: string;
  readonly status: string;
  readonly seconds: number;
  readonly unread: number;
}

/** The stored output of a command. */
interface KeptOutput {
  readonly stdout: MiddleText;
  readonly stderr: MiddleText;
}

/** Returns the kept output as texts. */
function textsOf({ stdout, stderr }: KeptOutput): { readonly stdout: string; readonly stderr: string } {
  return { stdout: stdout.toString(), stderr: stderr.toString() };
}

/** Writes a command's output, then its errors after `[stderr]`, then the notes. */
function outputText({ stdout, stderr }: KeptOutput, notes: readonly (string | false)[]): string {
  const errors = stderr.toString();
  const lines = [stdout.toString(), errors !== "" && "[stderr]", errors, ...notes];
  return joinLines(...lines.filter((line): line is string => line !== false));
}

/** Joins texts so that each begins a new line. */
function joinLines(...texts: readonly string[]): string {
  return texts.reduce((text, next) =>
    text === "" || next === "" || text.endsWith("\n") ? text + next : `${text}\n${next}`,
  );
}

const chinese: ToolkitTexts = {
  description: "用 shell 运行命令，shell 在调用之间保留。",
  tools: {
    Execute: {
      description:
        "用 bash（没有时用 sh）运行一条命令行，返回其输出；退出码不为 0 时也返回退出码。shell 会保留到下次调用，包括工作目录、变量、函数、别名和选项；如果它已结束或无法保留，会有说明。命令没有输入，需要回答问题的命令会失败。",
      parameters: {
        command: "命令行",
        timeout: "时限（秒），超时后命令被终止；不适用于后台命令",
        background: "是否在后台运行并立即返回任务名，用于服务器等长时间运行的命令",
      },
    },
    Restart: { description: "结束 shell 及其启动的一切，并在最初的目录启动新的 shell。后台命令会继续运行。" },
    Jobs: { description: "列出后台命令。" },
    Output: {
      description: "返回后台命令自上次读取以来的输出，以及它是否已结束。",
      parameters: { job: "任务名，例如 job_1" },
    },
    Stop: { description: "终止后台命令及其启动的一切。", parameters: { job: "任务名，例如 job_1" } },
  },
};
