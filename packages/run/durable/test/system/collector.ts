// Collects the outcomes of items in a process of its own: `collector.ts URL RUN ID...` prints one line of JSON.

import { collect } from "@helve/durable";
import { bullmqQueue } from "@helve/durable/bullmq";

const [url = "", run = "", ...ids] = process.argv.slice(2);
const queue = bullmqQueue({ name: "payments", connection: { url } });
const statuses: Record<string, string> = {};
for await (const { id, outcome } of collect(queue, run, ids)) statuses[id] = outcome.status;
process.stdout.write(`${JSON.stringify(statuses)}\n`);
await queue.close();
