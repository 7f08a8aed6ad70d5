/** Adapts a microsandbox (`microsandbox`), a microVM. */
import type { HostedSession } from "./hosted-session.ts";

/** What is used of a `Sandbox` of the package `microsandbox`. */
export interface Microsandbox {
  execStream(program: string, args: string[]): Promise<AsyncIterable<MicrosandboxEvent>>;
  fs(): { write(path: string, contents: Uint8Array): Promise<void> };
  destroy(): Promise<void>;
}

/** What happens while a command runs in a {@link Microsandbox}. */
export type MicrosandboxEvent =
  | { kind: "started"; pid: number }
  | { kind: "stdout" | "stderr"; data: Uint8Array }
  | { kind: "exited"; code: number };

/** A microVM of microsandbox. */
export function microsandboxSession(sandbox: Microsandbox): HostedSession {
  return {
    async run(command, onOutput) {
      let exitCode: number | undefined;
      for await (const event of await sandbox.execStream("sh", ["-c", command])) {
        if (event.kind === "exited") exitCode = event.code;
        else if (event.kind !== "started") await onOutput(event.kind, event.data);
      }
      if (exitCode === undefined) throw new Error("the exit code of the command is not known");
      return exitCode;
    },
    write: (path, contents) => sandbox.fs().write(path, contents),
    close: () => sandbox.destroy(),
  };
}
