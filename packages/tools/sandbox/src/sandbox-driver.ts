import type {
  DirectoryEntry,
  FileStat,
  SandboxCapabilities,
  SandboxConnection,
  SandboxPort,
  SandboxSnapshot,
} from "./sandbox.ts";
import type { ProcessExit } from "./sandbox-process.ts";

/**
 * The interface that an environment implements. `createSandbox` makes a `Sandbox` of it, with limits, time limits and checks.
 *
 * Paths and working directories that a driver receives are absolute; errors are `SandboxError`s.
 */
export interface SandboxDriver {
  readonly kind: string;
  readonly description: string;
  readonly workingDirectory: string;
  readonly capabilities: SandboxCapabilities;
  readonly ports?: readonly SandboxPort[];
  /** Whether the runtime sometimes does not start a command in time, so that `timeoutRetry` runs it again. */
  readonly mayStall?: boolean;
  /** Starts a program. Rejects if it can't be started, except that a missing program is a process with the exit code 127. */
  start(command: DriverCommand): Promise<DriverProcess>;
  readonly files: SandboxFiles;
  connection?(user: string | undefined): Promise<SandboxConnection>;
  snapshot?(): Promise<SandboxSnapshot>;
  restore?(snapshot: SandboxSnapshot): Promise<void>;
  close(): Promise<void>;
}

/** A command, as a driver receives it. */
export interface DriverCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string | undefined;
  /** The standard input: none, some bytes, or the data that is written to the process. */
  readonly input: Uint8Array | "open" | undefined;
  /** Called with each piece of output. If it returns a promise, the driver reads no more of the stream until that is resolved. */
  readonly onOutput: (stream: "stdout" | "stderr", bytes: Uint8Array) => void | Promise<void>;
}

/** A program that a driver has started. */
export interface DriverProcess {
  readonly pid?: number | undefined;
  /** Resolves when the program has ended and all of its output was passed on. */
  readonly exit: Promise<ProcessExit>;
  /** Ends the program and everything it started, and resolves at the latest after a second. */
  kill(): Promise<void>;
  /** Writes to the standard input; resolves when more can be written. For a command with the input `open`. */
  write?(bytes: Uint8Array): Promise<void>;
  /** Ends the standard input. */
  end?(): Promise<void>;
}

/** The file operations of a driver, as those of `Sandbox`; paths are absolute. */
export interface SandboxFiles {
  /** Rejects with `output_limit` if the file is larger than `limit` bytes. */
  read(path: string, limit: number, signal?: AbortSignal): Promise<Uint8Array>;
  write(path: string, contents: Uint8Array, signal?: AbortSignal): Promise<void>;
  stat(path: string, signal?: AbortSignal): Promise<FileStat>;
  /** In any order. */
  list(path: string, signal?: AbortSignal): Promise<readonly DirectoryEntry[]>;
  remove(path: string, recursive: boolean, signal?: AbortSignal): Promise<void>;
}
