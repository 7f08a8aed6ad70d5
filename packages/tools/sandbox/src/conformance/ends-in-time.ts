/** Checks that a command is really ended at its time limit: what it would do later must not happen. */
import type { Sandbox } from "../sandbox.ts";
import { expectError, expectThat, removing } from "./check.ts";

/** How many seconds pass until `writesLate` writes: many more than a busy machine needs to end a command. */
const lateAfter = 12;
export const writesLate: string = `sleep ${lateAfter}; echo late > survivor`;

/** Checks that a script ends at the time limit, not by itself, with everything it started: nothing writes the file `survivor`. */
export async function endsInTime(sandbox: Sandbox, script: string, timeout: number): Promise<void> {
  await removing(sandbox, ["survivor"], async () => {
    const elapsed = await duration(expectError(sandbox.exec(["sh", "-c", script], { timeout }), "timeout"));
    expectThat(
      elapsed < 1000 * (lateAfter - 2),
      `exec took ${Math.round(elapsed)} ms with a time limit of ${timeout} ms`,
    );
    await sandbox.exec(["sleep", String(lateAfter + 1)]);
    await expectError(sandbox.stat("survivor"), "not_found");
  });
}

/** How long an operation takes, in milliseconds. */
export async function duration(operation: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await operation;
  return performance.now() - started;
}
