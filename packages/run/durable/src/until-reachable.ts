import { waitUnlessAborted } from "@helve/core/internal";

/**
 * Repeats work until its server can be reached, so the work must have the same effect when it is repeated.
 *
 * @param isUnreachable - whether an error says that the server can't be reached
 * @throws what the work throws otherwise; the reason of the signal, if it is aborted meanwhile
 */
export async function untilReachable<Result>(
  work: () => Promise<Result>,
  isUnreachable: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<Result> {
  for (let delay = 50; ; delay = Math.min(delay * 2, maxDelay)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      signal?.throwIfAborted();
      await waitUnlessAborted(delay, signal);
    }
  }
}

/** In milliseconds. */
const maxDelay = 2000;

/** The code of an error; `""` without one. */
export function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | null)?.code ?? "");
}

/** The codes of Node for a connection that was refused, lost or not found. */
export const networkCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT", // the Unix socket of a server that is not running
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
