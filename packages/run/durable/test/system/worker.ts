// A worker of the system tests: `worker.ts NAME POSTGRES` takes runs from the queue of DBOS until it is killed, and
// `worker.ts NAME POSTGRES INGRESS ADMIN PORT` serves Restate.

import { DBOS } from "@dbos-inc/dbos-sdk";
import { dbosBackend } from "@helve/durable/dbos";
import { restateBackend } from "@helve/durable/restate";
import * as restate from "@restatedev/restate-sdk";
import pg from "pg";
import { bank, lease, queue } from "./bank.ts";

const [name = "", url = "", ingress, admin = "", port] = process.argv.slice(2);
if (ingress === undefined) {
  bank(url, (database) => dbosBackend({ database, queue, lease }));
  DBOS.setConfig({
    name: "bank",
    systemDatabaseUrl: url,
    executorID: name,
    applicationVersion: "1",
    logLevel: "error",
  });
  await DBOS.launch();
  await DBOS.registerQueue(queue, { workerConcurrency: 10, minPollingIntervalMs: 50 });
} else {
  const database = new pg.Pool({ connectionString: url, max: 4 });
  database.on("error", () => undefined);
  const backend = restateBackend({ database, ingress, admin, process: name, lease });
  bank(url, () => backend);
  await restate.serve({ services: backend.services, port: Number(port) });
}
process.once("message", async () => {
  if (ingress === undefined) await DBOS.shutdown();
  process.exit();
});
process.send?.("ready");
