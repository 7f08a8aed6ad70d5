import type { ChildProcess } from "node:child_process";

/** Ends a program by a signal, and waits until it has ended; nothing is done if it has not begun or has ended already. */
export async function endProgram(running: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once("exit", resolve));
  running.kill(signal);
  await ended;
}
