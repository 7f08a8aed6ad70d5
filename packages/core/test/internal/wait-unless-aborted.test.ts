import { waitUnlessAborted } from "@helve/core/internal";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("waitUnlessAborted", () => {
  it("waits for the time", async () => {
    let hasEnded = false;
    const waiting = waitUnlessAborted(100, new AbortController().signal).then(() => {
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(99);
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends when the signal aborts, and leaves no timer", async () => {
    const controller = new AbortController();
    const waiting = waitUnlessAborted(100, controller.signal);
    controller.abort();
    await waiting;
    await waitUnlessAborted(100, controller.signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no listener", async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    const waiting = waitUnlessAborted(100, signal);
    await vi.advanceTimersByTimeAsync(100);
    await waiting;
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1]);
  });

  it("does not end at once for a time that is too long for a timer", async () => {
    const controller = new AbortController();
    let hasEnded = false;
    const waiting = waitUnlessAborted(1e12, controller.signal).then(() => {
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(hasEnded).toBe(false);
    controller.abort();
    await waiting;
  });
});
