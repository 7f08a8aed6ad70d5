/** Adapts an E2B sandbox (`e2b`). */
import type { HostedSession } from "./hosted-session.ts";

/** What is used of a `Sandbox` of the package `e2b`. */
export interface E2bSandbox {
  readonly commands: {
    run(command: string, options: E2bRunOptions): Promise<{ readonly exitCode: number }>;
  };
  readonly files: { write(path: string, data: ArrayBuffer): Promise<unknown> };
  kill(): Promise<unknown>;
}

interface E2bRunOptions {
  /** 0 for none. */
  timeoutMs: number;
  onStdout(data: string): void | Promise<void>;
  onStderr(data: string): void | Promise<void>;
}

/** A sandbox of E2B. It throws an error if a command fails. */
export function e2bSession(sandbox: E2bSandbox): HostedSession {
  return {
    async run(command, onOutput) {
      try {
        const { exitCode } = await sandbox.commands.run(command, {
          timeoutMs: 0,
          onStdout: (data) => onOutput("stdout", data),
          onStderr: (data) => onOutput("stderr", data),
        });
        return exitCode;
      } catch (error) {
        if (error instanceof Error && "exitCode" in error && typeof error.exitCode === "number") return error.exitCode;
        throw error;
      }
    },
    async write(path, contents) {
      await sandbox.files.write(path, new Uint8Array(contents).buffer);
    },
    close: () => sandbox.kill(),
  };
}
