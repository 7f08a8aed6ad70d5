import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { createSandbox } from "../create-sandbox.ts";
import { markName } from "../kill-marked.ts";
import { launch } from "../launcher.ts";
import type { Sandbox } from "../sandbox.ts";
import type { DriverCommand, DriverProcess } from "../sandbox-driver.ts";
import { SandboxError } from "../sandbox-error.ts";
import { shellFiles } from "../shell-files.ts";
import { type AllowedNetwork, allowedNetwork } from "./allowed-network.ts";
import { bubblewrapDoctor } from "./bubblewrap-doctor.ts";
import { egressText, type NetworkAccess } from "./egress-proxy.ts";
import { findProgram } from "./find-program.ts";
import { HostFolder } from "./host-folder.ts";
import { withMaskedOutput } from "./mask-output.ts";
import { startProcess } from "./start-process.ts";

/**
 * A sandbox of Linux namespaces by bubblewrap (`bwrap`): its own processes, users and network, a read-only view of the system's programs,
 * and its own `/workspace`, home and `/tmp`. The files of the host's users, `/var`, `/opt` and most of `/etc` don't exist in it.
 * No daemon and no root are needed. With a list of hosts as `network`, a proxy outside of the sandbox lets programs reach those, if they use
 * the variables `HTTP_PROXY` and so on. Programs that a command leaves in the background end with it.
 *
 * @throws SandboxError `unavailable` with the reason and what to do about it; see {@link bubblewrapDoctor}
 *
 * @example
 * await using sandbox = await bubblewrapSandbox({ readOnly: ["/opt/tools"] });
 * await sandbox.exec(["python3", "-c", "print(1 + 1)"]);
 */
export async function bubblewrapSandbox(options: BubblewrapOptions = {}): Promise<Sandbox> {
  const { network = "none", readOnly = [], env = {} } = options;
  const { problems } = await bubblewrapDoctor();
  const [problem] = problems;
  if (problem !== undefined) throw new SandboxError("unavailable", `${problem.message} ${problem.fix}`);
  const bwrap = findProgram("bwrap") ?? "bwrap";
  const folder = await HostFolder.create("bubblewrap", options.folder);
  const isOwn = options.folder !== undefined;
  // A folder of the machine has its own path inside, so that rules, programs and people mean the same file by it.
  const workspace = isOwn ? folder.workspace : "/workspace";
  const allowed = typeof network === "string" ? undefined : await allowedNetworkOr(folder, network);
  const accounts = await folder.accounts();
  const environment = {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: home,
    USER: "sandbox",
    LANG: "C.UTF-8",
    ...allowed?.env,
    ...env,
  };
  const isolation = [
    ...["--unshare-all", ...(network === "host" ? ["--share-net"] : []), "--die-with-parent", "--new-session"],
    ...["--uid", "1000", "--gid", "1000", "--hostname", "sandbox"],
    ...systemMounts(),
    ...["--ro-bind", accounts.passwd, "/etc/passwd", "--ro-bind", accounts.group, "/etc/group"],
    ...["--bind", folder.tmp, "/tmp"],
    ...readOnly.flatMap((path) => ["--ro-bind", path, path]),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...(allowed?.mounts ?? []),
    ...["--bind", folder.home, home, "--bind", folder.workspace, workspace],
    ...["--chdir", "/"],
    ...variableOptions(environment),
  ];
  const startBy = (runner: readonly string[], mounts: readonly string[] = []) => {
    const start = (command: DriverCommand): Promise<DriverProcess> =>
      launch(command, (argv, onOutput) =>
        startProcess({
          argv: [bwrap, ...isolation, ...mounts, ...variableOptions(command.env), "--", ...runner, ...argv],
          // bwrap itself runs outside: variables such as LD_PRELOAD must not reach it.
          env: { [markName]: crypto.randomUUID() },
          input: command.input,
          onOutput,
        }),
      );
    return (command: DriverCommand) => withMaskedOutput(command, allowed?.secrets ?? noSecrets, start);
  };
  return createSandbox({
    kind: "bubblewrap",
    description:
      `Commands run isolated from the machine${networkText(network)}, and start in ${workspace}. ` +
      "Only it, the home directory and /tmp can be written to. Programs in the background end with their command.",
    workingDirectory: workspace,
    capabilities: {
      ...{ isolation: "process", users: false, background: false, snapshots: !isOwn, connection: true },
      network: typeof network === "string" ? (network === "host" ? "full" : "none") : "limited",
    },
    start: startBy(allowed?.relay ?? []),
    files: shellFiles(startBy([])),
    async connection() {
      // `--new-session` would take the terminal away.
      const options = isolation.filter((argument) => argument !== "--new-session");
      const terminal = ["--setenv", "TERM", process.env["TERM"] ?? "xterm"];
      const shell = ["/bin/sh", "-c", 'cd "$1" && exec /bin/sh', "sh", workspace];
      return { argv: ["env", "-i", bwrap, ...options, ...terminal, "--", ...shell] };
    },
    // The files are copied inside: outside, links that a program makes meanwhile could lead to other files.
    snapshot: isOwn ? undefined : () => folder.snapshot((target) => copyFiles(startBy([], ["--bind", target, copy]))),
    restore: (snapshot) => folder.restore(snapshot),
    async close() {
      await allowed?.close();
      await folder.remove();
    },
  });
}

/** Options of `bubblewrapSandbox`. */
export interface BubblewrapOptions {
  /**
   * `none` (default): no network, not even the host's loopback. `host`: the host's network without restriction. `{ allow, credentials }`: only the hosts
   * (`example.org`, `*.example.org`), by HTTP and HTTPS through a proxy, which adds the credentials; needs the package
   * `@anthropic-ai/sandbox-runtime`, socat and ripgrep, and all open sandboxes of the process must allow the same hosts and credentials.
   */
  readonly network?: "none" | "host" | NetworkAccess | undefined;
  /** Absolute paths of the host that exist in the sandbox as well, read-only, besides the system's programs. */
  readonly readOnly?: readonly string[] | undefined;
  /**
   * A folder of the machine in which it works, by its own path, instead of `/workspace`: commands change its files, it stays, and there are no
   * snapshots.
   */
  readonly folder?: string | undefined;
  /** Variables of every command, besides `PATH`, `HOME`, `USER` and `LANG`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Starts the proxy that lets only allowed hosts through; removes the sandbox's folder if that fails. */
async function allowedNetworkOr(folder: HostFolder, access: NetworkAccess): Promise<AllowedNetwork> {
  try {
    return await allowedNetwork(access);
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** Says which network a command in the sandbox can reach, for the sandbox's description. */
function networkText(network: BubblewrapOptions["network"]): string {
  if (network === "host") return "";
  if (typeof network !== "object") return ", without network";
  return egressText(network);
}

const noSecrets: ReadonlySet<string> = new Set();
const home = "/home/sandbox";
const copy = "/run/helve-snapshot";

/** Sets the variables inside of the sandbox. */
function variableOptions(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]);
}

/** Copies the files of the sandbox to the folder of a snapshot. */
async function copyFiles(start: (command: DriverCommand) => Promise<DriverProcess>): Promise<void> {
  const script = `cp -a /workspace ${copy}/workspace && cp -a ${home} ${copy}/home && cp -a /tmp ${copy}/tmp`;
  let errors = "";
  const { exit } = await start({
    argv: ["/bin/sh", "-c", script],
    cwd: "/",
    env: {},
    user: undefined,
    input: undefined,
    onOutput: (_stream, bytes) => {
      errors += new TextDecoder().decode(bytes);
    },
  });
  const { exitCode } = await exit;
  if (exitCode !== 0) throw new SandboxError("failed", `The files could not be copied: ${errors.trim().slice(0, 500)}`);
}

/** The folders with programs and libraries. Where they are links into /usr, they are links in the sandbox, too. */
const programFolders = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** The files of /etc that programs need. Nothing else of it exists in the sandbox: no keys, no passwords, no configuration of services. */
const configuration = [
  ...["alternatives", "ca-certificates", "crypto-policies", "fonts", "hosts", "java", "ld.so.cache", "ld.so.conf"],
  ...[
    "ld.so.conf.d",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "os-release",
    "perl",
    "pki/ca-trust",
    "pki/tls/certs",
  ],
  ...["protocols", "resolv.conf", "services", "ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone"],
];

function systemMounts(): readonly string[] {
  const folders = programFolders.filter(existsSync).flatMap((path) => {
    return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
  });
  const files = configuration.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]);
  return ["--ro-bind", "/usr", "/usr", ...folders, ...files];
}
