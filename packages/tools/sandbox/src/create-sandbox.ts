import { execute } from "./execute.ts";
import { RunningOperations } from "./running-operations.ts";
import type {
  CommandOptions,
  DirectoryEntry,
  ExecOptions,
  ExecResult,
  FileOptions,
  FileStat,
  ReadOptions,
  RemoveOptions,
  Sandbox,
  SandboxCapabilities,
  SandboxConnection,
  SandboxPort,
  SandboxSnapshot,
  SpawnOptions,
} from "./sandbox.ts";
import type { DriverCommand, SandboxDriver } from "./sandbox-driver.ts";
import { bytesAdvice, SandboxError } from "./sandbox-error.ts";
import { resolvePath } from "./sandbox-path.ts";
import type { SandboxProcess } from "./sandbox-process.ts";
import { spawnProcess } from "./spawn-process.ts";
import { firstInTime, retryTimeouts } from "./timeout-retry.ts";
import { checkArgv, checkChoice, checkContents, checkEnv, checkLimit, checkOptions, checkPath } from "./validate.ts";

/**
 * Creates a sandbox from a driver: the way to add an environment of one's own. It checks the arguments, resolves relative paths, and
 * implements time limits, output limits and text on top of the driver's operations.
 *
 * @example
 * const sandbox = createSandbox({ kind: "remote", workingDirectory: "/workspace", start, files, … });
 */
export function createSandbox(driver: SandboxDriver): Sandbox {
  return new DriverSandbox(driver);
}

const mebibyte = 1024 * 1024;

/** How many bytes of a file are read, and of an output kept in a file, unless the caller sets another limit. */
const fileLimit = 100 * mebibyte;

class DriverSandbox implements Sandbox {
  readonly #driver: SandboxDriver;
  readonly #running = new RunningOperations();
  /** The last write of each file that is being written. */
  readonly #writes = new Map<string, Promise<void>>();
  #closing: Promise<void> | undefined;

  constructor(driver: SandboxDriver) {
    this.#driver = driver;
  }

  get kind(): string {
    return this.#driver.kind;
  }

  get description(): string {
    return this.#driver.description;
  }

  get workingDirectory(): string {
    return this.#driver.workingDirectory;
  }

  get capabilities(): SandboxCapabilities {
    return this.#driver.capabilities;
  }

  get ports(): readonly SandboxPort[] {
    return this.#driver.ports ?? [];
  }

  async exec(argv: readonly string[], options: ExecOptions = {}): Promise<ExecResult> {
    checkOptions(options);
    const { input, outputLimit = 10 * mebibyte, timeout } = options;
    if (input !== undefined) checkContents('"input"', input);
    checkLimit("outputLimit", outputLimit, "bytes");
    if (timeout !== undefined) checkLimit("timeout", timeout, "milliseconds");
    const command = this.#command(argv, options);
    const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
    const isEmpty = bytes === undefined || bytes.length === 0;
    const { overflow = "error", invalidUtf8 = "error" } = options;
    checkChoice("overflow", overflow, ["error", "head", "tail", "middle", "file"]);
    checkChoice("invalidUtf8", invalidUtf8, ["error", "replace"]);
    const attempt = (timeout: number | undefined) => {
      const run = (signal: AbortSignal) => {
        const limits = { ...options, timeout, signal, outputLimit, overflow, fileLimit };
        return execute(this.#driver, { ...command, input: isEmpty ? undefined : bytes }, limits);
      };
      return this.#running.start(options.signal, run);
    };
    const retries = options.timeoutRetry === true && this.#driver.mayStall === true ? retryTimeouts(timeout) : [];
    return firstInTime(attempt, [timeout, ...retries]).catch((error: unknown) => {
      throw withCallersPath(error, command.cwd, options.cwd ?? ".");
    });
  }

  async spawn(argv: readonly string[], options: SpawnOptions = {}): Promise<SandboxProcess> {
    checkOptions(options);
    const command = this.#command(argv, options);
    const input = options.stdin === true ? "open" : undefined;
    const spawn = (signal: AbortSignal) => spawnProcess(this.#driver, { ...command, input }, signal);
    const ended = (process: SandboxProcess) => process.wait();
    return this.#running.start(options.signal, spawn, ended).catch((error: unknown) => {
      throw withCallersPath(error, command.cwd, options.cwd ?? ".");
    });
  }

  async readFile(path: string, options: ReadOptions = {}): Promise<string> {
    const bytes = await this.readBytes(path, options);
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new SandboxError("not_utf8", `${path} is not UTF-8 text. ${bytesAdvice}`, { path, cause });
    }
  }

  async readBytes(path: string, { limit = fileLimit, signal }: ReadOptions = {}): Promise<Uint8Array> {
    checkLimit("limit", limit, "bytes");
    const bytes = await this.#file(path, signal, (resolved, signal) =>
      this.#driver.files.read(resolved, limit, signal),
    );
    // No buffer of Node, which has methods of its own.
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async writeFile(path: string, contents: string | Uint8Array, { signal }: FileOptions = {}): Promise<void> {
    checkContents("The contents of a file", contents);
    const bytes = typeof contents === "string" ? new TextEncoder().encode(contents) : contents;
    return this.#file(path, signal, (resolved, signal) => this.#write(resolved, bytes, signal));
  }

  async stat(path: string, { signal }: FileOptions = {}): Promise<FileStat> {
    return this.#file(path, signal, (resolved, signal) => this.#driver.files.stat(resolved, signal));
  }

  async list(path: string, { signal }: FileOptions = {}): Promise<readonly DirectoryEntry[]> {
    const entries = await this.#file(path, signal, (resolved, signal) => this.#driver.files.list(resolved, signal));
    return [...entries].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async remove(path: string, { recursive = false, signal }: RemoveOptions = {}): Promise<void> {
    return this.#file(path, signal, (resolved, signal) => this.#driver.files.remove(resolved, recursive, signal));
  }

  async connection({ user }: { readonly user?: string | undefined } = {}): Promise<SandboxConnection> {
    this.#checkOpen();
    if (this.#driver.connection === undefined) throw this.#unsupported("connections");
    return this.#driver.connection(user);
  }

  async snapshot(): Promise<SandboxSnapshot> {
    this.#checkOpen();
    const driver = this.#driver;
    if (!hasSnapshots(driver)) throw this.#unsupported("snapshots");
    return this.#running.start(undefined, () => driver.snapshot());
  }

  async restore(snapshot: SandboxSnapshot): Promise<void> {
    this.#checkOpen();
    const driver = this.#driver;
    if (!hasSnapshots(driver)) throw this.#unsupported("snapshots");
    await this.#running.end(new SandboxError("unavailable", `The files of the ${this.kind} sandbox were restored`));
    this.#checkOpen();
    return this.#running.start(undefined, () => driver.restore(snapshot));
  }

  close(): Promise<void> {
    this.#closing ??= this.#running.end(this.#closed()).then(() => this.#driver.close());
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #command(argv: readonly string[], options: CommandOptions): Omit<DriverCommand, "input" | "onOutput"> {
    this.#checkOpen();
    checkArgv(argv);
    checkEnv(options.env ?? {});
    options.signal?.throwIfAborted();
    if (options.user !== undefined && !this.capabilities.users) throw this.#unsupported("commands as another user");
    if (options.cwd !== undefined) checkPath(options.cwd);
    const cwd = resolvePath(this.workingDirectory, options.cwd ?? ".");
    return { argv, cwd, env: options.env ?? {}, user: options.user };
  }

  async #file<Value>(
    path: string,
    signal: AbortSignal | undefined,
    operation: (resolved: string, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    this.#checkOpen();
    checkPath(path);
    signal?.throwIfAborted();
    const resolved = resolvePath(this.workingDirectory, path);
    return this.#running.start(signal, async (signal) => {
      try {
        return await operation(resolved, signal);
      } catch (error) {
        signal.throwIfAborted();
        throw withCallersPath(error, resolved, path);
      }
    });
  }

  /** Writes a file after the write of the same file that has begun before, so that their contents don't mix. */
  async #write(path: string, contents: Uint8Array, signal: AbortSignal): Promise<void> {
    const before = this.#writes.get(path) ?? Promise.resolve();
    const written = before.then(() => {
      signal.throwIfAborted();
      return this.#driver.files.write(path, contents, signal);
    });
    const ended = written.catch(() => {}); // reported to whoever wrote it
    this.#writes.set(path, ended);
    try {
      await written;
    } finally {
      if (this.#writes.get(path) === ended) this.#writes.delete(path);
    }
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw this.#closed();
  }

  #closed(): SandboxError {
    return new SandboxError("unavailable", `The ${this.kind} sandbox is closed`);
  }

  #unsupported(what: string): SandboxError {
    return new SandboxError("unsupported", `A ${this.kind} sandbox does not support ${what}`);
  }
}

function hasSnapshots(
  driver: SandboxDriver,
): driver is SandboxDriver & Required<Pick<SandboxDriver, "snapshot" | "restore">> {
  return driver.snapshot !== undefined && driver.restore !== undefined;
}

/** The same error with the path that the caller wrote: where a sandbox is on the host is nothing that a model should read. */
function withCallersPath(error: unknown, resolved: string, path: string): unknown {
  if (!(error instanceof SandboxError) || error.path !== resolved || path === resolved) return error;
  const { code, message, partialOutput, cause } = error;
  return new SandboxError(code, message.replaceAll(resolved, path), { path, partialOutput, cause });
}
