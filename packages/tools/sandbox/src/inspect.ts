/** The subpath `@helve/sandbox/inspect`: a sandbox with the names, units and results of Inspect, for tools that are ported from it. */
import type { ExecResult, Sandbox, SandboxConnection } from "./sandbox.ts";
import { checkOptionNames } from "./validate.ts";

/** A sandbox as Inspect defines it: times in seconds, `returncode`, text or bytes by a flag. */
export interface InspectSandbox {
  exec(cmd: readonly string[], options?: InspectExecOptions): Promise<InspectExecResult>;
  write_file(file: string, contents: string | Uint8Array): Promise<void>;
  read_file(file: string, text?: true): Promise<string>;
  read_file(file: string, text: false): Promise<Uint8Array>;
  connection(options?: { readonly user?: string | undefined }): Promise<SandboxConnection>;
}

/** Options of `InspectSandbox.exec`. */
export interface InspectExecOptions {
  readonly input?: string | Uint8Array | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly user?: string | undefined;
  /** In seconds. */
  readonly timeout?: number | undefined;
  /** Whether a command that timed out may be run again; true by default, and advisory. */
  readonly timeout_retry?: boolean | undefined;
}

/** The result of a command, as Inspect names its members. */
export interface InspectExecResult {
  readonly success: boolean;
  readonly returncode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Shows a sandbox as Inspect's tools expect it. Errors are `SandboxError`s, also for an unknown option.
 *
 * Source: Inspect, Custom Tools §Sandboxing.
 *
 * @example
 * const inspect = toInspectSandbox(sandbox);
 * const result = await inspect.exec(["ls", directory], { timeout: 5 });
 * return result.success ? result.stdout : result.stderr;
 */
export function toInspectSandbox(sandbox: Sandbox): InspectSandbox {
  function readFile(file: string, text?: true): Promise<string>;
  function readFile(file: string, text: false): Promise<Uint8Array>;
  function readFile(file: string, text = true): Promise<string | Uint8Array> {
    return text ? sandbox.readFile(file) : sandbox.readBytes(file);
  }
  return {
    async exec(cmd, given = {}) {
      checkOptionNames(given, "exec", execOptionNames);
      const { timeout, timeout_retry: timeoutRetry = true, ...options } = given;
      const milliseconds = timeout === undefined ? undefined : timeout * 1000;
      return inspectResult(await sandbox.exec(cmd, { ...options, timeout: milliseconds, timeoutRetry }));
    },
    write_file: (file, contents) => sandbox.writeFile(file, contents),
    read_file: readFile,
    async connection(options = {}) {
      checkOptionNames(options, "connection", ["user"]);
      return sandbox.connection(options);
    },
  };
}

const execOptionNames = ["input", "cwd", "env", "user", "timeout", "timeout_retry"];

function inspectResult({ success, exitCode, stdout, stderr }: ExecResult): InspectExecResult {
  return { success, returncode: exitCode, stdout, stderr };
}
