import { startTimeout } from "@helve/core/internal";
import type { ExecOptions, ExecResult, OutputTruncation } from "./sandbox.ts";
import type { DriverCommand, SandboxDriver } from "./sandbox-driver.ts";
import { SandboxError } from "./sandbox-error.ts";
import { resolvePath } from "./sandbox-path.ts";
import { type StreamOptions, StreamOutput } from "./stream-output.ts";

/** Runs a command to its end, or until its time limit, its output or the signal ends it. */
export async function execute(
  driver: SandboxDriver,
  command: Omit<DriverCommand, "onOutput">,
  options: StreamOptions & Pick<ExecOptions, "timeout" | "signal">,
): Promise<ExecResult> {
  const { timeout, signal } = options;
  const stdout = new StreamOutput("stdout", options);
  const stderr = new StreamOutput("stderr", options);
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {}); // it may be rejected while the process still starts

  let stop: { readonly reason: unknown } | undefined;
  const end = (reason: unknown): void => {
    stop ??= { reason };
    stopped.reject(reason);
  };
  const onAbort = () => end(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = startTimeout(() => end(timeoutError(timeout)), timeout);
  try {
    const process = await driver.start({
      ...command,
      onOutput(stream, bytes) {
        if (stop !== undefined) return;
        try {
          (stream === "stdout" ? stdout : stderr).add(bytes);
        } catch (error) {
          end(error);
        }
      },
    });
    const exit = await Promise.race([process.exit, stopped.promise]).catch(async (error: unknown) => {
      if (stop !== undefined) await process.kill();
      throw error;
    });
    if (stop !== undefined) throw stop.reason; // the last output exceeded the limit
    const truncated = await truncation(driver, options, { stdout, stderr });
    return {
      success: exit.exitCode === 0,
      ...exit,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated,
    };
  } catch (error) {
    throw withPartialOutput(error, stdout, stderr);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

function timeoutError(timeout = 0): SandboxError {
  return new SandboxError("timeout", `The command did not end within ${timeout / 1000} s`);
}

/** How much of each stream is missing; with the overflow `file`, the whole streams are written to files. */
async function truncation(
  driver: SandboxDriver,
  { overflow }: StreamOptions,
  outputs: { readonly stdout: StreamOutput; readonly stderr: StreamOutput },
): Promise<ExecResult["truncated"]> {
  const truncated: { stdout?: OutputTruncation; stderr?: OutputTruncation } = {};
  for (const stream of ["stdout", "stderr"] as const) {
    const missing = outputs[stream].truncation();
    if (missing === undefined) continue;
    truncated[stream] = missing;
    if (overflow !== "file") continue;
    const file = `.helve-output/${crypto.randomUUID()}.${stream}`;
    await driver.files.write(resolvePath(driver.workingDirectory, file), outputs[stream].whole());
    truncated[stream] = { ...missing, file };
  }
  return truncated.stdout === undefined && truncated.stderr === undefined ? undefined : truncated;
}

/** A `SandboxError` with what the command had printed; other errors are returned unchanged. */
function withPartialOutput(error: unknown, stdout: StreamOutput, stderr: StreamOutput): unknown {
  if (!(error instanceof SandboxError)) return error;
  const { code, message, path, cause } = error;
  const partialOutput = { stdout: stdout.partialText(), stderr: stderr.partialText() };
  return new SandboxError(code, message, { path, cause, partialOutput });
}
