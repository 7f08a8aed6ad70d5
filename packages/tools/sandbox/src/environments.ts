/** Creates and closes the sandboxes of sessions: named environments, setup scripts, sandboxes kept ready. */
import type { Sandbox } from "./sandbox.ts";
import { SandboxError } from "./sandbox-error.ts";

/** Options for creating the sandbox of an environment. */
export interface EnvironmentOptions {
  /** Creates it: `() => bubblewrapSandbox()`. */
  readonly create: (options: { readonly signal: AbortSignal }) => Promise<Sandbox>;
  /** Files that it has from the beginning, by their path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** A shell script that runs in it before it is used, after the files are there. */
  readonly setup?: string | undefined;
  /** The time limit of the script, in milliseconds; 300,000 by default. */
  readonly setupTimeout?: number | undefined;
  /** How many sandboxes are kept ready, so that nobody waits for their start; none by default. */
  readonly warm?: number | undefined;
}

/** Named environments. Each session gets sandboxes of its own from them. */
export interface SandboxEnvironments extends AsyncDisposable {
  readonly names: readonly string[];
  /**
   * Begins a session. Its sandboxes are created when they are asked for.
   *
   * @throws SandboxError `unavailable` if the environments are closed
   */
  session(): SandboxSession;
  /**
   * Creates the sandboxes that are kept ready.
   *
   * @throws what creating them throws
   */
  warmUp(): Promise<void>;
  /** Closes all sandboxes, those of the sessions as well. */
  close(): Promise<void>;
}

/** The sandboxes of one session. */
export interface SandboxSession extends AsyncDisposable {
  /**
   * The session's sandbox of an environment, always the same one.
   *
   * @param name - the environment; the first one by default
   * @throws SandboxError `invalid_argument` for an unknown name, `unavailable` if the session is closed, `failed` if the setup script fails
   */
  sandbox(name?: string): Promise<Sandbox>;
  /** Closes the session's sandboxes. */
  close(): Promise<void>;
}

/**
 * Manages the sandboxes of sessions: named environments, files and a script to set them up, and sandboxes that wait ready for use. A
 * sandbox belongs to one session and is closed with it; none is used twice.
 *
 * Source: Inspect, Custom Tools §Sandboxing.
 *
 * @param environments - by name; the first one is the default
 * @throws SandboxError `invalid_argument` if there are none
 *
 * @example
 * await using environments = sandboxEnvironments({
 *   default: { create: () => bubblewrapSandbox(), files: { "data.csv": "a,b\n" }, warm: 2 },
 *   victim: { create: () => containerSandbox({ image: "debian" }), setup: "service nginx start" },
 * });
 * await using session = environments.session();
 * const sandbox = await session.sandbox();
 */
export function sandboxEnvironments(environments: Readonly<Record<string, EnvironmentOptions>>): SandboxEnvironments {
  if (Object.keys(environments).length === 0) {
    throw new SandboxError("invalid_argument", "There must be at least one environment");
  }
  return new Environments(environments);
}

class Environments implements SandboxEnvironments {
  readonly names: readonly string[];
  readonly #pools: ReadonlyMap<string, Pool>;
  readonly #sessions = new Set<Session>();
  #closing: Promise<void> | undefined;

  constructor(environments: Readonly<Record<string, EnvironmentOptions>>) {
    this.names = Object.keys(environments);
    this.#pools = new Map(Object.entries(environments).map(([name, options]) => [name, new Pool(name, options)]));
  }

  session(): SandboxSession {
    if (this.#closing !== undefined) throw new SandboxError("unavailable", "The environments are closed");
    const session = new Session(this.#pools, () => this.#sessions.delete(session));
    this.#sessions.add(session);
    return session;
  }

  async warmUp(): Promise<void> {
    await Promise.all(Array.from(this.#pools.values(), (pool) => pool.warmUp()));
  }

  close(): Promise<void> {
    this.#closing ??= closeAll([...this.#sessions, ...this.#pools.values()]);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

class Session implements SandboxSession {
  readonly #pools: ReadonlyMap<string, Pool>;
  readonly #ended: () => void;
  readonly #sandboxes = new Map<string, Promise<Sandbox>>();
  #closing: Promise<void> | undefined;

  constructor(pools: ReadonlyMap<string, Pool>, ended: () => void) {
    this.#pools = pools;
    this.#ended = ended;
  }

  async sandbox(name: string = [...this.#pools.keys()][0] ?? ""): Promise<Sandbox> {
    if (this.#closing !== undefined) throw new SandboxError("unavailable", "The session is closed");
    const pool = this.#pools.get(name);
    if (pool === undefined) {
      const names = [...this.#pools.keys()].join(", ");
      throw new SandboxError("invalid_argument", `There is no environment ${JSON.stringify(name)} (known: ${names})`);
    }
    const known = this.#sandboxes.get(name);
    if (known !== undefined) return known;
    const created = pool.take();
    this.#sandboxes.set(name, created);
    // Whoever asks again gets another try.
    created.catch(() => this.#sandboxes.delete(name));
    return created;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    try {
      await closeAll(await settled([...this.#sandboxes.values()]));
    } finally {
      this.#ended();
    }
  }
}

/** The sandboxes of one environment that wait ready. */
class Pool {
  readonly #name: string;
  readonly #options: EnvironmentOptions;
  readonly #ready: Promise<Sandbox>[] = [];
  readonly #closing = new AbortController();

  constructor(name: string, options: EnvironmentOptions) {
    this.#name = name;
    this.#options = options;
  }

  async warmUp(): Promise<void> {
    this.#fill();
    await Promise.all(this.#ready);
  }

  /** A ready sandbox, or a new one. Another one is made ready in its place. */
  async take(): Promise<Sandbox> {
    const ready = this.#ready.shift();
    if (ready === undefined && this.#options.warm === undefined) return this.#create();
    this.#fill();
    // One that could not be made ready says nothing about the next.
    return ready === undefined ? this.#create() : ready.catch(() => this.#create());
  }

  async close(): Promise<void> {
    this.#closing.abort(new SandboxError("unavailable", "The environments are closed"));
    await closeAll(await settled(this.#ready));
  }

  #fill(): void {
    if (this.#closing.signal.aborted) return;
    while (this.#ready.length < (this.#options.warm ?? 0)) {
      const created = this.#create();
      created.catch(() => {}); // whoever takes it learns why
      this.#ready.push(created);
    }
  }

  async #create(): Promise<Sandbox> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const { create, files = {}, setup, setupTimeout = 300_000 } = this.#options;
    const sandbox = await create({ signal });
    try {
      for (const [path, contents] of Object.entries(files)) await sandbox.writeFile(path, contents, { signal });
      if (setup !== undefined) {
        const argv = ["sh", "-c", `set -e\n${setup}`];
        const result = await sandbox.exec(argv, { timeout: setupTimeout, overflow: "middle", signal });
        if (!result.success) {
          const output = (result.stderr || result.stdout).trim().slice(-2000);
          const message = `The setup of the environment ${this.#name} ended with the exit code ${result.exitCode}: ${output}`;
          throw new SandboxError("failed", message);
        }
      }
      signal.throwIfAborted();
      return sandbox;
    } catch (error) {
      await sandbox.close().catch(() => {}); // the first error counts
      throw error;
    }
  }
}

/** The values of the promises that are fulfilled. */
async function settled<Value>(promises: readonly Promise<Value>[]): Promise<readonly Value[]> {
  const results = await Promise.allSettled(promises);
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/**
 * Closes everything, also if something can't be closed.
 *
 * @throws the error of the first that could not be closed
 */
async function closeAll(all: readonly { close(): Promise<void> }[]): Promise<void> {
  const results = await Promise.allSettled(all.map((each) => each.close()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
