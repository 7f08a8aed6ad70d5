/** The public API: what tools use, what environments implement, then what hosts put around them. */
import type { Sandbox } from "./sandbox.ts";

declare module "@helve/core" {
  interface ToolContext {
    /**
     * The session's sandbox of an environment, always the same one.
     *
     * @param name - the environment; the first one by default
     * @throws Error if the session has no sandboxes
     */
    readonly sandbox: (name?: string) => Promise<Sandbox>;
  }
}

export type {
  CommandOptions,
  DirectoryEntry,
  ExecOptions,
  ExecOutput,
  ExecResult,
  FileOptions,
  FileStat,
  OutputOverflow,
  OutputTruncation,
  ReadOptions,
  RemoveOptions,
  Sandbox,
  SandboxCapabilities,
  SandboxConnection,
  SandboxPort,
  SandboxSnapshot,
  SpawnOptions,
} from "./sandbox.ts";
export type { ProcessExit, SandboxProcess } from "./sandbox-process.ts";
export type { SandboxErrorDetails, SandboxErrorKind } from "./sandbox-error.ts";
export { SandboxError } from "./sandbox-error.ts";

export { createSandbox } from "./create-sandbox.ts";
export type { DriverCommand, DriverProcess, SandboxDriver, SandboxFiles } from "./sandbox-driver.ts";
export { shellFiles } from "./shell-files.ts";
export { shellQuote } from "@helve/core/internal";

export type { EnvironmentOptions, SandboxEnvironments, SandboxSession } from "./environments.ts";
export { sandboxEnvironments } from "./environments.ts";
export type { GuardedOptions } from "./guarded/guarded-operations.ts";
export { guarded } from "./guarded.ts";
