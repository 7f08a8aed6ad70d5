import type { SandboxProcess } from "./sandbox-process.ts";

/**
 * An environment where tools run commands and keep files.
 *
 * Relative paths resolve against `workingDirectory`, which is also where commands start. What fails in a way that a model can
 * recover from (a missing file, a timeout) rejects with a `SandboxError`; a command that fails is a result with its exit code.
 *
 * Source: Inspect, Custom Tools §Sandboxing.
 */
export interface Sandbox extends AsyncDisposable {
  /** The kind of environment: `local`, `bubblewrap`, `podman`, `memory`, … */
  readonly kind: string;
  /** A description of the environment for a model, in a sentence or two. */
  readonly description: string;
  /** The absolute path, inside the sandbox, where commands start. */
  readonly workingDirectory: string;
  readonly capabilities: SandboxCapabilities;
  /** The ports of the sandbox that can be reached from outside. After `restore`, a port may lead from another one of the host. */
  readonly ports: readonly SandboxPort[];
  /**
   * Runs a program to its end. The arguments are passed as they are: no shell expands them.
   *
   * @param argv - the program and its arguments
   * @returns what the command printed and its exit code: 127 for a program that doesn't exist, 128 + n if signal n ended it
   * @throws SandboxError `timeout`, `permission` (the program isn't executable), `output_limit`, `not_utf8`, `not_found` (the
   *   working directory), `unsupported` (a user, where the environment has none), `unavailable`
   * @throws the reason of `signal` if it is aborted; everything the command started is ended first
   *
   * @example
   * const { success, stdout, stderr } = await sandbox.exec(["ls", directory], { timeout: 10_000 });
   * if (!success) throw new ToolError(stderr);
   */
  exec(argv: readonly string[], options?: ExecOptions): Promise<ExecResult>;
  /**
   * Starts a program and returns at once, for a server or an interactive program.
   *
   * @throws SandboxError as `exec`
   */
  spawn(argv: readonly string[], options?: SpawnOptions): Promise<SandboxProcess>;
  /**
   * Reads a file as UTF-8 text. Line ends and a byte order mark are kept.
   *
   * @throws SandboxError `not_found`, `permission`, `is_directory`, `not_directory`, `not_utf8`, `output_limit`
   */
  readFile(path: string, options?: ReadOptions): Promise<string>;
  /**
   * Reads a file as bytes.
   *
   * @throws SandboxError as `readFile`, without `not_utf8`
   */
  readBytes(path: string, options?: ReadOptions): Promise<Uint8Array>;
  /**
   * Writes a file, in place of one that exists. Missing parent directories are created.
   *
   * @throws SandboxError `permission`, `is_directory`, `not_directory`
   */
  writeFile(path: string, contents: string | Uint8Array, options?: FileOptions): Promise<void>;
  /**
   * Describes a file or directory; symbolic links are followed.
   *
   * @throws SandboxError `not_found`, `permission`, `not_directory`
   */
  stat(path: string, options?: FileOptions): Promise<FileStat>;
  /**
   * Lists a directory, sorted by name, without descending into others.
   *
   * @throws SandboxError `not_found`, `permission`, `not_directory`
   */
  list(path: string, options?: FileOptions): Promise<readonly DirectoryEntry[]>;
  /**
   * Removes a file, or a directory with `recursive`. A symbolic link is removed itself, not its target.
   *
   * @throws SandboxError `not_found`, `permission`, `is_directory`
   */
  remove(path: string, options?: RemoveOptions): Promise<void>;
  /**
   * Returns the command with which a person opens a terminal in the sandbox.
   *
   * @throws SandboxError `unsupported`, `unavailable`
   */
  connection(options?: { readonly user?: string | undefined }): Promise<SandboxConnection>;
  /**
   * Takes a snapshot of the files. Running programs aren't part of it.
   *
   * @throws SandboxError `unsupported`
   */
  snapshot(): Promise<SandboxSnapshot>;
  /**
   * Restores the files of a snapshot of this sandbox. Running programs are ended.
   *
   * @throws SandboxError `unsupported`, `not_found`
   */
  restore(snapshot: SandboxSnapshot): Promise<void>;
  /** Ends everything that runs in the sandbox and deletes its files. Later calls reject with `unavailable`. */
  close(): Promise<void>;
}

/** The capabilities of an environment. */
export interface SandboxCapabilities {
  /** The isolation from the host: `none`, `process` (its own view of files, processes and network), `container`, or `memory` (it is simulated). */
  readonly isolation: "none" | "process" | "container" | "memory";
  /** Whether commands can run as another user. */
  readonly users: boolean;
  /** Whether programs that a command leaves in the background go on after it. */
  readonly background: boolean;
  /** Whether `snapshot` and `restore` work. */
  readonly snapshots: boolean;
  /** Whether `connection` works. */
  readonly connection: boolean;
  /** The network that programs reach: none, only some hosts, or all that the host reaches. Absent if it is unknown. */
  readonly network?: "none" | "limited" | "full";
}

/** A port inside the sandbox and the address outside that leads to it. */
export interface SandboxPort {
  readonly port: number;
  readonly host: string;
  readonly hostPort: number;
}

/** Options of a command. */
export interface CommandOptions {
  /** Where it starts: absolute, or relative to the sandbox's working directory, which is the default. */
  readonly cwd?: string | undefined;
  /** Variables that are added to the sandbox's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The user who runs it; by default the sandbox's. */
  readonly user?: string | undefined;
  /** Ends the command and everything it started. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `Sandbox.exec`. */
export interface ExecOptions extends CommandOptions {
  /** The standard input of the command; empty by default. */
  readonly input?: string | Uint8Array | undefined;
  /** The time limit, in milliseconds; none by default. At the limit, everything that the command started is ended. */
  readonly timeout?: number | undefined;
  /**
   * Whether a command that timed out may be run again, at most twice and for less than a minute each; false by default, because it may have
   * done its work. Only environments whose runtime may fail to start a command do so: containers.
   */
  readonly timeoutRetry?: boolean | undefined;
  /** Called with each piece of output as it arrives. If it throws, the command is ended and `exec` rejects with the error. */
  readonly onOutput?: ((output: ExecOutput) => void) | undefined;
  /** How many bytes of each stream are kept; 10 MiB by default. */
  readonly outputLimit?: number | undefined;
  /** The behavior at the limit; `error` by default. */
  readonly overflow?: OutputOverflow | undefined;
  /** The behavior if output isn't UTF-8: an error (default), or each invalid byte is replaced by U+FFFD. */
  readonly invalidUtf8?: "error" | "replace" | undefined;
}

/**
 * The treatment of a stream that is longer than the limit:
 *
 * - `error`: the command is ended, and `exec` rejects with `output_limit`;
 * - `head`, `tail`, `middle`: its beginning, its end, or both are kept, and the command runs to its end;
 * - `file`: as `middle`, and the whole stream is kept in a file of the sandbox.
 */
export type OutputOverflow = "error" | "head" | "tail" | "middle" | "file";

/** One piece of output. */
export interface ExecOutput {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

/** The result of a command. */
export interface ExecResult {
  /** True if the exit code is 0. */
  readonly success: boolean;
  readonly exitCode: number;
  /** The signal that ended it, such as `SIGTERM`, if the environment knows. */
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  /** How much of which stream is missing; absent if the output is complete. */
  readonly truncated?: { readonly stdout?: OutputTruncation; readonly stderr?: OutputTruncation };
}

/** How much of a stream was kept, in bytes. */
export interface OutputTruncation {
  readonly kept: number;
  readonly total: number;
  /** The file of the sandbox that has the whole stream, with the overflow `file`. */
  readonly file?: string;
}

/** Options of `Sandbox.spawn`. */
export interface SpawnOptions extends CommandOptions {
  /** Whether the process gets an open standard input; by default it is empty. */
  readonly stdin?: boolean | undefined;
}

/** Options of file operations. */
export interface FileOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of `Sandbox.readFile` and `Sandbox.readBytes`. */
export interface ReadOptions extends FileOptions {
  /** The largest size that is read, in bytes; 100 MiB by default. */
  readonly limit?: number | undefined;
}

/** Options of `Sandbox.remove`. */
export interface RemoveOptions extends FileOptions {
  /** Whether directories are removed with what they contain; `false` by default. */
  readonly recursive?: boolean | undefined;
}

/** A file or directory. `other` is a device, a socket or a named pipe. */
export interface FileStat {
  readonly type: "file" | "directory" | "other";
  /** In bytes; for a directory, the number that the environment reports. */
  readonly size: number;
}

/** An entry of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "symlink" | "other";
}

/** The way for a person to enter a sandbox. */
export interface SandboxConnection {
  /** The command that opens a terminal. */
  readonly argv: readonly string[];
  /** The name of the container, if the sandbox is a container. */
  readonly container?: string;
}

/** Files of a sandbox at one time, from `Sandbox.snapshot`. */
export interface SandboxSnapshot {
  readonly kind: string;
  readonly id: string;
}
