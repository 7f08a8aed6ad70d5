// A worker of the tests of BullMQ, `payments-worker.ts URL`: it takes payments until it is killed. A payment is an entry of the list `paid`.

import { callHandler } from "@helve/durable";
import { bullmqWorker } from "@helve/durable/bullmq";
import { redisLedger } from "@helve/durable/redis";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { Redis } from "ioredis";
import { z } from "zod";

const [url = ""] = process.argv.slice(2);
const redis = new Redis(url);
/** How long a worker counts as alive without a heartbeat, in milliseconds. */
const lease = 2000;

/** Ends the process when the first payment to this name comes here. */
async function dieOnce(to: string, moment: "before" | "after"): Promise<void> {
  if (!to.includes(`dies ${moment}`) || (await redis.set(`death ${to}`, "1", "NX")) === null) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
}

const pay = tool({
  name: "pay",
  description: "Pay somebody.",
  parameters: z.object({ to: z.string().describe("to whom") }),
  timeout: Infinity,
  async reconcile({ args }) {
    const to = String(args["to"]);
    if (!to.includes("reconciled")) return undefined;
    return (await redis.lpos("paid", to)) === null ? { ran: false } : { ran: true, result: "it was paid" };
  },
  async execute({ to }, { signal }) {
    if (to === "slow") {
      await redis.set("slow", "begun");
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    }
    await dieOnce(to, "before");
    await redis.rpush("paid", to);
    await dieOnce(to, "after");
    return `paid ${to}`;
  },
});

const executor = new ActionExecutor([pay]);
const handle = callHandler({ executor, ledger: redisLedger(redis, { lease }) });
bullmqWorker({
  name: "payments",
  connection: { url },
  concurrency: 4,
  lease,
  async handler(call: Parameters<typeof handle>[0], context) {
    if (call.name === "deadly") process.kill(process.pid, "SIGKILL");
    if (call.name === "broken") throw new Error("no bank today");
    return handle(call, context);
  },
});
process.send?.("ready");
