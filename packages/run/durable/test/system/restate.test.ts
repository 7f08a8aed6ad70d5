import { restateBackend } from "@helve/durable/restate";
import { PostgresServer, postgresPrograms } from "@helve/testing/postgres-server";
import { missingRestate, RestateServer } from "@helve/testing/restate-server";
import { WorkerProcess } from "@helve/testing/worker-process";
import { describe } from "vitest";
import { testBackend, workerModule } from "./backend-conformance.ts";
import { bank, lease } from "./bank.ts";

const missing = [
  ...(postgresPrograms === undefined ? ["PostgreSQL is not installed, see apt-get install postgresql"] : []),
  ...(missingRestate === undefined ? [] : [missingRestate]),
];
const why = missing.length === 0 ? "" : ` (skipped: ${missing.join("; ")})`;

describe.skipIf(missing.length > 0)(`agents on Restate${why}`, () => {
  testBackend(async () => {
    const database = await PostgresServer.start();
    const server = await RestateServer.start();
    const { ingress, admin } = server;
    const driver = bank(database.url, (pool) => restateBackend({ database: pool, ingress, admin, lease }));
    const ports = await Promise.all(Array.from({ length: 20 }, () => server.workerPort()));
    const workerOf = (name: string): WorkerProcess => {
      return new WorkerProcess(workerModule, [name, database.url, ingress, admin, String(ports.pop())]);
    };
    const first = workerOf("first");
    await first.start();
    await server.register();
    await first.kill();
    return {
      driver,
      worker: workerOf,
      async restart() {
        await Promise.all([server.end(), database.end()]);
        await Promise.all([server.begin(), database.begin()]);
      },
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]();
        await database[Symbol.asyncDispose]();
      },
    };
  });
});
