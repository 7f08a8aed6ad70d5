/** Runs a command again that an unreliable runtime did not start in time (Inspect's `timeout_retry`). */
import { SandboxError } from "./sandbox-error.ts";

/** The time limits of the retries, in milliseconds: two, each less than a minute and at most the command's own limit. */
export function retryTimeouts(timeout: number | undefined): readonly number[] {
  if (timeout === undefined) return [];
  const first = Math.min(timeout, longestRetry);
  return [first, Math.ceil(first / 2)];
}

const longestRetry = 59_000;

/** The result of the first attempt that does not time out; the error of the last one if all do. */
export async function firstInTime<Result>(
  attempt: (timeout: number | undefined) => Promise<Result>,
  [timeout, ...retries]: readonly (number | undefined)[],
): Promise<Result> {
  try {
    return await attempt(timeout);
  } catch (error) {
    if (retries.length === 0 || !(error instanceof SandboxError) || error.code !== "timeout") throw error;
    return firstInTime(attempt, retries);
  }
}
