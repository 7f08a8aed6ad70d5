import { createSandbox } from "../create-sandbox.ts";
import { markName } from "../kill-marked.ts";
import type { Sandbox } from "../sandbox.ts";
import { SandboxError } from "../sandbox-error.ts";
import { killMarked } from "./end-processes.ts";
import { hostFiles } from "./host-files.ts";
import { HostFolder } from "./host-folder.ts";
import { startProcess } from "./start-process.ts";

/**
 * A sandbox in a temporary folder of this machine, **without isolation**: commands have the rights of this process and see all of its
 * files. They don't get its environment variables. For programs that you trust, for tests, and where the whole process is isolated.
 *
 * @throws SandboxError `unavailable` on Windows
 *
 * @example
 * await using sandbox = await localSandbox();
 * const { stdout } = await sandbox.exec(["sh", "-c", "echo hello"]);
 */
export async function localSandbox(options: LocalSandboxOptions = {}): Promise<Sandbox> {
  if (process.platform === "win32") {
    throw new SandboxError("unavailable", "The local sandbox needs the process groups of Linux or macOS");
  }
  const folder = await HostFolder.create("local", options.folder);
  const isOwn = options.folder !== undefined;
  const sandboxId = crypto.randomUUID();
  const environment = {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: folder.home,
    TMPDIR: folder.tmp,
    LANG: "C.UTF-8",
    ...options.env,
  };
  const marks = () => ({ HELVE_SANDBOX_ID: sandboxId, [markName]: crypto.randomUUID() });
  return createSandbox({
    kind: "local",
    description:
      `Commands run on the machine itself, without isolation, and start in ${folder.workspace}. ` +
      "Variables and directories that a command sets don't last.",
    workingDirectory: folder.workspace,
    capabilities: {
      isolation: "none",
      users: false,
      background: true,
      snapshots: !isOwn,
      connection: true,
      network: "full",
    },
    start: ({ argv, cwd, env, input, onOutput }) =>
      startProcess({ argv, cwd, env: { ...environment, ...env, ...marks() }, input, onOutput }),
    files: hostFiles,
    async connection() {
      return { argv: ["sh", "-c", 'cd "$1" && exec "$2"', "sh", folder.workspace, process.env["SHELL"] ?? "sh"] };
    },
    snapshot: isOwn ? undefined : () => folder.snapshot(),
    async restore(snapshot) {
      killMarked(sandboxId);
      await folder.restore(snapshot);
    },
    async close() {
      killMarked(sandboxId);
      await folder.remove();
    },
  });
}

/** Options of `localSandbox`. */
export interface LocalSandboxOptions {
  /** Variables of every command, besides `PATH`, `HOME`, `TMPDIR` and `LANG`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** A folder of the machine in which it works, instead of a temporary one: it stays, and there are no snapshots. */
  readonly folder?: string | undefined;
}
