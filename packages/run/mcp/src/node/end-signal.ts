/**
 * Runs a server program until it is asked to end: by the signal, or by SIGINT, SIGTERM or SIGHUP, which clients, service managers and
 * terminals send. Otherwise those signals would end the process alone, and its child processes would stay.
 *
 * @param run - gets a signal that is aborted then, and ends in time after it
 */
export async function untilEnded(signal: AbortSignal, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const name of endSignals) process.on(name, end);
  try {
    await run(AbortSignal.any([signal, ended.signal]));
  } finally {
    for (const name of endSignals) process.off(name, end);
    // Reading it would keep the process alive.
    process.stdin.destroy();
  }
}

const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
