/** A program that runs in a sandbox, from `Sandbox.spawn`. */
export interface SandboxProcess {
  /** Its id on the host, if the environment knows it. */
  readonly pid?: number;
  /** Present if it was started with `stdin: true`. */
  readonly stdin?: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /**
   * Waits for its end.
   *
   * @throws the reason of the signal that it was started with, if that was aborted
   */
  wait(): Promise<ProcessExit>;
  /** Ends it and everything it started. */
  kill(): Promise<void>;
}

/** The end of a process: the exit code is 128 + n if signal n ended it. */
export interface ProcessExit {
  readonly exitCode: number;
  /** The name of the signal, such as `SIGTERM`, if the environment knows it. */
  readonly signal?: string;
}
