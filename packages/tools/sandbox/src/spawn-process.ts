import { withoutUndefined } from "@helve/core/internal";
import type { DriverCommand, SandboxDriver } from "./sandbox-driver.ts";
import type { SandboxProcess } from "./sandbox-process.ts";

/** Starts a program with streams for its input and output. */
export async function spawnProcess(
  driver: SandboxDriver,
  command: Omit<DriverCommand, "onOutput">,
  signal: AbortSignal | undefined,
): Promise<SandboxProcess> {
  const stdout = outputStream();
  const stderr = outputStream();
  const process = await driver.start({
    ...command,
    onOutput: (stream, bytes) => (stream === "stdout" ? stdout : stderr).write(bytes),
  });
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {}); // nobody may be waiting
  const kill = (): Promise<void> => {
    // Output that nobody reads must not keep it from ending.
    stdout.discard();
    stderr.discard();
    return process.kill();
  };
  let isAborted = false;
  const onAbort = () => {
    isAborted = true;
    kill().then(() => aborted.reject(signal?.reason), aborted.reject);
  };
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const exit = process.exit.finally(() => {
    signal?.removeEventListener("abort", onAbort);
    stdout.end();
    stderr.end();
  });
  const ended = Promise.race([exit.then((ended) => (isAborted ? aborted.promise : ended)), aborted.promise]);
  ended.catch(() => {}); // reported by `wait`
  return withoutUndefined({
    pid: process.pid,
    stdin:
      process.write &&
      new WritableStream<Uint8Array>({
        write: (bytes) => process.write?.(bytes),
        close: () => process.end?.(),
        abort: () => process.end?.(),
      }),
    stdout: stdout.readable,
    stderr: stderr.readable,
    wait: () => ended,
    kill,
  });
}

/** A stream that output is written to: a driver waits while nobody reads what is there. */
function outputStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    undefined,
    new ByteLengthQueuingStrategy({ highWaterMark: 1024 * 1024 }),
  );
  const writer = writable.getWriter();
  writer.closed.catch(() => {}); // the reader canceled the stream
  const discarded = Promise.withResolvers<void>();
  let isDiscarded = false;
  let written: Promise<void> = Promise.resolve();
  return {
    readable,
    write(bytes: Uint8Array): Promise<void> {
      written = written.then(async () => {
        await Promise.race([writer.ready.catch(() => {}), discarded.promise]);
        if (!isDiscarded) writer.write(bytes).catch(() => {});
      });
      return written;
    },
    /** Discards data from now on. */
    discard(): void {
      isDiscarded = true;
      discarded.resolve();
    },
    /** Ends the stream after what was written. */
    end(): void {
      written.then(() => writer.close()).catch(() => {}); // the reader canceled the stream
    },
  };
}
