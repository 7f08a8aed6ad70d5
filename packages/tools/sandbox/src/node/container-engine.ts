/** Runs Docker or Podman, and removes containers that a crash left. */
import { execFile } from "node:child_process";
import type { SandboxPort } from "../sandbox.ts";
import { SandboxError } from "../sandbox-error.ts";
import { currentOwner, hasOwnerEnded } from "./owner.ts";

/** Options about the program that runs containers. */
export interface ContainerEngineOptions {
  /** The program; `docker` by default. */
  readonly engine?: "docker" | "podman" | "nerdctl" | undefined;
  /** Options of the program itself, before its command, such as `--runtime=runc`. */
  readonly engineOptions?: readonly string[] | undefined;
  /**
   * How long a command of the engine may take, such as creating or removing a container, in milliseconds: 60,000 by default. Pulling an
   * image and keeping a snapshot may take ten times as long. Commands in the sandbox have limits of their own.
   */
  readonly engineTimeout?: number | undefined;
}

const sandboxLabel = "helve.sandbox";
const ownerLabel = "helve.owner";

/** Commands that may pull an image or copy a whole file system. */
const slowCommands: ReadonlySet<string> = new Set(["run", "commit"]);

/** The command line of a container engine. */
export class ContainerEngine {
  readonly name: string;
  /** The program and its options, before a command. */
  readonly argv: readonly string[];
  /** The variables of this process's environment that the program needs. */
  readonly env: Readonly<Record<string, string>>;
  readonly #timeout: number;

  constructor({ engine = "docker", engineOptions = [], engineTimeout = 60_000 }: ContainerEngineOptions) {
    this.name = engine;
    this.argv = [engine, ...engineOptions];
    this.#timeout = engineTimeout;
    this.env = Object.fromEntries(
      Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  /** The options of `run` by which leftovers are found: whose sandbox the container is, and which process made it. */
  static labels(id: string): readonly string[] {
    return ["--label", `${sandboxLabel}=${id}`, "--label", `${ownerLabel}=${currentOwner()}`];
  }

  /**
   * Runs a command of the engine and returns what it prints.
   *
   * @param timeout - in milliseconds
   * @throws SandboxError `unavailable` with the engine's message if the command fails, or takes too long
   */
  run(args: readonly string[], timeout: number = this.#timeLimit(args)): Promise<string> {
    const [program = "", ...options] = this.argv;
    return new Promise((resolve, reject) => {
      execFile(
        program,
        [...options, ...args],
        { maxBuffer: 16 * 1024 * 1024, timeout, killSignal: "SIGKILL" },
        (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else if (error.code === "ENOENT") {
            reject(new SandboxError("unavailable", `The program ${program} was not found in PATH`, { cause: error }));
          } else if (error.killed === true && error.code === null) {
            const message = `${this.name} ${args[0]} did not end within ${timeout / 1000} s`;
            reject(new SandboxError("unavailable", message, { cause: error }));
          } else {
            const message = stderr.trim().slice(-2000) || error.message;
            reject(new SandboxError("unavailable", `${this.name} ${args[0]} failed: ${message}`, { cause: error }));
          }
        },
      );
    });
  }

  #timeLimit([command = ""]: readonly string[]): number {
    return this.#timeout * (slowCommands.has(command) ? 10 : 1);
  }

  /** The address on the host that leads to a port of a container. */
  async hostPort(container: string, port: number): Promise<SandboxPort> {
    const [line = ""] = (await this.run(["port", container, `${port}/tcp`])).split("\n");
    const colon = line.lastIndexOf(":");
    return { port, host: line.slice(0, colon), hostPort: Number(line.slice(colon + 1)) };
  }

  /** The containers of sandboxes whose process has ended. */
  async leftovers(): Promise<readonly string[]> {
    return this.#leftBehind(await this.#lines(["ps", "--all", "--quiet", "--filter", `label=${sandboxLabel}`]));
  }

  /** The images of snapshots, which have the labels of their containers, whose process has ended. */
  async leftoverImages(): Promise<readonly string[]> {
    const format = "{{.Repository}}:{{.Tag}}";
    const images = await this.#lines(["images", "--filter", `label=${sandboxLabel}`, "--format", format]);
    return this.#leftBehind(images.filter((image) => /(?:^|\/)helve-snapshot-[^/]*$/.test(image)));
  }

  async #leftBehind(names: readonly string[]): Promise<readonly string[]> {
    if (names.length === 0) return [];
    const format = `{{index .Config.Labels "${ownerLabel}"}}`;
    const owners = await this.#lines(["inspect", "--format", format, ...names]);
    return names.filter((_, index) => hasOwnerEnded(owners[index] ?? ""));
  }

  async #lines(args: readonly string[]): Promise<readonly string[]> {
    return (await this.run(args)).split("\n").slice(0, -1);
  }
}

/**
 * Removes the containers of sandboxes that were not closed because their process crashed, and the images of their snapshots.
 *
 * @returns the ids of the containers that were removed
 * @throws SandboxError `unavailable` if the engine is missing
 *
 * @example
 * await removeLeftoverContainers({ engine: "podman" });
 */
export async function removeLeftoverContainers(options: ContainerEngineOptions = {}): Promise<readonly string[]> {
  const engine = new ContainerEngine(options);
  const ids = await engine.leftovers();
  if (ids.length > 0) await engine.run(["rm", "--force", "--volumes", ...ids]);
  const images = await engine.leftoverImages();
  if (images.length > 0) await engine.run(["rmi", ...images]);
  return ids;
}
