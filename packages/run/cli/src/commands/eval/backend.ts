/** Connects `helve eval` with the queue from which its workers take samples. */
import { sha256Now } from "@helve/core/internal";
import type { ItemHandler, WorkQueue } from "@helve/durable";
import type { FinishedSample, QueuedSample } from "@helve/evals/node";
import { type Io, UsageError } from "../../io.ts";
import { projectPackage } from "../../optional-package.ts";

/** The engine between the command that runs an evaluation and its workers. */
export interface EvalBackend {
  readonly kind: BackendKind;
  /** The address of the server of the engine. */
  readonly url: string;
  /** The folder from which the user's packages are loaded. */
  readonly cwd: string;
  /** The name of the queue: runs of the same task and model share their workers. */
  readonly name: string;
}

/** The engines of `--backend`. */
const backendKinds = ["bullmq"] as const;
type BackendKind = (typeof backendKinds)[number];

/** The variables with the addresses, which workers get too: the arguments of a process are visible to all users. */
const addressVariables: Readonly<Record<BackendKind, string>> = { bullmq: "REDIS_URL" };

type Item = QueuedSample;
type Result = FinishedSample;

/** Finds out which engine is meant. @throws UsageError if the address is missing */
export function backendOf(
  { backend, task, model }: { readonly backend: string; readonly task: string; readonly model: string | undefined },
  { environment, cwd }: Pick<Io, "environment" | "cwd">,
): EvalBackend {
  const kind = backendKinds.find((each) => each === backend);
  if (kind === undefined) throw new UsageError(`--backend must be ${backendKinds.join(" or ")} (got ${backend})`);
  const variable = addressVariables[kind];
  const url = environment[variable];
  if (url === undefined || url === "") {
    throw new UsageError(`--backend ${kind} needs the address of its server in ${variable}: redis://localhost:6379`);
  }
  const name = `helve-eval-${sha256Now(JSON.stringify([task, model])).slice(0, 16)}`;
  return { kind, url, cwd, name };
}

/** A queue or a worker that is open. */
export interface Opened<Value> {
  readonly value: Value;
  readonly close: () => Promise<void>;
}

/** Opens the queue, from which this process takes no items. */
export async function openQueue(backend: EvalBackend): Promise<Opened<WorkQueue<Item, Result>>> {
  const { bullmqQueue } = await loadBullmq(backend);
  const queue = bullmqQueue<Item, Result>(placeOf(backend));
  return { value: queue, close: () => queue.close() };
}

/** Starts to take items. */
export async function openWorker(
  backend: EvalBackend,
  { handler, concurrency }: { readonly handler: ItemHandler<Item, Result>; readonly concurrency: number },
): Promise<{ readonly close: () => Promise<void> }> {
  const { bullmqWorker } = await loadBullmq(backend);
  return bullmqWorker<Item, Result>({ ...placeOf(backend), handler, concurrency });
}

/** Returns the queue's name and connection. */
function placeOf({ name, url }: EvalBackend) {
  return { name, connection: { url } };
}

function loadBullmq({ cwd }: EvalBackend): Promise<typeof import("@helve/durable/bullmq")> {
  return projectPackage("helve eval --backend bullmq", "@helve/durable/bullmq", cwd);
}
