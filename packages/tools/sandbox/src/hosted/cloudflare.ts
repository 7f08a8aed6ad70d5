/** Adapts a Cloudflare sandbox (`@cloudflare/sandbox`). */
import type { HostedSession } from "./hosted-session.ts";

/** What is used of what `getSandbox` of the package `@cloudflare/sandbox` returns. */
export interface CloudflareSandbox {
  exec(command: string, options: CloudflareExecOptions): Promise<{ readonly exitCode: number }>;
  writeFile(path: string, content: string, options: { encoding: string }): Promise<unknown>;
  destroy(): Promise<void>;
}

interface CloudflareExecOptions {
  stream: boolean;
  onOutput(stream: "stdout" | "stderr", data: string): void;
}

/** A sandbox of Cloudflare, in a Worker. */
export function cloudflareSession(sandbox: CloudflareSandbox): HostedSession {
  return {
    async run(command, onOutput) {
      const { exitCode } = await sandbox.exec(command, {
        stream: true,
        onOutput: (stream, data) => void onOutput(stream, data),
      });
      return exitCode;
    },
    async write(path, contents) {
      let binary = "";
      for (const byte of contents) binary += String.fromCharCode(byte);
      await sandbox.writeFile(path, btoa(binary), { encoding: "base64" });
    },
    close: () => sandbox.destroy(),
  };
}
