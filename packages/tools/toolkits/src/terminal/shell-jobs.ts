/** Runs commands in the background of a sandbox. */
import type { ProcessExit, Sandbox, SandboxProcess } from "@helve/sandbox";
import { ToolError } from "@helve/tool";
import { MiddleText } from "../middle-text.ts";
import { ProcessInput, readText } from "../process-text.ts";

/** The commands that run in the background of a sandbox. They end with it. */
export class ShellJobs {
  readonly #jobs = new Map<string, ShellJob>();
  readonly #limits: JobLimits;
  #count = 0;

  constructor(limits: JobLimits) {
    this.#limits = limits;
  }

  get all(): readonly ShellJob[] {
    return [...this.#jobs.values()];
  }

  /**
   * Starts a shell that reads a script.
   *
   * @throws ToolError if too many jobs are running
   */
  async start(sandbox: Sandbox, shell: string, command: string, script: string): Promise<ShellJob> {
    const running = this.all.filter(({ exit }) => exit === undefined);
    if (running.length >= this.#limits.maxJobs) {
      const names = running.map(({ id }) => id).join(", ");
      throw new ToolError(`${running.length} jobs are running, which is the limit: stop one of ${names} first.`);
    }
    const id = `job_${++this.#count}`;
    const process = await sandbox.spawn([shell], { stdin: true });
    const job = new ShellJob(id, command, process, this.#limits.outputLimit);
    this.#jobs.set(id, job);
    const ended = this.all.filter(({ exit }) => exit !== undefined);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - maxEndedJobs))) this.#jobs.delete(id);
    const input = new ProcessInput(process);
    void input.write(script);
    void input.end();
    return job;
  }

  /** A line for each job that has ended or printed nothing for long, and that was not reported yet. */
  news(): readonly string[] {
    return this.all.flatMap((job) => job.news() ?? []);
  }

  /** @throws ToolError if there is no such job */
  job(id: string): ShellJob {
    const job = this.#jobs.get(id.trim());
    if (job !== undefined) return job;
    const names = [...this.#jobs.keys()].join(", ");
    throw new ToolError(
      `There is no job ${JSON.stringify(id)}: ${names === "" ? "none was started" : `there is ${names}`}.`,
    );
  }
}

/** Limits of {@link ShellJobs}. */
export interface JobLimits {
  /** How many jobs may run at the same time. */
  readonly maxJobs: number;
  /** How many characters of output are kept until they are read. */
  readonly outputLimit: number;
}

/** After so many minutes without output a job is reported as silent. */
const silentMinutes = 10;

/** How many jobs that have ended can still be read. */
const maxEndedJobs = 32;

/** A command in the background. */
export class ShellJob {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number = Date.now();
  /** The exit of the process; undefined while it runs. */
  exit: ProcessExit | undefined;
  #lastOutputAt: number = Date.now();
  /** The last state that was reported. */
  #known: "running" | "silent" | "ended" = "running";
  readonly #process: SandboxProcess;
  readonly #outputLimit: number;
  readonly #ended: Promise<void>;
  #unread: MiddleText;

  constructor(id: string, command: string, process: SandboxProcess, outputLimit: number) {
    this.id = id;
    this.command = command;
    this.#process = process;
    this.#outputLimit = outputLimit;
    this.#unread = new MiddleText(outputLimit);
    const add = (text: string): void => this.#add(text);
    const output = Promise.all([readText(process.stdout, add), readText(process.stderr, add)]);
    this.#ended = process
      .wait()
      .then(async (exit) => {
        await output;
        this.exit = exit;
      })
      .catch(() => {
        this.exit = { exitCode: 1 };
      });
  }

  /** How many characters of output are unread. */
  get unread(): number {
    return this.#unread.total;
  }

  /** `running`, `ended with the exit code 0`, … */
  get status(): string {
    if (this.exit === undefined) return "running";
    const { exitCode, signal } = this.exit;
    return signal === undefined ? `ended with the exit code ${exitCode}` : `ended by ${signal}`;
  }

  /** A line about the job if it has ended, or has become silent, since the last one. */
  news(): string | undefined {
    const silence = Math.floor((Date.now() - this.#lastOutputAt) / 60_000);
    const isSilent = this.exit === undefined && silence >= silentMinutes;
    const state = this.exit !== undefined ? "ended" : isSilent ? "silent" : "running";
    if (state === this.#known) return undefined;
    this.#known = state;
    if (state === "running") return undefined;
    const unread = this.unread === 0 ? "" : `, ${this.unread} characters of output are unread`;
    return `[${this.id}: ${this.status}${isSilent ? `, no output for ${silence} minutes` : ""}${unread}]`;
  }

  /** The output since the last read. */
  readOutput(): string {
    if (this.exit !== undefined) this.#known = "ended";
    const text = this.#unread.toString();
    this.#unread = new MiddleText(this.#outputLimit);
    return text;
  }

  async stop(): Promise<void> {
    await this.#process.kill();
    await this.#ended;
  }

  #add(text: string): void {
    this.#lastOutputAt = Date.now();
    this.#unread.add(text);
  }
}
