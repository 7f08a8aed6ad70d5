// A toolkit whose tool `Terminal.Execute` runs shell commands in one folder, with a time and an output limit.

import { spawn } from "node:child_process";
import type { ToolContext } from "@helve/core";
import { ToolError, Toolkit, toolApi } from "@helve/tool";

/** The limit for the output of a command, in bytes. */
const maxOutput = 64 * 1024;

/** The longest time limit of a command, in seconds. */
const maxSeconds = 50;

/** A toolkit whose tool `Terminal.Execute` runs shell commands in one folder. */
export class Terminal extends Toolkit {
  override readonly name = "Terminal";
  override readonly description = "Runs commands in the user's folder.";
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  @toolApi(`Run a command line in a shell, in the user's folder.

    Args:
        command (str): the command line
        timeout (float, optional): how many seconds it may take, 50 at most, 10 by default

    Returns:
        output (str): what the command printed, and its exit code when that is not 0`)
  async Execute(command: string, timeout = 10, context?: ToolContext): Promise<string> {
    if (!(timeout > 0 && timeout <= maxSeconds)) {
      throw new ToolError(`"timeout" must be more than 0 and at most ${maxSeconds} seconds (got ${timeout}).`);
    }
    const limit = AbortSignal.timeout(timeout * 1000);
    const signal = context === undefined ? limit : AbortSignal.any([limit, context.signal]);
    return execute(command, this.#folder, signal).catch((error: unknown) => {
      throw limit.aborted ? new ToolError(`The command took longer than ${timeout} seconds and was ended.`) : error;
    });
  }
}

/** Runs a command in a new process group, so that the processes that it starts can be killed with it. */
function execute(command: string, folder: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8" };
    const child = spawn("/bin/sh", ["-c", command], {
      cwd: folder,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const kill = (reason: unknown): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // the process has already ended
      }
      reject(reason);
    };
    const abort = (): void => kill(signal.reason);
    signal.addEventListener("abort", abort, { once: true });

    const chunks: Buffer[] = [];
    let size = 0;
    const append = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxOutput) kill(new ToolError(`The command printed more than ${maxOutput} bytes and was ended.`));
      else chunks.push(chunk);
    };
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    child.on("error", reject);
    child.on("close", (code) => {
      signal.removeEventListener("abort", abort);
      const output = Buffer.concat(chunks).toString("utf8").trimEnd();
      resolve(code === 0 ? output : `${output}\n(exit code ${code})`.trimStart());
    });
  });
}
