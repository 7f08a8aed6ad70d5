import { onAbort } from "@helve/core/internal";
import { describe, expect, it, vi } from "vitest";

describe("onAbort", () => {
  it("calls each callback once when the signal is aborted", () => {
    const controller = new AbortController();
    const called: string[] = [];
    const callback = (): void => void called.push("twice");
    onAbort(controller.signal, callback);
    onAbort(controller.signal, callback);
    const remove = onAbort(controller.signal, () => called.push("removed"));
    remove();
    remove();
    controller.abort();
    controller.abort();
    expect(called).toEqual(["twice", "twice"]);
  });

  it("adds one listener to a signal, however many callbacks there are, and removes it with the last one", () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    for (let round = 1; round <= 2; round++) {
      const removers = Array.from({ length: 100 }, () => onAbort(signal, () => undefined));
      expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([round, round - 1]);
      for (const removeCallback of removers) removeCallback();
      expect(remove.mock.calls.length).toBe(round);
    }
  });

  it("does not call a callback that another one removed", () => {
    const controller = new AbortController();
    const called: string[] = [];
    onAbort(controller.signal, () => {
      called.push("first");
      removeSecond();
    });
    const removeSecond = onAbort(controller.signal, () => called.push("second"));
    onAbort(controller.signal, () => called.push("third"));
    controller.abort();
    expect(called).toEqual(["first", "third"]);
  });
});
