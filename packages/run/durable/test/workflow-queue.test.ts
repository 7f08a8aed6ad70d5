import { collect, type ItemHandler, memoryBackend, type WorkQueue, workflowQueue } from "@helve/durable";
import { describe, expect, it } from "vitest";

function queueWith(handler: ItemHandler<number, number>, backend = memoryBackend()): WorkQueue<number, number> {
  return workflowQueue({ name: "squares", backend, handler, attempts: 2 });
}

const never = (): Promise<never> => new Promise(() => undefined);

describe("workflowQueue", () => {
  it("processes each item once, also if it is submitted twice", async () => {
    const processed: number[] = [];
    const queue = queueWith(async (value) => {
      processed.push(value);
      return value * value;
    });
    const items = [1, 2, 3].map((value) => ({ id: `${value}`, value }));
    await queue.submit("run", items);
    await queue.submit("run", items);
    const found = [];
    for await (const each of collect(queue, "run", ["1", "2", "3"])) found.push(each);
    expect(found).toContainEqual({ id: "3", outcome: { status: "done", result: 9 } });
    expect(processed).toEqual([1, 2, 3]);
  });

  it("reports what a handler throws, and an item that was not submitted", async () => {
    const queue = queueWith(async () => {
      throw new RangeError("too large");
    });
    await queue.submit("run", [{ id: "1", value: 1 }]);
    expect(await queue.outcome("run", "1")).toMatchObject({ status: "failed", error: { message: "too large" } });
    await expect(queue.outcome("run", "2")).rejects.toMatchObject({ code: "unknown_run" });
  });

  it("processes an item again whose process ended, and gives it up when that happens too often", async () => {
    const backend = memoryBackend();
    await queueWith(never, backend).submit("run", [{ id: "1", value: 3 }]);
    await new Promise((resolve) => setImmediate(resolve));
    const attempts: number[] = [];
    const handler: ItemHandler<number, number> = async (_, { attempt }) => {
      attempts.push(attempt);
      return never();
    };
    for (const _ of [1, 2]) {
      backend.restart();
      queueWith(handler, backend);
      await backend.recover();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const outcome = await queueWith(handler, backend).outcome("run", "1");
    expect(outcome).toMatchObject({ status: "failed", error: { code: "worker_ended" } });
    expect(attempts).toEqual([2]);
  });

  it("cancels an item that is being processed", async () => {
    const queue = queueWith(
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    await queue.submit("run", [{ id: "1", value: 1 }]);
    await new Promise((resolve) => setImmediate(resolve));
    await queue.cancel("run", ["1"]);
    expect(await queue.outcome("run", "1")).toEqual({ status: "cancelled" });
  });

  it("says so in a process that takes items without a handler", async () => {
    const queue = workflowQueue<number, number>({ name: "squares", backend: memoryBackend() });
    await queue.submit("run", [{ id: "1", value: 1 }]);
    const message = 'this process has no handler for the items of "squares", but takes them';
    expect(await queue.outcome("run", "1")).toMatchObject({ status: "failed", error: { message } });
  });
});
