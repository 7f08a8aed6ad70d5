/** The state of the toolkit `Terminal` for each sandbox: its shell and its background jobs. */
import type { Sandbox } from "@helve/sandbox";
import { type CommandOutcome, type CommandRun, runAlone } from "./command-run.ts";
import { PersistentShell } from "./persistent-shell.ts";
import { type JobLimits, ShellJobs } from "./shell-jobs.ts";
import { ShellSession } from "./shell-session.ts";

/** The stored state for a sandbox and an instance. */
export interface TerminalState {
  readonly shell: string;
  readonly session: ShellSession;
  readonly jobs: ShellJobs;
  /** Runs a command after those before it. */
  readonly run: (command: string, run: CommandRun) => Promise<CommandOutcome>;
  readonly restart: () => Promise<void>;
}

/** The state of a sandbox for a toolkit, or for all toolkits with the name of an instance. */
export function terminalState(
  sandbox: Sandbox,
  instance: object | string,
  options: JobLimits & { readonly shell: string | undefined },
): Promise<TerminalState> {
  const states = statesBySandbox.get(sandbox) ?? new Map<object | string, Promise<TerminalState>>();
  statesBySandbox.set(sandbox, states);
  const state = states.get(instance) ?? createState(sandbox, options.shell, options);
  states.set(instance, state);
  return state;
}

const statesBySandbox = new WeakMap<Sandbox, Map<object | string, Promise<TerminalState>>>();

/** Finds the shell, and keeps a process of it where the sandbox can. */
async function createState(sandbox: Sandbox, named: string | undefined, limits: JobLimits): Promise<TerminalState> {
  const shell = named ?? ((await hasBash(sandbox)) ? "bash" : "sh");
  const session = new ShellSession();
  const jobs = new ShellJobs(limits);
  if (sandbox.capabilities.isolation === "memory") {
    const run = (command: string, run: CommandRun) => runAlone(sandbox, shell, { session, command, run });
    return { shell, session, jobs, run, restart: async () => session.forget() };
  }
  const persistent = new PersistentShell(sandbox, shell, session);
  let last: Promise<unknown> = Promise.resolve();
  const run = (command: string, run: CommandRun): Promise<CommandOutcome> => {
    const next = last.then(() => persistent.run(command, run));
    last = next.catch(() => {});
    return next;
  };
  const restart = async () => {
    session.forget();
    await persistent.restart();
  };
  return { shell, session, jobs, run, restart };
}

async function hasBash(sandbox: Sandbox): Promise<boolean> {
  const found = await sandbox.exec(["bash", "-c", ":"], { timeout: 10_000 }).catch(() => undefined);
  return found?.success === true;
}
