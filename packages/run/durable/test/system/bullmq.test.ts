import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ActionReturn } from "@helve/core";
import { collect, type ItemOutcome, type QueuedCall, type QueuedItem } from "@helve/durable";
import { type BullmqQueue, bullmqQueue, bullmqWorker } from "@helve/durable/bullmq";
import { hasRedis, RedisServer } from "@helve/testing/redis-server";
import { WorkerProcess } from "@helve/testing/worker-process";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const why = hasRedis ? "" : " (skipped: Redis is not installed, see apt-get install redis-server)";

describe.skipIf(!hasRedis)(`calls in a queue of BullMQ${why}`, () => {
  let server: RedisServer;
  let redis: Redis;
  let queue: BullmqQueue<QueuedCall, ActionReturn>;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new Redis(server.port, { retryStrategy: () => 50 });
    redis.on("error", () => undefined);
    queue = bullmqQueue({ name: "payments", connection: { url: server.url } });
  });

  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill();
    await redis.flushall();
  });

  afterAll(async () => {
    await queue?.close();
    redis?.disconnect();
    await server?.[Symbol.asyncDispose]();
  });

  async function worker(): Promise<WorkerProcess> {
    const started = new WorkerProcess(new URL("payments-worker.ts", import.meta.url), [server.url]);
    workers.push(started);
    await started.start();
    return started;
  }

  const paid = async (): Promise<readonly string[]> => (await redis.lrange("paid", 0, -1)).sort();

  async function outcomes(run: string, ids: readonly string[]): Promise<Record<string, ItemOutcome<ActionReturn>>> {
    const found: Record<string, ItemOutcome<ActionReturn>> = {};
    for await (const { id, outcome } of collect(queue, run, ids)) found[id] = outcome;
    return found;
  }

  it("executes each call once, also if it is submitted twice, and any process collects the outcomes", async () => {
    const items = Array.from({ length: 30 }, (_, index) => payment(`${index}`));
    await queue.submit("july", items.slice(0, 20));
    await worker();
    await queue.submit("july", items);
    await queue.submit("july", items);
    const ids = items.map(({ id }) => id);
    const found = await outcomes("july", ids);
    expect(found["7"]).toMatchObject({ status: "done", result: { id: "7", status: "success", type: "pay" } });
    expect(await paid()).toEqual(ids.toSorted());
    const collector = fileURLToPath(new URL("collector.ts", import.meta.url));
    const args = ["--conditions=@helve/source", "--no-warnings", collector, server.url, "july", ...ids];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(ids.map((id) => [id, "done"])));
    await queue.submit("august", items.slice(0, 1)); // another run
    expect((await outcomes("august", ["0"]))["0"]).toMatchObject({ status: "done" });
    expect(await paid()).toHaveLength(31);
  });

  it("delivers the calls of a killed worker to another one, which runs none of them twice", async () => {
    const names = ["dies before, reconciled", "dies after, reconciled", "dies after, unknown", "fine"];
    for (const name of names) {
      const [one] = [await worker(), await queue.submit(name, [payment(name)])];
      if (name !== "fine") await one.ended;
      await worker();
      const { [name]: outcome } = await outcomes(name, [name]);
      const pending = { result: { status: "pending", stages: { run: { outcome: "pending" } } } };
      expect(outcome).toMatchObject(name.includes("unknown") ? pending : { result: { status: "success" } });
      for (const each of workers.splice(0)) await each.kill();
    }
    expect(await paid()).toEqual(names.toSorted());
  });

  it("reports the failure of each item, and gives up an item whose workers end", async () => {
    const submit = (ids: readonly string[]): Promise<void> =>
      queue.submit(
        "failures",
        ids.map((name) => ({ id: name, value: { name, arguments: {} } })),
      );
    await submit(["deadly"]);
    for (let attempt = 0; attempt < 3; attempt++) await (await worker()).ended;
    await submit(["broken", "unknown tool"]);
    await worker();
    expect(await outcomes("failures", ["broken", "deadly", "unknown tool"])).toMatchObject({
      broken: { status: "failed", error: { message: "no bank today" } },
      deadly: { status: "failed", error: { code: "worker_ended", message: expect.stringContaining("3 workers") } },
      "unknown tool": { status: "done", result: { status: "unknown_tool" } },
    });
  });

  it("cancels items that wait, and the one that is being processed", async () => {
    await queue.submit("cancelled", [payment("waiting"), payment("slow")]);
    await queue.cancel("cancelled", ["waiting"]);
    expect(await queue.outcome("cancelled", "waiting")).toEqual({ status: "cancelled" });
    await worker();
    await expect.poll(() => redis.get("slow")).toBe("begun");
    await queue.cancel("cancelled", ["slow", "missing"]);
    const aborted = { status: "done", result: { status: "failed", error: { code: "aborted" } } };
    expect(await queue.outcome("cancelled", "slow")).toMatchObject(aborted);
    expect(await queue.outcome("cancelled", "waiting")).toEqual({ status: "cancelled" });
    expect(await paid()).toEqual([]);
  });

  it("says that an item was not submitted, and stops waiting when a signal is aborted", async () => {
    await expect(outcomes("july", ["1"])).rejects.toMatchObject({ code: "unknown_run" });
    await queue.submit("july", [payment("1")]);
    const controller = new AbortController();
    const collecting = collect(queue, "july", ["1"], controller).next();
    controller.abort(new Error("enough"));
    await expect(collecting).rejects.toThrow("enough");
    expect(await collect(queue, "july", []).next()).toMatchObject({ done: true });
  });

  it("goes on after a restart of the server", async () => {
    const items = Array.from({ length: 20 }, (_, index) => payment(`${index}`));
    await queue.submit("restart", items);
    const collecting = outcomes(
      "restart",
      items.map(({ id }) => id),
    );
    await server.end();
    await server.begin();
    await worker();
    expect(Object.keys(await collecting)).toHaveLength(20);
    expect(await paid()).toHaveLength(20);
  });

  it("waits for the items that it processes when it is closed, and takes no more", async () => {
    const begun = Promise.withResolvers<void>();
    const work = Promise.withResolvers<string>();
    const closing = bullmqWorker<string, string>({
      ...{ name: "closing", connection: { url: server.url } },
      handler: () => {
        begun.resolve();
        return work.promise;
      },
    });
    const items = bullmqQueue<string, string>({ name: "closing", connection: { url: server.url } });
    await items.submit(
      "run",
      [1, 2].map((index) => ({ id: `${index}`, value: "" })),
    );
    await begun.promise;
    const closed = closing.close();
    work.resolve("done");
    await closed;
    expect(await items.outcome("run", "1")).toEqual({ status: "done", result: "done" });
    const two = items.outcome("run", "2", AbortSignal.abort(new Error("it waits")));
    await expect(two).rejects.toThrow("it waits");
    await items.close();
  });

  it("refuses invalid options", () => {
    const options = { name: "refused", connection: { url: server.url }, handler: async () => "" };
    for (const wrong of [{ concurrency: 0 }, { lease: 1.5 }, { attempts: -1 }]) {
      expect(() => bullmqWorker({ ...options, ...wrong })).toThrow(/must be a whole number above 0/);
    }
    expect(() => bullmqQueue({ ...options, keep: 0 })).toThrow("keep must be a whole number above 0 (got 0)");
  });
});

function payment(to: string): QueuedItem<QueuedCall> {
  return { id: to, value: { name: "pay", arguments: { to } } };
}
