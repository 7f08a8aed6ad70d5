/** The subpath `@helve/durable/dbos`: durable agents and queues on DBOS, whose workflows and steps are rows in PostgreSQL. */
export { type DbosBackendOptions, dbosBackend } from "./dbos-backend.ts";
export {
  type DbosPlace,
  type DbosQueue,
  type DbosWorker,
  type DbosWorkerOptions,
  dbosQueue,
  dbosWorker,
} from "./dbos-queue.ts";
