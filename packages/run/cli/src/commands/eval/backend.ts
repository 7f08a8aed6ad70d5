/** Connects `helve eval` with the queue from which its workers take samples. */
import { sha256Now } from "@helve/core/internal";
import type { ItemHandler, WorkQueue } from "@helve/durable";
import type { FinishedSample, QueuedSample } from "@helve/evals/node";
import { type Io, UsageError } from "../../io.ts";
import { projectPackage } from "../../optional-package.ts";

/** The engine between the command that runs an evaluation and its workers. A process opens a queue or a worker, once. */
export interface EvalBackend {
  /** Opens the queue, from which this process takes no items. */
  openQueue(): Promise<WorkQueue<Item, Result> & Closable>;
  /** Starts to take items. */
  openWorker(options: WorkerOptions): Promise<Closable>;
}

type Item = QueuedSample;
type Result = FinishedSample;

interface WorkerOptions {
  readonly handler: ItemHandler<Item, Result>;
  readonly concurrency: number;
}

interface Closable {
  close(): Promise<void>;
}

/** An engine of `--backend`. */
interface Engine {
  /** The variable with the address of its server, which workers get too: the arguments of a process are visible to all users. */
  readonly variable: string;
  readonly example: string;
  load(place: Place): Promise<EvalBackend>;
}

interface Place {
  /** The name of the queue: runs of the same task and model share their workers. */
  readonly name: string;
  /** The address of the server. */
  readonly url: string;
  readonly environment: Io["environment"];
  /** Loads a package of the user's project. */
  load<Module extends object>(specifier: string): Promise<Module>;
}

const engines: ReadonlyMap<string, Engine> = new Map<string, Engine>([
  [
    "bullmq",
    {
      variable: "REDIS_URL",
      example: "redis://localhost:6379",
      async load({ name, url, load }) {
        const { bullmqQueue, bullmqWorker } =
          await load<typeof import("@helve/durable/bullmq")>("@helve/durable/bullmq");
        const place = { name, connection: { url } };
        return {
          openQueue: async () => bullmqQueue<Item, Result>(place),
          openWorker: async (options) => bullmqWorker<Item, Result>({ ...place, ...options }),
        };
      },
    },
  ],
  [
    "dbos",
    {
      variable: "DBOS_SYSTEM_DATABASE_URL",
      example: "postgresql://localhost:5432/postgres",
      async load({ name, url, load }) {
        const { dbosQueue, dbosWorker } = await load<typeof import("@helve/durable/dbos")>("@helve/durable/dbos");
        const { default: pg } = await load<typeof import("pg")>("pg");
        const database = new pg.Pool({ connectionString: url, allowExitOnIdle: true });
        database.on("error", () => undefined); // a lost connection is opened again
        const place = { name, database };
        return {
          openQueue: () => dbosQueue<Item, Result>(place),
          openWorker: (options) => dbosWorker<Item, Result>({ ...place, ...options }),
        };
      },
    },
  ],
  [
    "restate",
    {
      variable: "RESTATE_INGRESS_URL",
      example: "http://localhost:8080",
      async load({ name, url, environment, load }) {
        const { restateQueue, restateWorker } =
          await load<typeof import("@helve/durable/restate")>("@helve/durable/restate");
        const {
          RESTATE_ADMIN_URL: admin = Object.assign(new URL(url), { port: "9070" }).origin,
          RESTATE_SERVICE_URL: address = "http://127.0.0.1:9080",
        } = environment;
        const place = { name, ingress: new URL(url).origin, admin, address };
        return {
          openQueue: () => restateQueue<Item, Result>(place),
          openWorker: async (options) => restateWorker<Item, Result>({ ...place, ...options }),
        };
      },
    },
  ],
]);

/** Loads the engine that is meant. @throws UsageError if it or its address is missing */
export async function loadBackend(
  { backend, task, model }: { readonly backend: string; readonly task: string; readonly model: string | undefined },
  { environment, cwd }: Pick<Io, "environment" | "cwd">,
): Promise<EvalBackend> {
  const engine = engines.get(backend);
  if (engine === undefined) {
    throw new UsageError(`--backend must be ${[...engines.keys()].join(" or ")} (got ${backend})`);
  }
  const { variable, example } = engine;
  const url = environment[variable];
  if (url === undefined || url === "") {
    throw new UsageError(`--backend ${backend} needs the address of its server in ${variable}: ${example}`);
  }
  const name = `helve-eval-${sha256Now(JSON.stringify([task, model])).slice(0, 16)}`;
  const load = <Module extends object>(specifier: string): Promise<Module> =>
    projectPackage(`helve eval --backend ${backend}`, specifier, cwd);
  return engine.load({ name, url, environment, load });
}
