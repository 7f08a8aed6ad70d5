/** Adapts a Vercel sandbox (`@vercel/sandbox`). */
import type { HostedSession } from "./hosted-session.ts";

/** What is used of a `Sandbox` of the package `@vercel/sandbox`. */
export interface VercelSandbox {
  runCommand(command: { cmd: string; args: string[]; detached: true }): Promise<VercelCommand>;
  writeFiles(files: { path: string; content: Uint8Array }[]): Promise<void>;
  stop(): Promise<unknown>;
}

/** A command of a {@link VercelSandbox}. */
export interface VercelCommand {
  logs(): AsyncIterable<{ stream: "stdout" | "stderr"; data: string }>;
  wait(): Promise<{ readonly exitCode: number }>;
}

/** A sandbox of Vercel. */
export function vercelSession(sandbox: VercelSandbox): HostedSession {
  return {
    async run(command, onOutput) {
      const running = await sandbox.runCommand({ cmd: "sh", args: ["-c", command], detached: true });
      for await (const { stream, data } of running.logs()) await onOutput(stream, data);
      return (await running.wait()).exitCode;
    },
    write: (path, content) => sandbox.writeFiles([{ path, content }]),
    close: () => sandbox.stop(),
  };
}
