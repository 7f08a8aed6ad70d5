/** The subpath `@helve/durable/restate`: durable agents and queues on Restate, a server that calls the workers over HTTP. */
export {
  type RestateBackend,
  type RestateBackendOptions,
  type RestateServer,
  restateBackend,
} from "./restate-backend.ts";
export {
  type RestatePlace,
  type RestateQueue,
  type RestateWorker,
  type RestateWorkerOptions,
  restateQueue,
  restateWorker,
} from "./restate-queue.ts";
