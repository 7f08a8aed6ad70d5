import { createSandbox, SandboxError } from "@helve/sandbox";
import { toInspectSandbox } from "@helve/sandbox/inspect";
import { describe, expect, it } from "vitest";
import { firstInTime, retryTimeouts } from "../src/timeout-retry.ts";

/** A sandbox whose runtime never starts the first commands. */
function stalling(times: number, mayStall = true) {
  let started = 0;
  const sandbox = createSandbox({
    ...{ kind: "test", description: "", workingDirectory: "/", mayStall, files: {} as never, close: async () => {} },
    capabilities: { isolation: "container", users: false, background: false, snapshots: false, connection: false },
    start: async () => ({
      exit: ++started > times ? Promise.resolve({ exitCode: 0 }) : new Promise<never>(() => {}),
      kill: async () => {},
      write: async () => {},
      end: async () => {},
    }),
  });
  return { sandbox, started: () => started };
}

describe("timeoutRetry", () => {
  it("allows two retries, each shorter than a minute and no longer than the command's own limit", () => {
    expect(retryTimeouts(300_000)).toEqual([59_000, 29_500]);
    expect(retryTimeouts(10_000)).toEqual([10_000, 5_000]);
    expect(retryTimeouts(undefined)).toEqual([]);
  });

  it("runs a command again that its environment did not start in time, at most twice", async () => {
    const recovering = stalling(2);
    expect((await recovering.sandbox.exec(["true"], { timeout: 100, timeoutRetry: true })).exitCode).toBe(0);
    expect(recovering.started()).toBe(3);
    const lost = stalling(9);
    await expect(lost.sandbox.exec(["true"], { timeout: 100, timeoutRetry: true })).rejects.toThrow(SandboxError);
    expect(lost.started()).toBe(3);
  });

  it.each([
    ["unless it is asked for", true, undefined],
    ["where the runtime is reliable", false, true],
  ])("never does so %s", async (_when, mayStall, timeoutRetry) => {
    const { sandbox, started } = stalling(9, mayStall);
    await expect(sandbox.exec(["true"], { timeout: 100, timeoutRetry })).rejects.toThrow("did not end within");
    expect(started()).toBe(1);
  });

  it("is the default of Inspect's names, where it can be switched off", async () => {
    const on = stalling(1);
    expect((await toInspectSandbox(on.sandbox).exec(["true"], { timeout: 0.1 })).returncode).toBe(0);
    const off = stalling(1);
    await expect(
      toInspectSandbox(off.sandbox).exec(["true"], { timeout: 0.1, timeout_retry: false }),
    ).rejects.toThrow();
    expect([on.started(), off.started()]).toEqual([2, 1]);
  });

  it("passes on every other error at once", async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts++;
      throw new SandboxError("permission", "no");
    };
    await expect(firstInTime(attempt, [1, 1, 1])).rejects.toThrow("no");
    expect(attempts).toBe(1);
  });
});
