import { homedir } from "node:os";
import { shellQuote } from "@helve/core/internal";
import { createSandbox } from "../create-sandbox.ts";
import { markName } from "../kill-marked.ts";
import { launch } from "../launcher.ts";
import type { Sandbox } from "../sandbox.ts";
import type { DriverCommand, DriverProcess } from "../sandbox-driver.ts";
import { SandboxError } from "../sandbox-error.ts";
import { shellFiles } from "../shell-files.ts";
import { egressText, type NetworkAccess, openEgressProxy } from "./egress-proxy.ts";
import { killMarked } from "./end-processes.ts";
import { HostFolder } from "./host-folder.ts";
import { withMaskedOutput } from "./mask-output.ts";
import { withRefusedTunnels } from "./refused-tunnels.ts";
import { startProcess } from "./start-process.ts";

/**
 * A sandbox by `@anthropic-ai/sandbox-runtime`: the seatbelt of macOS, without a container and without root. Commands read the programs and
 * settings of the machine, but no home directories, write only to folders of their own, and reach only the hosts of `network`.
 *
 * It works on Linux, too, where `bubblewrapSandbox` hides more and starts faster.
 *
 * @throws SandboxError `unavailable` if the package or one of its programs is missing, `unsupported` if a sandbox with other hosts is open
 *
 * @example
 * await using sandbox = await runtimeSandbox({ network: { allow: ["registry.npmjs.org"] } });
 * await sandbox.exec(["npm", "view", "zod", "version"]);
 */
export async function runtimeSandbox(options: RuntimeSandboxOptions = {}): Promise<Sandbox> {
  const { network = { allow: [] }, readOnly = [], env = {} } = options;
  if (process.platform === "win32") throw new SandboxError("unavailable", "runtimeSandbox needs macOS or Linux");
  const folder = await HostFolder.create("runtime", options.folder);
  const { manager, credentials, close } = await openEgressProxy(network).catch(async (error: unknown) => {
    await folder.remove();
    throw error;
  });
  const writable = [folder.workspace, folder.home, folder.tmp].map(literal);
  const filesystem = {
    denyRead: [homedir(), "/Users", "/Volumes", "/home", "/root", "/Library/Keychains"].map(literal),
    allowRead: [...writable, ...readOnly.map(literal)],
    allowWrite: writable,
    denyWrite: [],
  };
  const sandboxId = crypto.randomUUID();
  // The runtime sets TMPDIR itself: it is set again inside.
  const inside = { HOME: folder.home, TMPDIR: folder.tmp, NODE_USE_ENV_PROXY: "1", ...credentials.env, ...env };
  const start = (command: DriverCommand): Promise<DriverProcess> =>
    launch(command, async (argv, onOutput) => {
      const variables = Object.entries({ ...inside, ...command.env }).map(([name, value]) => `${name}=${value}`);
      const inner = shellQuote(["env", ...variables, ...argv]);
      const wrapped = await manager.wrapWithSandbox(inner, "/bin/sh", { filesystem });
      const started = startProcess({
        argv: ["/bin/sh", "-c", wrapped],
        env: {
          PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
          LANG: "C.UTF-8",
          HELVE_SANDBOX_ID: sandboxId,
          [markName]: crypto.randomUUID(),
        },
        input: command.input,
        onOutput,
      });
      return withRefusedTunnels(started, manager.getSandboxViolationStore(), inner, onOutput);
    });
  const startMasked = (command: DriverCommand) => withMaskedOutput(command, credentials.secrets, start);
  return createSandbox({
    kind: "runtime",
    description:
      `Commands run isolated from the users' files of the machine${egressText(network)}, and start in ${folder.workspace}. ` +
      "Only it, the home directory and the one for temporary files can be written to.",
    workingDirectory: folder.workspace,
    capabilities: {
      ...{ isolation: "process", users: false, background: process.platform === "darwin", snapshots: false },
      ...{ connection: false, network: "limited" },
    },
    start: startMasked,
    files: shellFiles(startMasked),
    async close() {
      killMarked(sandboxId);
      await close();
      await folder.remove();
    },
  });
}

/** Options of `runtimeSandbox`. */
export interface RuntimeSandboxOptions {
  /** The hosts that programs reach, by HTTP and HTTPS, and the credentials that requests to them get; none by default. */
  readonly network?: NetworkAccess | undefined;
  /** Absolute paths below the home directories that commands can read. */
  readonly readOnly?: readonly string[] | undefined;
  /** A folder of the machine in which it works, instead of a temporary one: commands change its files, and it stays. */
  readonly folder?: string | undefined;
  /** Variables of every command, besides `PATH`, `HOME`, `TMPDIR` and `LANG`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A path that is no pattern. */
function literal(path: string): { path: string; literal: true } {
  return { path, literal: true };
}
