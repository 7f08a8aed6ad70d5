/** Adapts a Daytona sandbox (`@daytona/sdk`). */
import type { HostedSession } from "./hosted-session.ts";

/** What is used of a `Sandbox` of the package `@daytona/sdk`. */
export interface DaytonaSandbox {
  readonly process: {
    createSession(session: string): Promise<void>;
    executeSessionCommand(session: string, request: DaytonaRequest): Promise<{ cmdId: string }>;
    getSessionCommandLogs(
      session: string,
      command: string,
      onStdout: (data: string) => void,
      onStderr: (data: string) => void,
    ): Promise<void>;
    getSessionCommand(session: string, command: string): Promise<{ exitCode?: number }>;
    deleteSession(session: string): Promise<void>;
  };
  readonly fs: { uploadFile(contents: Uint8Array, path: string): Promise<void> };
  delete(): Promise<void>;
}

interface DaytonaRequest {
  command: string;
  runAsync: boolean;
  suppressInputEcho: boolean;
}

/** A sandbox of Daytona. A command that streams its output needs a session of its own. */
export function daytonaSession(sandbox: DaytonaSandbox): HostedSession {
  const { process, fs } = sandbox;
  return {
    async run(command, onOutput) {
      const session = `helve-${crypto.randomUUID()}`;
      await process.createSession(session);
      try {
        const request = { command, runAsync: true, suppressInputEcho: true };
        const { cmdId } = await process.executeSessionCommand(session, request);
        const stdout = (data: string) => void onOutput("stdout", data);
        const stderr = (data: string) => void onOutput("stderr", data);
        await process.getSessionCommandLogs(session, cmdId, stdout, stderr);
        return await exitCodeOf(() => process.getSessionCommand(session, cmdId));
      } finally {
        await process.deleteSession(session).catch(() => {}); // the sandbox may be gone
      }
    },
    // The SDK takes other bytes for the path of a file.
    write: (path, contents) => fs.uploadFile(Buffer.from(contents), path),
    close: () => sandbox.delete(),
  };
}

/** The exit code, which the server may know a moment after the output has ended. */
async function exitCodeOf(command: () => Promise<{ exitCode?: number }>): Promise<number> {
  for (let attempts = 20; attempts > 0; attempts--) {
    const { exitCode } = await command();
    if (exitCode !== undefined) return exitCode;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the exit code of the command is not known");
}
