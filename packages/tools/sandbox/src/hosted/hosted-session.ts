/** The operations that a hosted sandbox must have, such as running a command. */

/** What a hosted sandbox has to do; everything else is done by shell commands inside. */
export interface HostedSession {
  /**
   * Runs a command of a POSIX shell and passes on its output as it arrives.
   *
   * @returns its exit code, after all of its output
   */
  run(command: string, onOutput: OnHostedOutput): Promise<number>;
  /** Writes a file by its absolute path. */
  write(path: string, contents: Uint8Array): Promise<void>;
  /** Ends the sandbox, so that it costs nothing. */
  close(): Promise<unknown>;
}

/** Called with each piece of output: text where the SDK has decoded it. */
export type OnHostedOutput = (stream: "stdout" | "stderr", data: string | Uint8Array) => void | Promise<void>;
