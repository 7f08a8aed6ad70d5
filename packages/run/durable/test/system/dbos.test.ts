import { DBOS } from "@dbos-inc/dbos-sdk";
import { dbosBackend } from "@helve/durable/dbos";
import { PostgresServer, postgresPrograms } from "@helve/testing/postgres-server";
import { WorkerProcess } from "@helve/testing/worker-process";
import { describe } from "vitest";
import { testBackend, workerModule } from "./backend-conformance.ts";
import { bank, lease, queue } from "./bank.ts";

const why =
  postgresPrograms === undefined ? " (skipped: PostgreSQL is not installed, see apt-get install postgresql)" : "";

describe.skipIf(postgresPrograms === undefined)(`agents on DBOS${why}`, () => {
  testBackend(async () => {
    const server = await PostgresServer.start();
    const driver = bank(server.url, (database) => dbosBackend({ database, queue, lease }));
    DBOS.setConfig({
      name: "bank",
      systemDatabaseUrl: server.url,
      executorID: "driver",
      applicationVersion: "1",
      listenQueues: ["none"],
      logLevel: "error",
    });
    await DBOS.launch();
    await DBOS.registerQueue(queue, { workerConcurrency: 10, minPollingIntervalMs: 50 });
    return {
      driver,
      worker: (name) => new WorkerProcess(workerModule, [name, server.url]),
      async restart() {
        await server.end();
        await server.begin();
      },
      async [Symbol.asyncDispose]() {
        await DBOS.shutdown();
        await server[Symbol.asyncDispose]();
      },
    };
  });
});
