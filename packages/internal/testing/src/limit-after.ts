import { onTestFinished, vi } from "vitest";

/**
 * Stops the time of timers until lines were printed, and lets a time limit pass then: what a program prints before its limit does not depend on
 * how fast it starts. Only what begins after this call has such timers.
 *
 * @param limit - in milliseconds
 * @param lines - what is printed before the limit is over
 * @returns a listener for what is printed
 */
export function limitAfter(limit: number, ...lines: readonly string[]): (output: unknown) => void {
  const end = (): void => void vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(end);
  let printed = "";
  return (output) => {
    if (!vi.isFakeTimers()) return;
    printed += (output as { readonly text: string }).text;
    if (!lines.every((line) => printed.includes(`${line}\n`))) return;
    vi.advanceTimersByTime(limit);
    end();
  };
}
