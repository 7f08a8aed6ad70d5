// The subpath `@helve/toolkits/terminal`: runs shell commands in a sandbox.

import type { Args, ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { type ExecOutput, type Sandbox, SandboxError } from "@helve/sandbox";
import { type Tool, ToolError, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import { MiddleText } from "./middle-text.ts";
import { type SandboxOption, sandboxOptionNames, sessionSandbox } from "./session-sandbox.ts";
import { ShellJobs } from "./terminal/shell-jobs.ts";
import { ShellSession } from "./terminal/shell-session.ts";
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
  /** The shell, which must be a POSIX shell; `sh` by default. */
  readonly shell?: string | undefined;
}

/**
 * Runs command lines in the session's sandbox. The working directory and the exported variables last from call to call, also after a
 * command that ends the shell or can't be parsed.
 *
 * @example
 * await using environments = sandboxEnvironments({ default: { create: () => bubblewrapSandbox() } });
 * const session = new ActionExecutor([new Terminal()]).session({ sandboxes: environments.session() });
 */
export class Terminal extends Toolkit {
  override readonly name = "Terminal";
  static readonly description = "Runs commands by a shell. The working directory and exported variables are kept.";
  readonly #options: TerminalOptions;
  #tools: readonly Tool<Args>[] | undefined;
  readonly #states = new WeakMap<Sandbox, TerminalState>();

  constructor(options: TerminalOptions = {}) {
    super(
      toolkitOptions(
        options,
        { ...sandboxOptionNames, timeout: true, maxTimeout: true, outputLimit: true, maxJobs: true, shell: true },
        chinese,
      ),
    );
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
    `Run a command line by a POSIX shell, and get what it prints, and its exit code unless that is 0. The working directory and exported
    variables are kept for the next call. Commands have no input: one that asks a question fails.

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
    const { shell = "sh" } = this.#options;
    // A shell would drop it, and run another command than the one that rules have read.
    if (command.includes("\0")) throw new ToolError('Terminal.Execute: "command" must not contain a null byte');
    const limit = timeLimit("Terminal.Execute", timeout, this.#limits);
    const sandbox = await sessionSandbox(context, this.#options);
    const { session, jobs } = this.#stateOf(sandbox);
    if (background === true) {
      const { id } = await jobs.start(sandbox, shell, command, session.script(command));
      return `Started ${id}.`;
    }
    return this.#run(sandbox, command, limit, context);
  }

  @toolApi(
    `List the commands in the background.

    Returns:
        list: the jobs, each with its command, its status, for how many seconds it has existed, and how many characters of output are unread`,
    { parallel: true, idempotent: true },
  )
  async Jobs(context: ToolContext): Promise<readonly JobEntry[]> {
    const { jobs } = this.#stateOf(await sessionSandbox(context, this.#options));
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
    const { jobs } = this.#stateOf(await sessionSandbox(context, this.#options));
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
    const { jobs } = this.#stateOf(await sessionSandbox(context, this.#options));
    const found = jobs.job(job);
    await found.stop();
    return joinLines(found.readOutput(), `[${found.id}: ${found.status}]`);
  }

  #stateOf(sandbox: Sandbox): TerminalState {
    const known = this.#states.get(sandbox);
    if (known !== undefined) return known;
    const { maxJobs = 8, outputLimit = defaultOutputLimit } = this.#options;
    const state = { session: new ShellSession(), jobs: new ShellJobs({ maxJobs, outputLimit }) };
    this.#states.set(sandbox, state);
    return state;
  }

  /** @throws ToolError if it does not end in time */
  async #run(sandbox: Sandbox, command: string, seconds: number, { signal, progress }: ToolContext): Promise<string> {
    const { shell = "sh", outputLimit = defaultOutputLimit } = this.#options;
    const { session, jobs } = this.#stateOf(sandbox);
    const { script, errors, finish } = session.run(command);
    const kept = { stdout: new MiddleText(outputLimit), stderr: new MiddleText(outputLimit) };
    const add = ({ stream, text }: ExecOutput): void => {
      if (text === "") return;
      kept[stream].add(text);
      progress({ stream, text });
    };
    const onOutput = ({ stream, text }: ExecOutput): void =>
      add({ stream, text: stream === "stderr" ? errors.add(text) : text });
    // The output is kept here: of what the sandbox keeps, nothing is used.
    const unused = { overflow: "tail", outputLimit: 1, invalidUtf8: "replace" } as const;
    try {
      const limits = { input: script, timeout: seconds * 1000, signal };
      const { exitCode, signal: by } = await sandbox.exec([shell], { ...limits, ...unused, onOutput });
      add({ stream: "stderr", text: errors.end() });
      const lost = finish();
      const notes = [
        lost !== undefined && `[${lost} no longer exists: the command started in ${sandbox.workingDirectory}]`,
        exitCode !== 0 && `[exit code ${exitCode}${by === undefined ? "" : `, ${by}`}]`,
      ];
      return joinLines(outputText(kept, notes) || "[no output]", ...jobs.news());
    } catch (error) {
      add({ stream: "stderr", text: errors.end() });
      if (signal.aborted) throw abortedError(signal, textsOf(kept));
      if (!(error instanceof SandboxError) || error.code !== "timeout") throw error;
      const problem = `Terminal.Execute: the command did not end within ${seconds} s and was ended. Set a longer "timeout", or "background".`;
      const output = outputText(kept, []);
      throw new ToolError(output === "" ? problem : `${problem}\n\nOutput before that:\n${output}`);
    }
  }
}

/** What the arguments mean to rules: entries of a policy's `tools`. */
export const terminalUses: NonNullable<Policy<"shell">["tools"]> = {
  "Terminal.Execute": { code: "command", language: "shell", session: "kept" },
  "Terminal.Jobs": [],
  "Terminal.Output": [],
  "Terminal.Stop": [],
};

const defaultOutputLimit = 30_000;

/** What the toolkit keeps for a sandbox. */
interface TerminalState {
  readonly session: ShellSession;
  readonly jobs: ShellJobs;
}

/** A command in the background, as `Terminal.Jobs` lists it. */
interface JobEntry {
  readonly job: string;
  readonly command: string;
  readonly status: string;
  readonly seconds: number;
  readonly unread: number;
}

/** What a command has printed. */
interface KeptOutput {
  readonly stdout: MiddleText;
  readonly stderr: MiddleText;
}

function textsOf({ stdout, stderr }: KeptOutput): { readonly stdout: string; readonly stderr: string } {
  return { stdout: stdout.toString(), stderr: stderr.toString() };
}

function outputText({ stdout, stderr }: KeptOutput, notes: readonly (string | false)[]): string {
  const errors = stderr.toString();
  const lines = [stdout.toString(), errors !== "" && "[stderr]", errors, ...notes];
  return joinLines(...lines.filter((line): line is string => line !== false));
}

/** Joins texts, each of which begins a new line. */
function joinLines(...texts: readonly string[]): string {
  return texts.reduce((text, next) =>
    text === "" || next === "" || text.endsWith("\n") ? text + next : `${text}\n${next}`,
  );
}

const chinese: ToolkitTexts = {
  description: "用 shell 运行命令，工作目录和已导出的变量会保留。",
  tools: {
    Execute: {
      description:
        "用 POSIX shell 运行一条命令行，返回其输出；退出码不为 0 时也返回退出码。工作目录和已导出的变量会保留到下次调用。命令没有输入，需要回答问题的命令会失败。",
      parameters: {
        command: "命令行",
        timeout: "时限（秒），超时后命令被终止；不适用于后台命令",
        background: "是否在后台运行并立即返回任务名，用于服务器等长时间运行的命令",
      },
    },
    Jobs: { description: "列出后台命令。" },
    Output: {
      description: "返回后台命令自上次读取以来的输出，以及它是否已结束。",
      parameters: { job: "任务名，例如 job_1" },
    },
    Stop: { description: "终止后台命令及其启动的一切。", parameters: { job: "任务名，例如 job_1" } },
  },
};
