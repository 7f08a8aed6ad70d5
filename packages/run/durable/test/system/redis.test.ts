import { redisLedger } from "@helve/durable/redis";
import { ActionExecutor } from "@helve/executor";
import { hasRedis, RedisServer } from "@helve/testing/redis-server";
import { tool } from "@helve/tool";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runOf, testLedger } from "../ledger-conformance.ts";

const why = hasRedis ? "" : " (skipped: Redis is not installed, see apt-get install redis-server)";

describe.skipIf(!hasRedis)(`redisLedger${why}`, () => {
  let server: RedisServer;
  let ioredis: Redis;
  let nodeRedis: ReturnType<typeof createClient>;

  beforeAll(async () => {
    server = await RedisServer.start();
    ioredis = new Redis(server.port, { retryStrategy: () => 50 });
    ioredis.on("error", () => undefined);
    nodeRedis = createClient({ url: server.url });
    nodeRedis.on("error", () => undefined);
    await nodeRedis.connect();
  });

  afterAll(async () => {
    ioredis?.disconnect();
    nodeRedis?.destroy();
    await server?.[Symbol.asyncDispose]();
  });

  testLedger("with ioredis, when a process starts again", async () => {
    await ioredis.flushall();
    const one = redisLedger(ioredis, { process: "worker" });
    const other = redisLedger(ioredis, { process: "worker" });
    return { one, other, kill: () => other.open() };
  });

  testLedger("with node-redis, when a process gives no sign of life", async () => {
    await ioredis.flushall();
    let isDead = false;
    const mortal = {
      sendCommand: (args: string[]) =>
        isDead ? Promise.reject(new Error("the process has ended")) : nodeRedis.sendCommand(args),
    };
    const kill = async () => {
      isDead = true;
      await expireSigns();
    };
    return { one: redisLedger(mortal), other: redisLedger(nodeRedis, { lease: 400 }), kill };
  });

  it("runs a call once that two executors execute at the same time", async () => {
    await ioredis.flushall();
    const paid: string[] = [];
    const executor = () => {
      const pay = tool({
        name: "pay",
        description: "Pay somebody.",
        parameters: z.object({ to: z.string().describe("to whom") }),
        execute({ to }) {
          paid.push(to);
          return `paid ${to}`;
        },
      });
      return new ActionExecutor([pay], { ledger: redisLedger(ioredis) });
    };
    const executors = [executor(), executor()];
    for (let index = 0; index < 8; index++) {
      const call = { id: `call ${index}`, name: "pay", arguments: { to: `${index}` } };
      const returns = await Promise.all(executors.map((each) => each.session({ id: "shared" }).execute(call)));
      expect(returns.map(({ status }) => status)).toEqual(["success", "success"]);
    }
    expect(paid).toEqual(Array.from({ length: 8 }, (_, index) => `${index}`));
  });

  it("waits while the server restarts, and knows what ran before", async () => {
    await ioredis.flushall();
    const ledger = redisLedger(ioredis, { process: "worker" });
    const run = runOf("a");
    expect(await ledger.begin(run, undefined)).toEqual({ kind: "begun" });
    await server.end();
    const ended = ledger.end(run, { ok: true, parts: [], value: undefined, record, settle: { ok: true, issues: [] } });
    const another = ledger.begin(runOf("b"), undefined);
    await server.begin();
    await ended;
    expect(await another).toEqual({ kind: "begun" });
    expect(await ledger.begin(runOf("a"), undefined)).toMatchObject({ kind: "ended" });
    expect(await redisLedger(ioredis, { process: "worker" }).begin(runOf("b"), undefined)).toMatchObject({
      kind: "unknown",
    });
  });

  /** The signs of life of all processes expire, as in a restart of the server that takes longer than they count. */
  async function expireSigns(): Promise<void> {
    for (const key of await ioredis.keys("{helve}:process:*")) await ioredis.del(key);
  }

  /** The keys of the processes with a name that give signs of life. */
  async function processesOf(name: string): Promise<readonly string[]> {
    const keys = await ioredis.keys("{helve}:process:*");
    const names = await Promise.all(keys.map((key) => ioredis.get(key)));
    return keys.filter((_, index) => names[index] === name);
  }

  it("takes nothing over from a process that lives when the signs of life have expired while the server restarted", async () => {
    await ioredis.flushall();
    const alive = redisLedger(ioredis, { process: "alive", lease: 1000 });
    await alive.begin(runOf("a"), undefined);
    await expireSigns();
    const other = redisLedger(nodeRedis, { lease: 1000 });
    expect(await other.deadProcesses()).toEqual([]);
    const waiting = other.begin(runOf("a"), undefined);
    await expect.poll(() => processesOf("alive")).toHaveLength(1);
    await alive.end(runOf("a"), { ok: true, parts: [], value: undefined, record, settle: { ok: true, issues: [] } });
    expect(await waiting).toMatchObject({ kind: "ended" });
    await alive.close();
  });

  it("gives signs of life, and names the processes that give none", async () => {
    await ioredis.flushall();
    const alive = redisLedger(ioredis, { process: "alive", lease: 1000 });
    await alive.open();
    const dead = redisLedger(ioredis, { process: "dead", lease: 1000 });
    await dead.open();
    await dead.begin(runOf("a"), undefined);
    await dead.close();
    expect(await alive.deadProcesses()).toEqual([]); // it ended in order
    await redisLedger({ call: (...command: [string]) => ioredis.call(...command) }, { process: "killed" }).open();
    await ioredis.del(...(await processesOf("killed")));
    await expect.poll(() => alive.deadProcesses()).toEqual(["killed"]);
    await alive.forgetProcesses(["alive", "killed"]);
    expect(await alive.deadProcesses()).toEqual([]);
    await alive.close();
  });

  it("forgets ended runs after `keep`, and no others", async () => {
    await ioredis.flushall();
    const ledger = redisLedger(ioredis, { keep: 60_000 });
    for (const key of ["ended", "running"]) await ledger.begin(runOf(key), undefined);
    await ledger.end(runOf("ended"), {
      ...{ ok: true, parts: [], value: undefined, record },
      settle: { ok: true, issues: [] },
    });
    const keys = (await ioredis.keys("{helve}:*")).filter((key) => !key.includes(":process"));
    const times = await Promise.all(keys.map((key) => ioredis.pttl(key)));
    expect(times.filter((time) => time > 0)).toHaveLength(2); // the run, and its call
    expect(times.filter((time) => time < 0)).toHaveLength(2);
  });

  it("refuses a server that evicts keys", async () => {
    await ioredis.config("SET", "maxmemory-policy", "allkeys-lru");
    await ioredis.config("SET", "maxmemory", "100mb");
    try {
      await expect(redisLedger(ioredis).begin(runOf("a"), undefined)).rejects.toThrow(
        "the server of Redis must not evict keys, or calls could run twice: set maxmemory-policy to noeviction (it is allkeys-lru)",
      );
    } finally {
      await ioredis.config("SET", "maxmemory", "0");
    }
    await expect(redisLedger(ioredis).begin(runOf("b"), undefined)).resolves.toEqual({ kind: "begun" });
  });
});

const record = { outcome: "returned", duration: 1, attempts: 1 } as const;
