/** Opens queues and workers on Restate. */
import { createEndpointHandler } from "@restatedev/restate-sdk";
import { type RestateBackend, type RestateServer, restateWorkflows } from "./restate-backend.ts";
import { checkPositive, type ItemHandler, type WorkQueue } from "./work-queue.ts";
import { openGateway, serveGateway } from "./worker-gateway.ts";
import { workflowQueue } from "./workflow-queue.ts";

/**
 * Opens a queue on Restate, to submit items and to collect their outcomes. Each item is a workflow. The server calls this process, which passes
 * the items on to the workers that have connected to it. While there is no such process, items wait.
 *
 * @example
 * const place = { name: "payments", ingress: "http://localhost:8080", admin: "http://localhost:9070", address: "http://127.0.0.1:9080" };
 * const queue = await restateQueue<QueuedCall, ActionReturn>(place);
 * await queue.submit("july", [{ id: "1", value: { name: "pay", arguments: { to: "mum" } } }]);
 * for await (const { id, outcome } of collect(queue, "july", ["1"])) console.log(id, outcome.status);
 * await queue.close();
 */
export async function restateQueue<Item, Result>(place: RestatePlace): Promise<RestateQueue<Item, Result>> {
  const { name, address, admin } = place;
  const backend = restateWorkflows(place);
  const queue = workflowQueue<Item, Result>({ name, backend });
  const gateway = await openGateway(address, endpointOf(backend));
  try {
    await register(address, admin);
  } catch (error) {
    await gateway.close();
    throw error;
  }
  return { ...queue, close: () => gateway.close() };
}

/** Where a queue is. */
export interface RestatePlace extends RestateServer {
  /** The name of the queue, the same in each process. */
  readonly name: string;
  /**
   * The URL at which the server reaches the process that opens the queue: `http://127.0.0.1:9080`, always the same one for a queue. Workers connect
   * to the port after it. Nobody signs in there, so other machines must not reach the ports, unless you trust all of them.
   */
  readonly address: string;
}

/** A queue on Restate. */
export interface RestateQueue<Item, Result> extends WorkQueue<Item, Result> {
  /** Closes the ports. */
  close(): Promise<void>;
}

/**
 * Starts to process the items of a queue on Restate. If the process ends, its items are delivered to other workers at once.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * const worker = await restateWorker({ ...place, handler, concurrency: 10 });
 * process.on("SIGTERM", () => worker.close());
 */
export async function restateWorker<Item, Result>(options: RestateWorkerOptions<Item, Result>): Promise<RestateWorker> {
  const { name, address, handler, concurrency = 1, attempts } = options;
  checkPositive("concurrency", concurrency);
  const backend = restateWorkflows(options);
  workflowQueue({ name, backend, handler, attempts });
  return serveGateway(address, endpointOf(backend), concurrency);
}

/** Options of {@link restateWorker}. */
export interface RestateWorkerOptions<Item, Result> extends RestatePlace {
  readonly handler: ItemHandler<Item, Result>;
  /** How many items the process handles at the same time; 1 by default. */
  readonly concurrency?: number | undefined;
  /** How often an item is begun, if its workers end; 3 by default. A handler that throws is not called again. */
  readonly attempts?: number | undefined;
}

/** A worker of a queue. */
export interface RestateWorker {
  /** Takes no more items, and waits for those that are being processed. */
  close(): Promise<void>;
}

/** Registers the queue's endpoint at the Restate server. */
async function register(address: string, admin: string): Promise<void> {
  const response = await fetch(`${admin}/deployments`, {
    method: "POST",
    body: JSON.stringify({ uri: address, force: true }),
    headers: { "content-type": "application/json" },
  });
  if (!response.ok) throw new Error(`Restate can't reach ${address}: ${(await response.text()).slice(0, 500)}`);
  await response.body?.cancel();
}

/** Creates the endpoint without logging. */
function endpointOf({ services }: Pick<RestateBackend, "services">): ReturnType<typeof createEndpointHandler> {
  return createEndpointHandler({ services, logger: () => undefined });
}
