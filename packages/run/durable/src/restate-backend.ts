/** Runs workflows on Restate. */
import { AsyncLocalStorage } from "node:async_hooks";
import { errorJson } from "@helve/core";
import { waitUnlessAborted } from "@helve/core/internal";
import type { SqlDriver } from "@helve/store";
import * as restate from "@restatedev/restate-sdk";
import type { DurableBackend, Workflow, WorkflowContext, WorkflowRun, WorkflowStatus } from "./durable-backend.ts";
import { cancelledError, DurableError, failedError } from "./durable-error.ts";
import type { LedgerOptions } from "./leased-ledger.ts";
import { postgresAnswers } from "./postgres-answers.ts";
import { postgresLedger } from "./postgres-ledger.ts";
import { postgresQuestions } from "./postgres-questions.ts";

/**
 * Runs durable agents on Restate. Its server keeps the steps; the ledger, the questions and the used answers are tables in `database`.
 *
 * Serve `services` in each worker, and register the workers' address with the server. When a worker ends, the server continues its runs in
 * another one behind the same address, or when it starts again.
 *
 * @example
 * const backend = restateBackend({ ingress: "http://localhost:8080", admin: "http://localhost:9070", database: pool });
 * const agent = durableAgent({ name: "payments", model, executor, backend });
 * await restate.serve({ services: backend.services, port: 9080 });
 */
export function restateBackend({ database, ...options }: RestateBackendOptions): RestateBackend {
  const workflows = restateWorkflows(options);
  return {
    ...workflows,
    ledger: postgresLedger(database, options),
    questions: postgresQuestions(database),
    answers: postgresAnswers(database, () => workflows.current()?.id),
  };
}

/** A backend on Restate. */
export interface RestateBackend extends DurableBackend {
  /** The workflows, for `restate.serve` or `restate.createEndpointHandler`. */
  readonly services: restate.WorkflowDefinition<string, unknown>[];
}

/** Options of {@link restateBackend}. */
export interface RestateBackendOptions extends RestateServer, LedgerOptions {
  /** A `pg.Pool`. */
  readonly database: SqlDriver;
}

/** Where a server of Restate is, and how long it remembers runs. */
export interface RestateServer {
  /** The URL at which the server takes calls: `http://localhost:8080`. */
  readonly ingress: string;
  /** The URL at which the server is administered, for `cancel`: `http://localhost:9070`. */
  readonly admin: string;
  /** How long the server remembers a part of a run that has ended or waits, in milliseconds; a year by default. Afterwards it is unknown. */
  readonly retention?: number | undefined;
}

/** The workflows of a backend, which need no database. */
export function restateWorkflows({
  retention = year,
  ...urls
}: RestateServer): Pick<RestateBackend, "services" | "current" | "workflow"> {
  const context = new AsyncLocalStorage<WorkflowContext>();
  const services: RestateBackend["services"] = [];
  return {
    services,
    current: () => context.getStore(),
    workflow<Input, Result>(name: string, run: WorkflowRun<Input, Result>): Workflow<Input, Result> {
      const handler = (engine: restate.WorkflowContext, input: Input) => runWorkflow(engine, input, run, context);
      const unlimited = { inactivityTimeout: year, abortTimeout: year };
      const settings = { workflowRetention: retention, journalRetention: 0, retryPolicy, ...unlimited };
      services.push(restate.workflow({ name, handlers: { run: handler }, options: settings }));
      return workflowClient(name, urls);
    },
  };
}

const year = 365 * 86_400_000;

/** A run whose worker has ended is soon tried again, for as long as there is none. By default the server gives up after an hour. */
const retryPolicy = { initialInterval: 50, exponentiationFactor: 2, maxInterval: 2000, maxAttempts: 2 ** 31 - 1 };

async function runWorkflow<Input, Result>(
  engine: restate.WorkflowContext,
  input: Input,
  run: WorkflowRun<Input, Result>,
  context: AsyncLocalStorage<WorkflowContext>,
): Promise<Result> {
  const controller = new AbortController();
  const steps = new StepQueue();
  let interruption: { readonly error: unknown } | undefined;
  const running: WorkflowContext = {
    id: engine.key,
    signal: controller.signal,
    journal: {
      async step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
        let outcome: Outcome<Value>;
        try {
          outcome = await steps.wait(engine.run(name, () => context.run(running, () => outcomeOf(work))));
        } catch (error) {
          // The server has cancelled the run, or this attempt is over.
          interruption ??= { error };
          controller.abort(error);
          throw error;
        }
        if ("error" in outcome) throw Object.assign(new Error(outcome.error.message), { name: outcome.error.name });
        return outcome.value as Value;
      },
    },
  };
  try {
    return await context.run(running, () => run(input, running));
  } catch (error) {
    if (interruption !== undefined) throw interruption.error;
    // Any other error would be tried again for ever.
    throw new restate.TerminalError(errorJson(error).message, { errorCode: failed });
  }
}

/**
 * Waits for the steps of a run in one place, because Restate lets nobody wait in two. A step that begins while others are in progress is started
 * when one of these ends.
 */
class StepQueue {
  readonly #steps = new Map<number, WaitingStep>();
  #begun = 0;
  #isWaiting = false;

  wait<Value>(recorded: restate.RestatePromise<Value>): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const index = this.#begun++;
    const settled = recorded.map((value, failure) => ({ index, value, failure }));
    this.#steps.set(index, { settled, resolve: resolve as (value: unknown) => void, reject });
    if (!this.#isWaiting) void this.#waitForAll();
    return promise;
  }

  async #waitForAll(): Promise<void> {
    this.#isWaiting = true;
    await undefined; // steps that are begun at the same time are all known from here on
    while (this.#steps.size > 0) {
      try {
        const steps = [...this.#steps.values()].map(({ settled }) => settled);
        const { index, value, failure } = await restate.RestatePromise.race(steps);
        const step = this.#steps.get(index);
        this.#steps.delete(index);
        if (failure === undefined) step?.resolve(value);
        else step?.reject(failure);
        await new Promise((resolve) => setImmediate(resolve)); // what follows the step begins
      } catch (error) {
        for (const { reject } of this.#steps.values()) reject(error);
        this.#steps.clear();
      }
    }
    this.#isWaiting = false;
  }
}

interface WaitingStep {
  readonly settled: restate.RestatePromise<{
    readonly index: number;
    readonly value: unknown;
    readonly failure: restate.TerminalError | undefined;
  }>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The recorded outcome of a step. An absent value is an absent member. */
type Outcome<Value> =
  | { readonly value?: Value }
  | { readonly error: { readonly name: string; readonly message: string } };

async function outcomeOf<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: { name: error instanceof Error ? error.name : "Error", message: errorJson(error).message } };
  }
}

/** The HTTP status of a run that failed, and of one that was cancelled. */
const failed = 500;
const cancelled = 409;

type Urls = Pick<RestateServer, "ingress" | "admin">;

function workflowClient<Input, Result>(name: string, { ingress, admin }: Urls): Workflow<Input, Result> {
  const service = encodeURIComponent(name);
  const calls = (id: string, path: string): string => `${ingress}/${service}/${encodeURIComponent(id)}/${path}`;
  const workflow = (id: string, path: string): string =>
    `${ingress}/restate/workflow/${service}/${encodeURIComponent(id)}/${path}`;

  /** Submits a workflow. */
  async function submit(id: string, input: Input): Promise<{ readonly invocationId: string; readonly status: string }> {
    const headers = { "content-type": "application/json" };
    const response = await request(calls(id, "run/send"), { method: "POST", body: JSON.stringify(input), headers });
    if (!response.ok) throw await unexpected(response);
    return response.json();
  }

  /** Cancels or kills an invocation. */
  async function end(invocation: string, how: "cancel" | "kill"): Promise<void> {
    const response = await request(`${admin}/invocations/${invocation}/${how}`, { method: "PATCH" });
    if (!response.ok && response.status !== unknown && response.status !== cancelled) throw await unexpected(response);
    await response.body?.cancel();
  }

  /** Returns the status of a workflow. */
  async function status(id: string): Promise<WorkflowStatus | undefined> {
    const response = await request(workflow(id, "output"));
    await response.body?.cancel();
    return statusOf(response.status);
  }

  return {
    async start(id, input) {
      return (await submit(id, input)).status === "Accepted";
    },
    status,
    async result(id, signal) {
      const response = await request(workflow(id, "attach"), { signal: signal ?? null });
      if (response.ok) return response.json();
      if (response.status === unknown) {
        throw new DurableError("unknown_run", `there is no run with the id ${JSON.stringify(id)}`);
      }
      throw response.status === cancelled ? cancelledError(id) : failedError(id, await unexpected(response));
    },
    async cancel(id) {
      if ((await status(id)) !== "running") return;
      // A run that was started keeps its input, and says its invocation.
      const { invocationId } = await submit(id, null as Input);
      await end(invocationId, "cancel");
      const attached = request(workflow(id, "attach"), { signal: AbortSignal.timeout(patience) });
      const hasEnded = await attached
        .then(({ body }) => body?.cancel())
        .then(
          () => true,
          () => false,
        );
      // No worker has learned it, perhaps because none runs.
      if (!hasEnded) await end(invocationId, "kill");
    },
  };
}

const unknown = 404;
/** How long a worker may take to end a run that was cancelled, in milliseconds. */
const patience = 3000;
/** The status of an output that is not there yet. */
const notReady = 470;

/** Reads the state of a workflow from the HTTP status that Restate answers. */
function statusOf(status: number): WorkflowStatus | undefined {
  if (status === unknown) return undefined;
  if (status === notReady) return "running";
  if (status === cancelled) return "cancelled";
  return status < 300 ? "ended" : "failed";
}

/** Sends a request, again while the server can't be reached: each has the same effect when it is repeated. */
async function request(url: string, options: RequestInit = {}): Promise<Response> {
  for (let delay = 50; ; delay = Math.min(delay * 2, 2000)) {
    try {
      const response = await fetch(url, options);
      if (response.status !== 503 && response.status !== 429) return response;
      await response.body?.cancel();
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof TypeError && error.cause !== undefined)) throw error;
    }
    await waitUnlessAborted(delay, options.signal ?? undefined);
    options.signal?.throwIfAborted();
  }
}

/** Creates the error of an unexpected answer. */
async function unexpected(response: Response): Promise<Error> {
  return new Error(`Restate answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
}
