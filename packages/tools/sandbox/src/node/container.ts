import { setTimeout as delay } from "node:timers/promises";
import { createSandbox } from "../create-sandbox.ts";
import { exitIfKilled, killScript, markName } from "../kill-marked.ts";
import { launch } from "../launcher.ts";
import type { Sandbox, SandboxPort } from "../sandbox.ts";
import type { DriverCommand, DriverProcess } from "../sandbox-driver.ts";
import { SandboxError } from "../sandbox-error.ts";
import type { ProcessExit } from "../sandbox-process.ts";
import { shellFiles } from "../shell-files.ts";
import { ContainerEngine, type ContainerEngineOptions } from "./container-engine.ts";
import { startProcess } from "./start-process.ts";

/**
 * A sandbox in a container, by the command line of podman, docker or nerdctl. The image needs a POSIX shell with the usual commands
 * (busybox is enough). There is no network unless `network` says so.
 *
 * @throws SandboxError `unavailable` if the engine or the image is missing or the container doesn't start; the message has the engine's own
 *
 * @example
 * await using sandbox = await containerSandbox({ engine: "podman", image: "debian:stable-slim", memory: "512m" });
 * const { stdout } = await sandbox.exec(["cat", "/etc/os-release"]);
 */
export async function containerSandbox(options: ContainerOptions): Promise<Sandbox> {
  const { image, workingDirectory = "/workspace", env = {}, user, ports = [] } = options;
  const engine = new ContainerEngine(options);
  const id = crypto.randomUUID();
  const name = `helve-${id}`;
  const create = (from: string) =>
    engine.run([
      ...["run", "--detach", "--name", name, "--hostname", "sandbox", "--entrypoint", "/bin/sh", "--workdir", "/"],
      ...ContainerEngine.labels(id),
      ...runOptions(options),
      ...[from, "-c", mainProcess],
    ]);
  const images: string[] = [];
  const remove = async () => {
    await engine.run(["rm", "--force", "--volumes", name]).catch(() => {}); // it may not exist
    if (images.length > 0) await engine.run(["rmi", "--force", ...images]).catch(() => {});
  };
  await create(image).catch(async (error: unknown) => {
    await remove();
    throw error;
  });

  const exec = async (command: DriverCommand, mark: string): Promise<DriverProcess> => {
    const environment = { LANG: "C.UTF-8", ...env, ...command.env, [markName]: mark };
    const asUser = command.user ?? user;
    const prefix = [
      ...["exec", ...(command.input === undefined ? [] : ["--interactive"]), "--workdir", "/"],
      ...(asUser === undefined ? [] : ["--user", asUser]),
      ...Object.entries(environment).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
      name,
    ];
    const process = await launch(
      command,
      (argv, onOutput) =>
        startProcess({ argv: [...engine.argv, ...prefix, ...argv], env: engine.env, input: command.input, onOutput }),
      exitIfKilled,
    );
    let isKilled = false;
    const exit = process.exit.then((exit) => (isKilled && exit.exitCode === 0 ? { exitCode: 137 } : exit));
    const kill = async () => {
      isKilled = true;
      let attempts = 3;
      while (attempts > 0 && !(await killInside(mark))) attempts--; // a busy engine may fail
      if (!(await hasEnded(exit, 100))) await process.kill();
    };
    return { ...process, exit, kill };
  };
  /**
   * Ends the processes that have a mark in their environment, wherever they are in the tree, also one that the engine starts later.
   *
   * @returns whether the engine ran the script; it can't if the container is gone
   */
  const killInside = (mark: string): Promise<boolean> =>
    engine.run(["exec", "--user", "0", name, "/bin/sh", "-c", killScript, "sh", mark], killTime).then(
      () => true,
      () => false,
    );
  const start = async (command: DriverCommand): Promise<DriverProcess> => {
    const process = await exec(command, crypto.randomUUID());
    return { ...process, exit: process.exit.then((exit) => stillRunning(exit)) };
  };
  /** The engine's own exit codes mean that the command did not run, if the container is gone. */
  const stillRunning = async (exit: ProcessExit): Promise<ProcessExit> => {
    if (exit.exitCode < 125) return exit;
    const state = await engine.run(["inspect", "--format", "{{.State.Running}}", name]).catch(() => "");
    if (state.trim() === "true") return exit;
    throw new SandboxError("unavailable", `The container ${name} is not running`);
  };
  const prepare = async (): Promise<readonly SandboxPort[]> => {
    await engine.run([
      "exec",
      "--user",
      "0",
      name,
      "/bin/sh",
      "-c",
      'mkdir -p "$1" && chmod a+rwx "$1"',
      "sh",
      workingDirectory,
    ]);
    return Promise.all(ports.map((port) => engine.hostPort(name, port)));
  };

  let hostPorts = await prepare().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return createSandbox({
    kind: engine.name,
    description:
      `Commands run in a container of the image ${image}${options.network === undefined ? ", without network" : ""}, ` +
      `and start in ${workingDirectory}.`,
    workingDirectory,
    mayStall: true,
    capabilities: {
      ...{ isolation: "container", users: true, background: true, snapshots: true, connection: true },
      network: (options.network ?? "none") === "none" ? "none" : undefined,
    },
    get ports() {
      return hostPorts;
    },
    start,
    files: shellFiles(start),
    async connection(asUser = user) {
      const userOptions = asUser === undefined ? [] : ["--user", asUser];
      const argv = [
        ...engine.argv,
        "exec",
        "-it",
        "--workdir",
        workingDirectory,
        ...userOptions,
        name,
        "/bin/sh",
        "-l",
      ];
      return { argv, container: name };
    },
    async snapshot() {
      const snapshot = `helve-snapshot-${crypto.randomUUID()}`;
      await engine.run(["commit", "--pause=false", name, snapshot]);
      images.push(snapshot);
      return { kind: engine.name, id: snapshot };
    },
    async restore(snapshot) {
      if (snapshot.kind !== engine.name || !images.includes(snapshot.id)) {
        throw new SandboxError("not_found", `This sandbox has no snapshot ${snapshot.kind}/${snapshot.id}`);
      }
      await engine.run(["rm", "--force", name]);
      await create(snapshot.id);
      hostPorts = await prepare();
    },
    close: remove,
  });
}

/** Options of `containerSandbox`. */
export interface ContainerOptions extends ContainerEngineOptions {
  readonly image: string;
  /** Where commands start; it is created if it is missing. `/workspace` by default. */
  readonly workingDirectory?: string | undefined;
  /** The name of a network; without it the container has none. */
  readonly network?: string | undefined;
  /** How many processors it may use, such as 1.5. */
  readonly cpus?: number | undefined;
  /** How much memory it may use, as the engine writes it: `512m`. */
  readonly memory?: string | undefined;
  /** How many processes it may have; 512 by default. */
  readonly pids?: number | undefined;
  /** The user who runs commands; by default the image's. */
  readonly user?: string | undefined;
  /** Ports of the container that are reachable on the host's loopback. They need a `network`. */
  readonly ports?: readonly number[] | undefined;
  /** Variables of every command. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Further options of the engine's command `run`, such as `--ulimit=nofile=1024:1024`. */
  readonly runOptions?: readonly string[] | undefined;
}

function runOptions({ network = "none", cpus, memory, pids = 512, ports = [], runOptions = [] }: ContainerOptions) {
  return [
    ...["--network", network, "--pids-limit", String(pids), "--security-opt", "no-new-privileges"],
    ...(cpus === undefined ? [] : ["--cpus", String(cpus)]),
    ...(memory === undefined ? [] : ["--memory", memory]),
    ...ports.flatMap((port) => ["--publish", `127.0.0.1::${port}`]),
    ...runOptions,
  ];
}

/** Whether a process ends within some milliseconds. */
function hasEnded(exit: Promise<unknown>, time: number): Promise<boolean> {
  const ended = () => true;
  return Promise.race([exit.then(ended, ended), delay(time, false)]);
}

/** How long an attempt to kill processes in the container may take, in milliseconds. */
const killTime = 10_000;

/** The main process of the container. A waiting shell also reaps orphaned processes. */
const mainProcess = "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done";
