/** Runs one command in a shell of its own. */
import type { ExecOutput, Sandbox } from "@helve/sandbox";
import type { ShellSession } from "./shell-session.ts";

/** Options for running one command. */
export interface CommandRun {
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Receives the output, in order, as it arrives. */
  readonly onOutput: (output: ExecOutput) => void;
}

/** The outcome of a command. */
export interface CommandOutcome {
  readonly exitCode: number;
  /** The signal that ended the shell. */
  readonly signal?: string | undefined;
  /** The directory of the session, if it no longer existed when the command started. */
  readonly lostDirectory?: string | undefined;
  /** A note about the state of the shell, such as that it was lost. */
  readonly note?: string | undefined;
}

/**
 * Runs a command in a shell of its own, which restores the directory and the exported variables of the session: for sandboxes in which no
 * process stays.
 *
 * @throws SandboxError `timeout`; the reason of the signal
 */
export async function runAlone(
  sandbox: Sandbox,
  shell: string,
  { session, command, run }: { readonly session: ShellSession; readonly command: string; readonly run: CommandRun },
): Promise<CommandOutcome> {
  const { script, errors, finish } = session.run(command);
  const { timeout, signal } = run;
  const onOutput = ({ stream, text }: ExecOutput): void => {
    const shown = stream === "stderr" ? errors.add(text) : text;
    if (shown !== "") run.onOutput({ stream, text: shown });
  };
  // The output is kept by the caller: of what the sandbox keeps, nothing is used.
  const unused = { overflow: "tail", outputLimit: 1, invalidUtf8: "replace" } as const;
  try {
    const ended = await sandbox.exec([shell], { input: script, timeout, signal, ...unused, onOutput });
    const rest = errors.end();
    if (rest !== "") run.onOutput({ stream: "stderr", text: rest });
    const note = definesState.test(command) ? onlyExports : undefined;
    return { exitCode: ended.exitCode, signal: ended.signal, lostDirectory: finish(), note };
  } catch (error) {
    const rest = errors.end();
    if (rest !== "") run.onOutput({ stream: "stderr", text: rest });
    throw error;
  }
}

/** A command that sets a variable, a function, an alias or an option. */
const definesState = /^\s*(?:[A-Za-z_]\w*=\S*\s*(?:$|;)|function\s|[A-Za-z_][\w-]*\s*\(\)|alias\s+\w|set\s+[-+])/m;

const onlyExports =
  "[this sandbox keeps the working directory and exported variables for the next call, but no other variables, functions, aliases or options]";
