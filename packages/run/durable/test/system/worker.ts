// A worker of the system tests: `worker.ts URL NAME` takes runs from the queue until it is killed.

import { DBOS } from "@dbos-inc/dbos-sdk";
import { bank, queue } from "./bank.ts";

const [url = "", name = ""] = process.argv.slice(2);
bank(url);
DBOS.setConfig({ name: "bank", systemDatabaseUrl: url, executorID: name, applicationVersion: "1", logLevel: "error" });
await DBOS.launch();
await DBOS.registerQueue(queue, { workerConcurrency: 10, minPollingIntervalMs: 50 });
process.send?.("ready");
